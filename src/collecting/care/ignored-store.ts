import { and, eq, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { careIgnored } from './tables'

const is = sql.placeholder

const find = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(careIgnored)
    .where(and(eq(careIgnored.kind, is('kind')), eq(careIgnored.subject, is('subject'))))
    .prepare(),
)

/** Whether the user left the subject as it is. `kind` is `copies`, `pair` or the kind of a finding. */
export function isIgnored(db: ReadHandle, kind: string, subject: string): boolean {
  return find(db).get({ kind, subject }) !== undefined
}

export function setIgnored(tx: Tx, kind: string, subjects: readonly string[], ignored: boolean): void {
  const list = JSON.stringify(subjects)
  if (ignored)
    tx.run(sql`insert or ignore into care_ignored (kind, subject) select ${kind}, value from json_each(${list})`)
  else tx.run(sql`delete from care_ignored where kind = ${kind} and subject in (select value from json_each(${list}))`)
}
