import type { Clock } from '../platform/ports'
import { viewOf } from '../reading/view-store'
import { Refusal } from '../refusal'
import type { Library } from '../series/service'
import type { ContentType } from '../series/states'
import { findSeries } from '../series/store'
import { changedSince, type MadeRows, unmake } from '../series/unmake-store'
import type { Database, Tx } from '../storage/database'
import type { Operations } from '../work/operations'
import type { ConfirmPayload } from './confirm'
import { forgetMade, isTooLongAgo, madeBy } from './made-store'
import { CONFIRM, SCAN } from './states'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  operations: Operations
  /** What else ends with a series. */
  library: Pick<Library, 'beforeDelete'>
}

const TOO_LONG_AGO =
  'This import is too long ago: the last 20 imports and those of the last 30 days can be undone. Remove series one by one.'

/** Takes back what a confirm made in the library. The files on the disk stay, and can be confirmed again. */
export class Undo {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal 'missing' for what was no confirm, and 'conflict' when something was changed since. */
  undo(kind: ContentType, operationId: string) {
    const { db, clock, operations, library } = this.deps
    const operation = operations.find(operationId)
    if (operation?.kind !== CONFIRM || operation.subject !== kind)
      throw new Refusal('missing', `There is no import ${operationId} of ${kind === 'comic' ? 'comics' : 'manga'}.`)
    return db.write((tx) => {
      if (operations.active(SCAN, kind).length + operations.active(CONFIRM, kind).length > 0)
        throw new Refusal('conflict', 'A scan or an import is under way. Wait for its end or cancel it.')
      if (isTooLongAgo(tx, kind, operationId, clock.now())) throw new Refusal('conflict', TOO_LONG_AGO)
      const made = madeBy(tx, operationId)
      if (!made)
        throw new Refusal('conflict', 'This import made nothing that is still there, or it was undone already.')
      const changed = changedSince(tx, made) ?? laidOutSince(tx, made)
      if (changed) throw new Refusal('conflict', `${changed} The import cannot be undone; remove what is too much.`)
      for (const comicId of made.series) for (const tell of library.beforeDelete) tell(tx, comicId)
      unmake(tx, made)
      forgetMade(tx, operationId)
      for (const groupId of (operation.payload as ConfirmPayload).group_ids)
        store.changeGroup(tx, groupId, { imported_at: null, errors: [] })
      tx.emit({ type: 'library.changed' })
      const removed = { series: made.series.size, issues: made.issues.size, files: made.files.size }
      return { success: true as const, removed }
    })
  }
}

/** How somebody wants a series to be laid out ends with it; what was read is kept by content, and stays. */
function laidOutSince(tx: Tx, made: MadeRows): string | undefined {
  const id = [...made.series].find((comicId) => Object.keys(viewOf(tx, comicId)).length > 0)
  return id === undefined ? undefined : `How pages of ${findSeries(tx, id)?.name} are laid out was chosen since.`
}
