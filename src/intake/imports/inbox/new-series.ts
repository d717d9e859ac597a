import { matchKey } from '../../../base/names/titles'
import type { Instant } from '../../../base/platform/ports'
import { legacy } from '../../../base/refusal'
import type { Tx } from '../../../base/storage/database'
import { localId } from '../../../library/recognition/service'
import type { ContentType } from '../../../library/series/states'
import { findSeries, insertSeries, type SeriesRow, seriesNamed } from '../../../library/series/store'
import type { InboxRow } from './store'

/** A series that the user creates from files in the import folder. */
export interface RequestedSeries {
  name: string
  year: number | null
  content_type: ContentType
}

/**
 * The series with that name and year. An existing one is used, so that a repeated request creates only one, unless its
 * volume differs from that of the files. Throws Refusal 'conflict' when several match.
 */
export function findOrMakeSeries(
  tx: Tx,
  wanted: RequestedSeries,
  rows: readonly InboxRow[],
  at: Instant,
): { series: SeriesRow; made: boolean } {
  const { name, year, content_type } = wanted
  const volume = rows.every((row) => row.volume === rows[0]?.volume) ? (rows[0]?.volume ?? null) : null
  const there = sameSeries(tx, wanted, volume)
  if (there) return { series: there, made: false }
  const comic_id = freeId(tx, wanted, volume)
  insertSeries(tx, {
    comic_id,
    name,
    year,
    volume,
    content_type,
    content_type_chosen: true,
    source: 'local',
    reading_direction: content_type === 'manga' ? 'rtl' : 'ltr',
    added_at: at,
  })
  return { series: findSeries(tx, comic_id)!, made: true }
}

function sameSeries(
  tx: Tx,
  { name, year, content_type }: RequestedSeries,
  volume: number | null,
): SeriesRow | undefined {
  const fits = (row: SeriesRow) => volume === null || row.volume === null || row.volume === volume
  const same = seriesNamed(tx, name).filter(
    (row) => row.year === year && row.content_type === content_type && fits(row),
  )
  const exact = same.filter((row) => row.volume === volume)
  const [only, ...others] = exact.length > 0 ? exact : same
  if (others.length === 0) return only
  const count = others.length + 1
  throw legacy('conflict', `Your library has ${count} series called ${name}${yearOf(year)}. Choose one of them.`)
}

const yearOf = (year: number | null) => (year === null ? '' : ` (${year})`)

/** The id that a scan of the folder would assign, unless a renamed series has it. */
function freeId(tx: Tx, { name, year, content_type }: RequestedSeries, volume: number | null): string {
  const identity = { kind: content_type, key: matchKey(name), year: year ?? undefined, ordinal: volume ?? undefined }
  for (let nth = 1; ; nth++) {
    const id = localId(identity, nth)
    if (!findSeries(tx, id)) return id
  }
}
