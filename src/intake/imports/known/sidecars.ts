import { VOLUME_ID_SERVICE } from '../../../base/formats/documents/cvinfo'
import type { Tx } from '../../../base/storage/database'
import type { SeriesFacts } from '../../../library/metadata/providers/provider'
import { changeFileSeriesFacts, type FactsChange } from '../../../library/metadata/sync/facts-from-files'
import { isStated, type KnownSeries } from '../../../library/metadata/sync/merge'
import { knownIds } from '../../../library/metadata/sync/save-series'
import { raiseTotal, recount } from '../../../library/series/counts-store'
import { findSeries, type SeriesRow } from '../../../library/series/store'
import type { ChangeContext } from './rewrite'
import { findSidecarStatement, saveSidecarStatement } from './statement-store'

type OfSeries = Pick<
  SeriesFacts,
  'name' | 'year' | 'publisher' | 'imprint' | 'volume' | 'description' | 'book_type' | 'age_rating'
>

/** The series metadata in series.json or cvinfo. */
export interface SidecarStatement extends OfSeries {
  total?: number
  /** The series id at the provider that these documents come from. */
  volume_id?: string
}

/** Saves the sidecar's metadata. The series that it describes gets the fields that changed. */
export function followSidecar(
  tx: Tx,
  path: string,
  stated: SidecarStatement,
  comicId: string | undefined,
  context: ChangeContext,
): void {
  const kept = findSidecarStatement(tx, path)
  if (kept && JSON.stringify(kept) === JSON.stringify(stated)) return
  saveSidecarStatement(tx, path, stated)
  const row = comicId === undefined ? undefined : findSeries(tx, comicId)
  if (!row) return
  const before = kept ?? whereFilled(stated, row)
  const { total, volume_id, ...fields } = stated
  const names = Object.keys({ ...before, ...fields }).filter(isOfSeries)
  const change: FactsChange<KnownSeries> = Object.fromEntries(
    names.filter((name) => before[name] !== fields[name]).map((name) => [name, fields[name]]),
  )
  if (fields.name === undefined) delete change.name
  if (volume_id !== undefined && volume_id !== before.volume_id)
    change.ids = { ...knownIds(tx, row.comic_id), [VOLUME_ID_SERVICE]: volume_id }
  if (Object.keys(change).length > 0) changeFileSeriesFacts(tx, row, { change, ...context })
  if (total !== undefined && total !== before.total) {
    raiseTotal(tx, row.comic_id, total)
    recount(tx, row.comic_id)
  }
}

/**
 * A sidecar seen for the first time only fills fields that the row lacks: it may be the one from the import, whose
 * values the user corrected.
 */
function whereFilled(stated: SidecarStatement, row: SeriesRow): SidecarStatement {
  const isEmpty = (name: string) => {
    if (name === 'name' || !isOfSeries(name)) return false
    if (name === 'age_rating') return row.stated_age_rating === null
    return name === 'book_type' ? row.book_type === 'Print' : !isStated(row[name])
  }
  return Object.fromEntries(Object.entries(stated).filter(([name]) => !isEmpty(name)))
}

const isOfSeries = (name: string): name is keyof OfSeries => name !== 'total' && name !== 'volume_id'
