import { and, asc, count, desc, eq, gt, inArray, lt, max, or, sql } from 'drizzle-orm'
import { callerId } from '../../../base/platform/caller'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { aiAttachments, aiMessages, aiThreads } from './tables'

export type ThreadRow = typeof aiThreads.$inferSelect
export type MessageRow = typeof aiMessages.$inferSelect
export type AttachmentRow = typeof aiAttachments.$inferSelect

/** Begins a thread of the caller. */
export function insertThread(tx: Tx, row: Omit<ThreadRow, 'user_id'>): void {
  tx.insert(aiThreads)
    .values({ ...row, user_id: callerId() })
    .run()
}

const isOwn = () => eq(aiThreads.user_id, callerId())

/** Undefined for a thread of another user. */
export function findThread(db: ReadHandle, threadId: string): ThreadRow | undefined {
  return db
    .select()
    .from(aiThreads)
    .where(and(eq(aiThreads.thread_id, threadId), isOwn()))
    .get()
}

/** The start of a page of threads. */
export type ThreadPlace = Pick<ThreadRow, 'updated_at' | 'thread_id'>

/** The caller's threads, last changed first. */
export function listThreads(db: ReadHandle, limit: number, behind?: ThreadPlace): ThreadRow[] {
  const isBehind =
    behind &&
    or(
      lt(aiThreads.updated_at, behind.updated_at),
      and(eq(aiThreads.updated_at, behind.updated_at), lt(aiThreads.thread_id, behind.thread_id)),
    )
  return db
    .select()
    .from(aiThreads)
    .where(and(isOwn(), isBehind))
    .orderBy(desc(aiThreads.updated_at), desc(aiThreads.thread_id))
    .limit(limit)
    .all()
}

export function countMessages(db: ReadHandle, threadIds: readonly string[]): Map<string, number> {
  const rows = db
    .select({ thread_id: aiMessages.thread_id, messages: count() })
    .from(aiMessages)
    .where(inArray(aiMessages.thread_id, [...threadIds]))
    .groupBy(aiMessages.thread_id)
    .all()
  return new Map(rows.map(({ thread_id, messages }) => [thread_id, messages]))
}

export function renameThread(tx: Tx, threadId: string, title: string): void {
  tx.update(aiThreads)
    .set({ title })
    .where(and(eq(aiThreads.thread_id, threadId), isOwn()))
    .run()
}

/** Deletes the thread with its messages and the rows of their images. */
export function deleteThread(tx: Tx, threadId: string): void {
  tx.delete(aiThreads)
    .where(and(eq(aiThreads.thread_id, threadId), isOwn()))
    .run()
}

export type NewMessage = Omit<MessageRow, 'position' | 'results' | 'error' | 'retryable'>

/** Adds a message at the end of its thread. */
export function insertMessage(tx: Tx, message: NewMessage): MessageRow {
  const { thread_id, created_at } = message
  const last = tx
    .select({ position: max(aiMessages.position) })
    .from(aiMessages)
    .where(eq(aiMessages.thread_id, thread_id))
    .get()
  tx.update(aiThreads).set({ updated_at: created_at }).where(eq(aiThreads.thread_id, thread_id)).run()
  return tx
    .insert(aiMessages)
    .values({ ...message, position: (last?.position ?? 0) + 1, results: [], error: null, retryable: false })
    .returning()
    .get()
}

/** Undefined when the thread was deleted meanwhile. */
export function changeMessage(
  tx: Tx,
  messageId: string,
  change: Partial<Pick<MessageRow, 'content' | 'status' | 'results' | 'error' | 'retryable'>>,
): MessageRow | undefined {
  return tx.update(aiMessages).set(change).where(eq(aiMessages.message_id, messageId)).returning().get()
}

export function deleteMessage(tx: Tx, messageId: string): void {
  tx.delete(aiMessages).where(eq(aiMessages.message_id, messageId)).run()
}

/** Deletes the messages after `position` in the thread. */
export function deleteMessagesBehind(
  tx: Tx,
  { thread_id, position }: Pick<MessageRow, 'thread_id' | 'position'>,
): void {
  tx.delete(aiMessages)
    .where(and(eq(aiMessages.thread_id, thread_id), gt(aiMessages.position, position)))
    .run()
}

/** The messages of a thread, in order. */
export function messagesOf(db: ReadHandle, threadId: string): MessageRow[] {
  return db.select().from(aiMessages).where(eq(aiMessages.thread_id, threadId)).orderBy(asc(aiMessages.position)).all()
}

/** The last messages of a thread, in order. */
export function lastMessages(db: ReadHandle, threadId: string, limit: number): MessageRow[] {
  return db
    .select()
    .from(aiMessages)
    .where(eq(aiMessages.thread_id, threadId))
    .orderBy(desc(aiMessages.position))
    .limit(limit)
    .all()
    .reverse()
}

const endUnfinished = preparedQuery((tx: Tx) =>
  tx
    .update(aiMessages)
    .set({ status: 'error', error: sql`${sql.placeholder('error')}`, retryable: true })
    .where(sql`${aiMessages.status} = 'streaming'`)
    .prepare(),
)

/** Ends replies that no process writes any more, with a sentence. */
export function endStreaming(tx: Tx, error: string): void {
  endUnfinished(tx).run({ error })
}

export function insertAttachment(tx: Tx, row: AttachmentRow): void {
  tx.insert(aiAttachments).values(row).run()
}

/** The images of a thread's messages, in order. */
export function attachmentsOf(db: ReadHandle, threadId: string): AttachmentRow[] {
  const inThread = db
    .select({ message_id: aiMessages.message_id })
    .from(aiMessages)
    .where(eq(aiMessages.thread_id, threadId))
  return db
    .select()
    .from(aiAttachments)
    .where(inArray(aiAttachments.message_id, inThread))
    .orderBy(asc(aiAttachments.message_id), asc(aiAttachments.position))
    .all()
}

/** The ids that have a row. */
export function knownAttachments(db: ReadHandle, ids: readonly string[]): Set<string> {
  const rows = db
    .select({ attachment_id: aiAttachments.attachment_id })
    .from(aiAttachments)
    .where(inArray(aiAttachments.attachment_id, [...ids]))
    .all()
  return new Set(rows.map(({ attachment_id }) => attachment_id))
}
