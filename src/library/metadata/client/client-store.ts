import { asc, desc, eq, lt, sql, sum } from 'drizzle-orm'
import type { Instant } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { metadataProviders, metadataReplies } from '../tables'

export type ProviderHealthRow = typeof metadataProviders.$inferSelect
export type KeptReply = typeof metadataReplies.$inferSelect

const healthOf = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(metadataProviders)
    .where(eq(metadataProviders.provider, sql.placeholder('provider')))
    .prepare(),
)

export function findProviderHealth(db: ReadHandle, provider: ProviderName): ProviderHealthRow | undefined {
  return healthOf(db).get({ provider })
}

export function saveProviderHealth(tx: Tx, provider: ProviderName, change: Partial<ProviderHealthRow>): void {
  tx.insert(metadataProviders)
    .values({ ...change, provider })
    .onConflictDoUpdate({ target: metadataProviders.provider, set: { ...change, provider } })
    .run()
}

const replyByKey = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(metadataReplies)
    .where(eq(metadataReplies.key, sql.placeholder('key')))
    .prepare(),
)

export function findReply(db: ReadHandle, key: string): KeptReply | undefined {
  return replyByKey(db).get({ key })
}

export function saveReply(tx: Tx, row: KeptReply): void {
  tx.insert(metadataReplies).values(row).onConflictDoUpdate({ target: metadataReplies.key, set: row }).run()
}

/** The service confirmed that the reply is unchanged. */
export function confirmReply(tx: Tx, key: string, at: Instant, freshUntil: Instant): void {
  tx.update(metadataReplies).set({ kept_at: at, fresh_until: freshUntil }).where(eq(metadataReplies.key, key)).run()
}

export function forgetReply(tx: Tx, key: string): void {
  tx.delete(metadataReplies).where(eq(metadataReplies.key, key)).run()
}

/** Deletes replies from before `before`, then the oldest until at most `mostBytes` are left. */
export function pruneReplies(tx: Tx, before: Instant, mostBytes: number): void {
  tx.delete(metadataReplies).where(lt(metadataReplies.kept_at, before)).run()
  const total = tx
    .select({ size: sum(metadataReplies.size) })
    .from(metadataReplies)
    .get()
  if (Number(total?.size ?? 0) <= mostBytes) return
  let room = mostBytes
  const { key, size } = metadataReplies
  for (const row of tx
    .select({ key, size })
    .from(metadataReplies)
    .orderBy(desc(metadataReplies.kept_at), asc(key))
    .all()) {
    room -= row.size
    if (room < 0) forgetReply(tx, row.key)
  }
}
