import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../../base/storage/database'
import type { Handler, Operations, Tools } from '../../../base/work/operations'
import { hasReadingView } from '../../../library/reading/view-store'
import { restoreTotal } from '../../../library/series/counts-store'
import type { SeriesLibrary } from '../../../library/series/service'
import type { ContentType } from '../../../library/series/states'
import { findSeries } from '../../../library/series/store'
import { deleteMadeRows, type MadeRows } from '../../../library/series/unmake-store'
import { CONFIRM, SCAN, UNDO } from '../states'
import * as store from '../store'
import { recordImportUndo } from '../timeline'
import type { ConfirmPayload } from './confirmer'
import { changedByPerson, withoutListed } from './edits-since'
import {
  forgetMade,
  isTooLongAgo,
  lastMade,
  madeBefore,
  madeCounts,
  type NumberedMadeRow,
  raisedTotalsOf,
  rowsOf,
  seriesOfIssues,
} from './made-store'

interface Deps {
  db: Database
  clock: Clock
  operations: Operations
  /** Called when a series is deleted. */
  library: Pick<SeriesLibrary, 'beforeDelete'>
}

interface UndoPayload {
  /** The confirm to undo. */
  confirm_id: string
}

interface Removed {
  series: number
  issues: number
  files: number
}

const TOO_LONG_AGO =
  'This import is too long ago: the last 20 imports and those of the last 30 days can be undone. Remove series one by one.'
const LEFT = 'The import cannot be undone. Remove what you do not want.'

/** Rows to undo or check between two turns of the event loop. */
const SLICE = 150
/** How long a request waits for an undo before it continues in the background. */
const PATIENCE_MS = 10_000

/**
 * Removes what a confirm added to the library. Files on the disk stay and can be confirmed again. The newest rows go
 * first, and each slice deletes its own records. An interrupted run thus leaves the result of a shorter confirm, and
 * can resume.
 */
export class Undo implements Handler {
  constructor(private readonly deps: Deps) {}

  /**
   * Throws Refusal 'missing' for an unknown confirm, and 'conflict' when something was changed since. Returns the
   * operation's id when the undo takes longer than a request should wait.
   */
  async undo(kind: ContentType, confirmId: string) {
    const { db, clock, operations } = this.deps
    const removed = this.refuse(kind, confirmId)
    await this.refuseChanged(confirmId)
    const payload: UndoPayload = { confirm_id: confirmId }
    const { operation_id } = db.write(() => {
      this.refuse(kind, confirmId)
      return operations.enqueue({ kind: UNDO, subject: kind, payload })
    })
    const through = new AbortController()
    await Promise.race([operations.finished(operation_id), clock.after(PATIENCE_MS, through.signal)])
    through.abort()
    const operation = operations.find(operation_id)
    if (operation?.state === 'failed') throw new Refusal('conflict', operation.error ?? LEFT)
    return operation?.state === 'succeeded' ? { success: true as const, removed } : { operation_id }
  }

  async run(payload: unknown, { signal, report }: Tools): Promise<Removed | undefined> {
    const { db, clock, operations } = this.deps
    const { confirm_id } = payload as UndoPayload
    const all = await this.allMade(confirm_id)
    const total = all.links.length + all.issues.size + all.files.size + all.series.size
    // Named before they are removed. After a crash, those that are gone already stay without a row.
    const undone = seriesOfIssues(db.read, new Set(all.links.map(({ issue_id }) => issue_id)))
    let done = 0
    for (;;) {
      if (signal.aborted) return undefined
      const count = db.write((tx) => this.takeBack(tx, confirm_id, all))
      if (count === 0) break
      done += count
      report(done / total)
      await nextTurn()
    }
    const groups = (operations.find(confirm_id)?.payload as ConfirmPayload | undefined)?.group_ids ?? []
    for (let from = 0; from < groups.length; from += SLICE) {
      db.write((tx) => {
        for (const id of groups.slice(from, from + SLICE)) store.changeGroup(tx, id, { imported_at: null, errors: [] })
      })
      await nextTurn()
    }
    for (let from = 0; from < undone.length; from += SLICE) {
      db.write((tx) => {
        for (const one of undone.slice(from, from + SLICE)) recordImportUndo(tx, one, clock.now())
      })
      await nextTurn()
    }
    db.write((tx) => tx.emit({ type: 'library.changed' }))
    return { series: all.series.size, issues: all.issues.size, files: all.files.size }
  }

  /** Undoes the newest remaining rows and returns their number. Rows changed in the meantime block the rest. */
  private takeBack(tx: Tx, confirmId: string, all: MadeRows): number {
    const rows = lastMade(tx, confirmId, SLICE)
    const made = rowsOf(rows)
    const changed = changedByPerson(tx, made, all) ?? laidOutSince(tx, made)
    if (changed) throw new Refusal('conflict', `${changed} ${LEFT}`)
    for (const comicId of made.series) for (const tell of this.deps.library.beforeDelete) tell(tx, comicId)
    for (const { comic_id, ...totals } of raisedTotalsOf(rows)) restoreTotal(tx, comic_id, totals)
    deleteMadeRows(tx, withoutListed(tx, made, all))
    forgetMade(tx, rows)
    return rows.length
  }

  /** Returns the rows to remove. */
  private refuse(kind: ContentType, confirmId: string): Removed {
    const { db, clock, operations } = this.deps
    const operation = operations.find(confirmId)
    if (operation?.kind !== CONFIRM || operation.subject !== kind)
      throw new Refusal('missing', `There is no import ${confirmId} of ${kind === 'comic' ? 'comics' : 'manga'}.`)
    if ([SCAN, CONFIRM].some((each) => operations.active(each, kind).length > 0))
      throw new Refusal('conflict', 'A scan or import is running. Wait until it has finished, or cancel it.')
    if (operations.active(UNDO, kind).length > 0)
      throw new Refusal('conflict', 'An import is being undone. Wait until it has finished.')
    if (isTooLongAgo(db.read, kind, confirmId, clock.now())) throw new Refusal('conflict', TOO_LONG_AGO)
    const counts = madeCounts(db.read, confirmId)
    if (!counts)
      throw new Refusal('conflict', 'This import made nothing that is still there, or it was undone already.')
    return counts
  }

  /** Checked before anything is removed: either everything is undone or nothing. */
  private async refuseChanged(confirmId: string): Promise<void> {
    const all = await this.allMade(confirmId)
    for (let before: number | undefined; ; await nextTurn()) {
      const rows = madeBefore(this.deps.db.read, confirmId, before, SLICE)
      if (rows.length === 0) return
      before = rows.at(-1)!.rowid
      const made = rowsOf(rows)
      const changed = changedByPerson(this.deps.db.read, made, all) ?? laidOutSince(this.deps.db.read, made)
      if (changed) throw new Refusal('conflict', `${changed} ${LEFT}`)
    }
  }

  private async allMade(confirmId: string): Promise<MadeRows> {
    const all: NumberedMadeRow[] = []
    for (let before: number | undefined; ; await nextTurn()) {
      const rows = madeBefore(this.deps.db.read, confirmId, before, SLICE * 20)
      if (rows.length === 0) return rowsOf(all)
      all.push(...rows)
      before = rows.at(-1)!.rowid
    }
  }
}

/**
 * Whether a user changed the page layout of a series, which is removed with it. Reading progress belongs to the
 * content, and stays.
 */
function laidOutSince(db: ReadHandle, made: MadeRows): string | undefined {
  const id = [...made.series].find((comicId) => hasReadingView(db, comicId))
  return id === undefined ? undefined : `How pages of ${findSeries(db, id)?.name} are laid out was chosen since.`
}
