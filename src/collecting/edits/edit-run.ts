import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Log } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Handler, Tools } from '../../base/work/operations'
import { applyIssueEdit, applySeriesEdit } from '../../library/metadata/edit/apply-edit'
import { issueTableValues, seriesTableValues, userValues } from '../../library/metadata/edit/table-values'
import type { IssueEdit, SeriesEdit } from '../../library/metadata/schema'
import * as sources from '../../library/metadata/store'
import { needIssue, needSeries } from '../../library/series/need'
import { renumberTogether, rowsOfSwap } from './renumber'
import type { EditPayload, EditRowState, FieldValues } from './states'
import * as store from './store'

export interface EditDeps {
  db: Database
  clock: Clock
  log: Log
  order: () => ProviderName[]
}

/** The longest time for one transaction, so that the event loop is not blocked. */
const TURN_MS = 10

/** A row that was not changed, with the reason. */
export interface LeftRow {
  state: Extract<EditRowState, 'conflict' | 'failed' | 'kept'>
  sentence: string
}

/**
 * Saves the rows of an edit, or undoes them. Each row records its outcome in the transaction of its change, so an
 * interrupted run continues with the next one. A row that changed meanwhile stays as it is.
 */
export class EditRun implements Handler {
  constructor(private readonly deps: EditDeps) {}

  async run(payload: unknown, tools: Tools): Promise<unknown> {
    const { db } = this.deps
    const { edit_id } = payload as EditPayload
    const undoes = store.findEdit(db.read, edit_id)?.state === 'undoing'
    const state = undoes ? 'undoing' : 'waiting'
    for (let isDone = false; !isDone; ) {
      if (tools.signal.aborted) return undefined
      await tools.persist((tx) => {
        isDone = this.applySome(tx, edit_id, state)
      })
      await nextTurn()
    }
    await tools.persist((tx) => store.setEditState(tx, edit_id, undoes ? 'undone' : 'done'))
    return {}
  }

  /** The rows that are left stay as they are, so that the edit can be undone. */
  ended(payload: unknown, _state: 'failed' | 'cancelled', error: string): void {
    const { db } = this.deps
    const { edit_id } = payload as EditPayload
    db.write((tx) => {
      const undoes = store.findEdit(tx, edit_id)?.state === 'undoing'
      store.leaveRows(tx, edit_id, undoes ? 'undoing' : 'waiting', {
        state: undoes ? 'kept' : 'failed',
        sentence: error,
      })
      store.setEditState(tx, edit_id, undoes ? 'undone' : 'done')
    })
  }

  /** Applies rows for a short time. True when none is left. */
  private applySome(tx: Tx, editId: string, state: 'waiting' | 'undoing'): boolean {
    const end = performance.now() + TURN_MS
    do {
      const row = store.nextRow(tx, editId, state)
      if (!row) return true
      this.applyRow(tx, row)
    } while (performance.now() < end)
    return false
  }

  private applyRow(tx: Tx, row: store.EditedRow): void {
    this.guarded(tx, row, () => {
      const left = this.check(tx, row) ?? this.makeRoom(tx, row)
      if (left) return left
      const { at, order } = { at: this.deps.clock.now(), order: this.deps.order() }
      const undoes = row.state === 'undoing'
      const values = undoes ? (row.before ?? {}) : row.changes
      if (row.issue_id === null) applySeriesEdit(tx, needSeries(tx, row.comic_id), values as SeriesEdit, { at, order })
      else applyIssueEdit(tx, needIssue(tx, row.issue_id), values as IssueEdit, { at, order })
      store.setRow(tx, row, { state: undoes ? 'undone' : 'done', sentence: null, before: row.before })
      return undefined
    })
  }

  /** Numbers that issues swap change together; a chain of them needs no more than its order (`row-order.ts`). */
  private makeRoom(tx: Tx, row: store.EditedRow): LeftRow | undefined {
    const rows = rowsOfSwap(tx, row, this.deps.order())
    if (rows.length < 2) return undefined
    const open = rows.filter(
      (each) => each.position === row.position || this.guarded(tx, each, () => this.check(tx, each)),
    )
    const left = renumberTogether(tx, open, { at: this.deps.clock.now(), order: this.deps.order() })
    for (const { row: each, sentence } of left) store.setRow(tx, each, { state: leftState(each), sentence })
    const own = left.find((each) => each.row.position === row.position)
    return own && { state: leftState(row), sentence: own.sentence }
  }

  /**
   * Why the row stays as it is. A row that may change remembers the user's earlier values first.
   */
  private check(tx: Tx, row: store.EditedRow): LeftRow | undefined {
    const { values, own } = this.valuesNow(tx, row)
    if (row.state === 'undoing') {
      // A step of this undo may have run already.
      const differs = Object.keys(row.changes).some(
        (field) => !isSame(own[field], row.changes[field]) && !isSame(own[field], row.before?.[field]),
      )
      return differs ? { state: 'kept', sentence: 'Changed since the edit.' } : undefined
    }
    const changed = Object.keys(row.changes).filter((field) => {
      const isKept = row.before !== null && isSame(own[field], row.changes[field])
      return !isKept && !isSame(values[field], row.seen[field])
    })
    if (changed.length > 0) return { state: 'conflict', sentence: 'Changed since the table was opened.' }
    row.before ??= own
    return undefined
  }

  private valuesNow(
    tx: Tx,
    { comic_id, issue_id, changes }: store.EditedRow,
  ): { values: FieldValues; own: FieldValues } {
    const fields = Object.keys(changes)
    const order = this.deps.order()
    if (issue_id !== null) {
      const issue = needIssue(tx, issue_id)
      const kept = sources.issueSourcesOf(tx, issue_id)
      return { values: issueTableValues(issue, kept, order).values, own: userValues(fields, kept) }
    }
    const series = needSeries(tx, comic_id)
    const kept = sources.seriesSourcesOf(tx, comic_id)
    return { values: seriesTableValues(series, kept, order).values, own: userValues(fields, kept, series) }
  }

  /** True when the row was changed; otherwise the row records the reason. */
  private guarded(tx: Tx, row: store.EditedRow, work: () => LeftRow | undefined): boolean {
    try {
      const left = work()
      if (left) store.setRow(tx, row, left)
      return left === undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      store.setRow(tx, row, { state: leftState(row), sentence: error.detail })
      return false
    }
  }
}

/** Values by content; an absent value, null and an empty list are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

const textOf = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)

const leftState = ({ state }: store.EditedRow) => (state === 'undoing' ? 'kept' : 'failed')
