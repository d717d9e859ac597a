import { VOLUME_ID_SERVICE } from '../../formats/documents/cvinfo'
import type { SeriesFacts } from '../../metadata/providers/provider'
import { changeSeriesWord, type WordChange } from '../../metadata/sync/file-word'
import { knownIds } from '../../metadata/sync/keep-series'
import type { KnownSeries } from '../../metadata/sync/merge'
import { raiseTotal, recount } from '../../series/counts-store'
import { findSeries } from '../../series/store'
import type { Tx } from '../../storage/database'
import type { ChangeContext } from './rewrite'
import { findSidecarStatement, saveSidecarStatement } from './statement-store'

type OfSeries = Pick<SeriesFacts, 'name' | 'year' | 'publisher' | 'imprint' | 'volume' | 'description' | 'book_type'>

/** What series.json or cvinfo states of its series. */
export interface SidecarStatement extends OfSeries {
  total?: number
  /** Id of the series at the service that these documents are of. */
  volume_id?: string
}

/**
 * Keeps what the sidecar at the path states; a series of the library that it describes follows what it states
 * otherwise than before.
 */
export function followSidecar(
  tx: Tx,
  path: string,
  stated: SidecarStatement,
  comicId: string | undefined,
  context: ChangeContext,
): void {
  const before = findSidecarStatement(tx, path)
  if (before && JSON.stringify(before) === JSON.stringify(stated)) return
  saveSidecarStatement(tx, path, stated)
  const row = before && comicId !== undefined ? findSeries(tx, comicId) : undefined
  if (!row || !before) return
  const { total, volume_id, ...fields } = stated
  const names = Object.keys({ ...before, ...fields }).filter(isOfSeries)
  const change: WordChange<KnownSeries> = Object.fromEntries(
    names.filter((name) => before[name] !== fields[name]).map((name) => [name, fields[name]]),
  )
  if (fields.name === undefined) delete change.name
  if (volume_id !== undefined && volume_id !== before.volume_id)
    change.ids = { ...knownIds(tx, row.comic_id), [VOLUME_ID_SERVICE]: volume_id }
  if (Object.keys(change).length > 0) changeSeriesWord(tx, row, { change, ...context })
  if (total !== undefined && total !== before.total) {
    raiseTotal(tx, row.comic_id, total)
    recount(tx, row.comic_id)
  }
}

const isOfSeries = (name: string): name is keyof OfSeries => name !== 'total' && name !== 'volume_id'
