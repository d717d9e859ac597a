import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import type { EditRowState, EditState } from './states'
import { editRows, edits } from './tables'

export type EditRow = typeof edits.$inferSelect
export type EditedRow = typeof editRows.$inferSelect

export function addEdit(tx: Tx, edit: EditRow): void {
  tx.insert(edits).values(edit).run()
}

export type NewEditedRow = Omit<EditedRow, 'edit_id' | 'position' | 'before' | 'sentence'> & { sentence?: string }

/** Adds the rows of an edit in their order. */
export function addRows(tx: Tx, editId: string, rows: readonly NewEditedRow[]): void {
  const values = rows.map(({ comic_id, issue_id, name, state, changes, seen, sentence }) => {
    return [comic_id, issue_id, name, state, JSON.stringify(changes), JSON.stringify(seen), sentence]
  })
  // One statement from JSON: a thousand rows with their parameters would be a long turn of the event loop.
  tx.run(sql`insert into edit_rows (edit_id, position, comic_id, issue_id, name, state, changes, seen, sentence)
    select ${editId}, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
    from json_each(${JSON.stringify(values)})`)
}

export function findEdit(db: ReadHandle, editId: string): EditRow | undefined {
  return db.select().from(edits).where(eq(edits.edit_id, editId)).get()
}

/** The last edit of a user. */
export function latestEdit(db: ReadHandle, userId: string): EditRow | undefined {
  const newest = [desc(edits.created_at), desc(edits.edit_id)]
  return db.select().from(edits).where(eq(edits.edited_by, userId)).orderBy(...newest).limit(1).get()
} // biome-ignore format: one glance

export function setEditState(tx: Tx, editId: string, state: EditState): void {
  tx.update(edits).set({ state }).where(eq(edits.edit_id, editId)).run()
}

const among = (editId: string, states: readonly EditRowState[]) =>
  and(eq(editRows.edit_id, editId), inArray(editRows.state, [...states]))

export function rowsInState(db: ReadHandle, editId: string, states: readonly EditRowState[], limit: number) {
  const position = asc(editRows.position)
  return db.select().from(editRows).where(among(editId, states)).orderBy(position).limit(limit).all()
}

/** The first row in the state; the last one in an undo. */
export function nextRow(db: ReadHandle, editId: string, state: 'waiting' | 'undoing'): EditedRow | undefined {
  const order = state === 'undoing' ? desc(editRows.position) : asc(editRows.position)
  return db
    .select()
    .from(editRows)
    .where(among(editId, [state]))
    .orderBy(order)
    .limit(1)
    .get()
}

/** The row of an issue, while it waits for the same change. */
export function waitingRow(db: ReadHandle, { edit_id, state }: EditedRow, issueId: string): EditedRow | undefined {
  return db
    .select()
    .from(editRows)
    .where(and(among(edit_id, [state]), eq(editRows.issue_id, issueId)))
    .get()
}

export function setRow(tx: Tx, { edit_id, position }: EditedRow, change: Partial<EditedRow>): void {
  tx.update(editRows)
    .set(change)
    .where(and(eq(editRows.edit_id, edit_id), eq(editRows.position, position)))
    .run()
}

/** Ends rows in the state. */
export function leaveRows(tx: Tx, editId: string, state: EditRowState, change: Partial<EditedRow>): void {
  tx.update(editRows)
    .set(change)
    .where(among(editId, [state]))
    .run()
}

/** Marks the saved rows of an edit for its undo. */
export function markForUndo(tx: Tx, editId: string): void {
  tx.update(editRows)
    .set({ state: 'undoing', sentence: null })
    .where(among(editId, ['done', 'kept']))
    .run()
}

export function countRows(db: ReadHandle, editId: string): Map<EditRowState, number> {
  const rows = db
    .select({ state: editRows.state, count: sql<number>`count(*)` })
    .from(editRows)
    .where(eq(editRows.edit_id, editId))
    .groupBy(editRows.state)
    .all()
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Deletes edits from before `at`, with their rows. */
export function pruneEdits(tx: Tx, at: Instant): void {
  const settled = inArray(edits.state, ['done', 'undone'])
  tx.delete(edits)
    .where(and(lt(edits.created_at, at), settled))
    .run()
}
