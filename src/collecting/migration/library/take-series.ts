import { type ProviderName, providerOf } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import type { CrossIds, SeriesFacts } from '../../../library/metadata/providers/provider'
import { comicOf, linkedTo, putSeriesSource, seriesSourceOf } from '../../../library/metadata/store'
import { filledFields, isStated } from '../../../library/metadata/sync/merge'
import { mergeSeriesSources, saveFileSeriesFacts } from '../../../library/metadata/sync/save-series'
import { writeSeriesId } from '../../../library/metadata/wire-ids'
import { markIssuesListed } from '../../../library/series/counts-store'
import { describeSeries } from '../../../library/series/describe-store'
import { findSeries, type SeriesRow } from '../../../library/series/store'
import type { MoveIn } from '../source'
import type { LibraryMove } from './library-move'
import { providersOf } from './match-series'
import type { SourceSeries } from './rows'
import { exchangeSentence, type TakenFields } from './taken-fields'

/** The source's fields of a series that the library has. */
export interface SourceSeriesFields {
  ids: CrossIds
  facts: SeriesFacts
  /** The service of the ids lists the issues of the series. */
  listed: boolean
  /** The path in the source. */
  folder: string | null
  /** Null when the source does not monitor series. */
  monitored: boolean | null
  want_new: boolean
}

const WORDS: Partial<Record<keyof SeriesFacts, string>> = {
  year: 'year',
  volume: 'volume',
  publisher: 'publisher',
  description: 'description',
  language: 'language',
  aliases: 'other names',
  publication: 'publication',
  age_rating: 'age rating',
  genres: 'genres',
  book_type: 'type',
}

/** Gives the series what it lacks. Returns a sentence that names what was added and what did not change. */
export function takeIntoSeries({ move, library }: LibraryMove, comicId: string, row: SourceSeries): string {
  const { ids, facts, monitored, want_new, trashed } = row
  const folder = trashed ? null : row.folder
  const said = { ids, facts, monitored, want_new, folder, listed: library.describedByService }
  return exchangeSentence('series', takeSeries(move, comicId, said))
}

export function takeSeries(move: MoveIn, comicId: string, said: SourceSeriesFields): TakenFields {
  const row = findSeries(move.tx, comicId)
  const exchange: TakenFields = { taken: [], kept: [] }
  if (!row) return exchange
  // Before the id is set: whether a series with a service is monitored is the user's choice.
  takeMonitoring(move, row, said, exchange)
  takeFolder(move, row, said, exchange)
  takeFacts(move, row, said, exchange)
  takeIds(move, row, said, exchange)
  return exchange
}

function takeMonitoring(move: MoveIn, row: SeriesRow, said: SourceSeriesFields, { taken, kept }: TakenFields): void {
  if (said.monitored === null) return
  const status = said.monitored ? 'active' : 'paused'
  if (row.status === status && row.want_new === said.want_new) return
  const hasNone = linkedTo(move.tx, row.comic_id).length === 0 && row.status === 'active' && !row.want_new
  if (!hasNone) kept.push('monitoring')
  else {
    describeSeries(move.tx, row.comic_id, { status, want_new: said.want_new }, move.at)
    taken.push('monitoring')
  }
}

function takeFolder(
  move: MoveIn,
  row: SeriesRow,
  { folder: named }: SourceSeriesFields,
  { taken, kept }: TakenFields,
): void {
  if (named === null) return
  const folder = move.localPath(named)
  if (row.location === folder) return
  if (row.location !== null && !isOutdated(move, row.location, named)) kept.push('folder')
  else {
    describeSeries(move.tx, row.comic_id, { location: folder }, move.at)
    taken.push('folder')
  }
}

/** Whether the location is a folder that an earlier move could not find on this machine. */
function isOutdated({ localPath, wasHere, isInLibrary }: MoveIn, location: string, named: string): boolean {
  if (wasHere(named).includes(location)) return true
  return !isInLibrary(location) && (isInLibrary(localPath(named)) || localPath(named) !== named)
}

function takeFacts(move: MoveIn, row: SeriesRow, { facts }: SourceSeriesFields, { taken, kept }: TakenFields): void {
  const { tx, at } = move
  const has = (field: keyof SeriesFacts) =>
    field === 'book_type' ? row.book_type !== 'Print' : isStated(fieldOf(row, field))
  const fields = (Object.keys(WORDS) as (keyof SeriesFacts)[]).filter(
    (field) => isStated(facts[field]) && facts[field] !== fieldOf(row, field),
  )
  const lacking = fields.filter((field) => !has(field))
  for (const field of ['name', 'year'] as const)
    if (isStated(facts[field]) && isStated(row[field]) && facts[field] !== row[field]) kept.push(field)
  if (lacking.length === 0) return
  saveFileSeriesFacts(tx, row, at)
  const file = seriesSourceOf(tx, row.comic_id, 'file')
  const added = filledFields<SeriesFacts>(Object.fromEntries(lacking.map((field) => [field, facts[field]])))
  putSeriesSource(tx, { comic_id: row.comic_id, source: 'file', facts: { ...added, ...file?.facts }, said_at: at })
  mergeSeriesSources(tx, row.comic_id, at)
  taken.push(...lacking.map((field) => WORDS[field]!))
}

/** The series' own rating, since the one that counts may be that of an issue. */
const fieldOf = (row: SeriesRow, field: keyof SeriesFacts): unknown =>
  field === 'age_rating' ? row.stated_age_rating : (row as unknown as Record<string, unknown>)[field]

function takeIds(move: MoveIn, row: SeriesRow, said: SourceSeriesFields, { taken, kept }: TakenFields): void {
  const { tx, at } = move
  const { comic_id } = row
  const linked = new Map(linkedTo(tx, comic_id).map(({ provider, provider_id }) => [provider, provider_id]))
  for (const provider of providersOf(said)) {
    const provider_id = said.ids[provider]!
    const { label } = providerOf(provider)
    const known = linked.get(provider)
    if (known === provider_id || isIdOf(comic_id, provider, provider_id)) continue
    if (known !== undefined || isIdTaken(tx, provider, provider_id, comic_id)) {
      kept.push(`${label} id`)
      continue
    }
    saveFileSeriesFacts(tx, row, at)
    putSeriesSource(tx, { comic_id, source: provider, provider_id, facts: { ids: said.ids }, said_at: at })
    taken.push(`${label} id`)
    if (said.listed) markIssuesListed(tx, comic_id, true)
    mergeSeriesSources(tx, comic_id, at)
  }
}

const isIdOf = (comicId: string, provider: ProviderName, provider_id: string) =>
  writeSeriesId({ provider, provider_id }) === comicId

/** Whether a series of the library, other than `comicId`, has the id at the service. */
export function isIdTaken(tx: Tx, provider: ProviderName, provider_id: string, comicId?: string): boolean {
  const own = comicOf(tx, provider, provider_id) ?? findSeries(tx, writeSeriesId({ provider, provider_id }))?.comic_id
  return own !== undefined && own !== comicId
}
