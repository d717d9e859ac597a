import { normalNumber, sortKey } from '../../base/names/numbers'
import { callerId } from '../../base/platform/caller'
import { plus } from '../../base/platform/clock'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Random } from '../../base/platform/ports'
import type { ProviderName } from '../../base/providers/descriptors'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import { issueTableValues, seriesTableValues } from '../../library/metadata/edit/table-values'
import * as sources from '../../library/metadata/store'
import { ageRatings } from '../../library/series/age-ratings'
import { needSeries } from '../../library/series/need'
import { findIssue, findSeries, type IssueRow, issuesOf, type SeriesRow } from '../../library/series/store'
import { type Move, orderOfMoves } from './row-order'
import type * as schema from './schema'
import { EDIT, type EditPayload, type EditSubject, type FieldValues, MOST_ROWS } from './states'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  operations: Operations
  order: () => ProviderName[]
}

/** Rows that are read in one turn of the event loop. */
const AT_ONCE = 50
const KEPT_MS = 90 * 86_400_000
const SUGGESTIONS = { age_rating: ageRatings.map(({ word }) => word) }
/** Rows in a reply that were not saved. */
const MOST_LEFT = 200

/** Tables in which many series or issues are edited: their rows, saving, and undo. */
export class EditTables {
  constructor(private readonly deps: Deps) {}

  async rows({ of, ids = [], comic_id }: schema.TableBody): Promise<schema.TableReply> {
    const wanted = comic_id === undefined ? [...new Set(ids)] : this.idsOf(of, comic_id)
    if (wanted.length === 0) throw new Refusal('invalid', 'Send ids, or the series whose issues to edit.')
    const rows: schema.TableRow[] = []
    const named = wanted.slice(0, MOST_ROWS)
    for (let at = 0; at < named.length; at += AT_ONCE) {
      const some = named.slice(at, at + AT_ONCE)
      rows.push(...some.flatMap((id) => (of === 'series' ? this.seriesRow(id) : this.issueRow(id))))
      await nextTurn()
    }
    return { of, rows, left: wanted.length - named.length, suggestions: SUGGESTIONS }
  }

  /** Saves values, each compared with the one that the table showed. Rows that changed meanwhile are not saved. */
  async save({ series = [], issues = [] }: schema.EditBody): Promise<schema.EditReply> {
    const { db, clock, random, operations } = this.deps
    if (series.length > 0 === issues.length > 0) throw new Refusal('invalid', 'Send changes of series or of issues.')
    const of: EditSubject = series.length > 0 ? 'series' : 'issues'
    const changes: schema.EditChange[] = of === 'series' ? series : issues
    const twice = changes.find(({ id }, at) => changes.findIndex((each) => each.id === id) !== at)
    if (twice) throw new Refusal('invalid', `${twice.id} is listed twice.`)
    const edit_id = random.id()
    const read: ReturnType<EditTables['rowOf']>[] = []
    for (const [at, change] of changes.entries()) {
      read.push(this.rowOf(of, change))
      if (at % AT_ONCE === AT_ONCE - 1) await nextTurn()
    }
    const rows = orderOfMoves(read).map(({ row }) => row)
    const payload: EditPayload = { edit_id }
    const operation = db.write((tx) => {
      store.addEdit(tx, { edit_id, of, state: 'running', edited_by: callerId(), created_at: clock.now() })
      store.addRows(tx, edit_id, rows)
      return operations.enqueue({ kind: EDIT, subject: edit_id, payload })
    })
    await operations.finished(operation.operation_id)
    return this.detail(edit_id)
  }

  /** Returns the saved rows to the earlier values, except fields that were changed again. */
  async undo(editId: string): Promise<schema.EditReply> {
    const { db, operations } = this.deps
    const { state } = this.find(editId)
    if (state === 'running' || state === 'undoing') throw new Refusal('conflict', 'This edit is still being saved.')
    if ((store.countRows(db.read, editId).get('done') ?? 0) + (store.countRows(db.read, editId).get('kept') ?? 0) === 0)
      throw new Refusal('conflict', 'There is nothing to undo.')
    const payload: EditPayload = { edit_id: editId }
    const operation = db.write((tx) => {
      store.setEditState(tx, editId, 'undoing')
      store.markForUndo(tx, editId)
      return operations.enqueue({ kind: EDIT, subject: editId, payload })
    })
    await operations.finished(operation.operation_id)
    return this.detail(editId)
  }

  /** The caller's last edit. */
  latest(): { edit: schema.EditReply | null } {
    const edit = store.latestEdit(this.deps.db.read, callerId())
    return { edit: edit ? this.detail(edit.edit_id) : null }
  }

  detail(editId: string): schema.EditReply {
    const { read } = this.deps.db
    const { edit_id, of, state, created_at } = this.find(editId)
    const counts = store.countRows(read, editId)
    const count = (...states: Parameters<typeof counts.get>[0][]) =>
      states.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0)
    const left = store.rowsInState(read, editId, ['conflict', 'failed', 'kept'], MOST_LEFT)
    return {
      edit_id,
      of,
      state,
      created_at,
      total: [...counts.values()].reduce((sum, each) => sum + each, 0),
      saved: count('done', 'kept', 'undoing'),
      undone: count('undone'),
      left: left.map((row) => ({
        id: row.issue_id ?? row.comic_id,
        name: row.name,
        state: row.state,
        sentence: row.sentence ?? '',
      })),
    }
  }

  /** Deletes edits after 90 days. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneEdits(tx, plus(clock.now(), -KEPT_MS)))
  }

  private find(editId: string): store.EditRow {
    const edit = store.findEdit(this.deps.db.read, editId)
    if (!edit) throw new Refusal('missing', 'Edit not found.')
    return edit
  }

  private idsOf(of: EditSubject, comicId: string): string[] {
    const { read } = this.deps.db
    needSeries(read, comicId)
    return of === 'series' ? [comicId] : issuesOf(read, comicId).map(({ issue_id }) => issue_id)
  }

  private seriesRow(id: string): schema.TableRow[] {
    const { db, order } = this.deps
    const row = findSeries(db.read, id)
    if (!row) return []
    const values = seriesTableValues(row, sources.seriesSourcesOf(db.read, id), order())
    return [{ id, comic_id: id, name: row.name, has_files: row.file_count > 0, format: null, ...values }]
  }

  private issueRow(id: string): schema.TableRow[] {
    const { db, order } = this.deps
    const row = findIssue(db.read, id)
    const series = row && findSeries(db.read, row.comic_id)
    if (!series) return []
    const values = issueTableValues(row, sources.issueSourcesOf(db.read, id), order())
    const { comic_id, file_format: format } = row
    return [{ id, comic_id, name: issueName(series, row), has_files: format !== null, format, ...values }]
  }

  /** A row of the edit, with the places in its series that an issue leaves and takes. */
  private rowOf(of: EditSubject, { id, set, seen }: schema.EditChange): Move & { row: store.NewEditedRow } {
    const { read } = this.deps.db
    const changes = fieldsIn(set)
    const fields = Object.keys(changes)
    if (fields.length === 0) throw new Refusal('invalid', 'Each row needs at least one field to change.')
    const shown = Object.fromEntries(fields.map((field) => [field, seen[field] ?? null]))
    const values = { changes, seen: shown }
    const issue = of === 'issues' ? findIssue(read, id) : undefined
    const series = findSeries(read, issue?.comic_id ?? id)
    if (!series || (of === 'issues' && !issue)) {
      const sentence = 'No longer in the library.'
      const ids = of === 'series' ? { comic_id: id, issue_id: null } : { comic_id: '', issue_id: id }
      return { row: { ...values, ...ids, name: id, state: 'failed', sentence } }
    }
    const name = issue ? issueName(series, issue) : series.name
    const { comic_id } = series
    const row: store.NewEditedRow = { ...values, comic_id, issue_id: issue?.issue_id ?? null, name, state: 'waiting' }
    if (!issue) return { row }
    const place = (sort_key: string) => [comic_id, issue.kind, issue.unit, sort_key].join(' ')
    const to = typeof changes.number === 'string' ? place(sortKey(normalNumber(changes.number))) : undefined
    return { row, from: place(issue.sort_key), ...(to === undefined ? {} : { to }) }
  }
}

/** The direction of a series has no other source to return to. */
function fieldsIn(set: FieldValues): FieldValues {
  const stated = ([field, value]: [string, unknown]) =>
    value !== undefined && !(field === 'reading_direction' && value === null)
  return Object.fromEntries(Object.entries(set).filter(stated))
}

const issueName = ({ name }: SeriesRow, { kind, number }: IssueRow) =>
  [name, kind === 'annual' ? 'Annual' : '', number].filter(Boolean).join(' ')
