import { eq } from 'drizzle-orm'
import type { MadeRows } from '../series/unmake-store'
import type { Reader, Tx } from '../storage/database'
import { importMade } from './tables'

/** What a confirm makes, one by one. */
export type Made = Omit<typeof importMade.$inferInsert, 'operation_id'>

/** Rows of one statement: SQLite binds a limited number of values. */
const BATCH = 500

export function keepMade(tx: Tx, operation_id: string, made: readonly Made[]): void {
  for (let from = 0; from < made.length; from += BATCH) {
    const some = made.slice(from, from + BATCH).map((row) => ({ ...row, operation_id }))
    tx.insert(importMade).values(some).onConflictDoNothing().run()
  }
}

/** Undefined when the operation made nothing, or was undone. */
export function madeBy(db: Reader, operationId: string): MadeRows | undefined {
  const rows = db.select().from(importMade).where(eq(importMade.operation_id, operationId)).all()
  if (rows.length === 0) return undefined
  const ids = (kind: Made['kind']) => new Set(rows.flatMap((row) => (row.kind === kind ? row.id : [])))
  return {
    series: ids('series'),
    issues: ids('issue'),
    files: ids('file'),
    links: rows.flatMap(({ kind, id, file_id }) => (kind === 'link' ? { issue_id: id, file_id } : [])),
  }
}

export function forgetMade(tx: Tx, operationId: string): void {
  tx.delete(importMade).where(eq(importMade.operation_id, operationId)).run()
}
