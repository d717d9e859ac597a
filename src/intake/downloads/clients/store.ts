import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { openStages } from '../states'
import { downloadClients, journal, pathMappings } from '../tables'

/** Includes the secret: only for the client itself and the settings. */
export type ClientRow = typeof downloadClients.$inferSelect
export type ClientPathMapping = Pick<typeof pathMappings.$inferSelect, 'remote' | 'local'>

/** State of a row before the first request. */
export const NEW_CLIENT_STATE = {
  version: null,
  failure: null,
  detail: null,
  failing_since: null,
  last_ok_at: null,
} satisfies Partial<ClientRow>

const allClients = preparedQuery((db: ReadHandle) =>
  db.select().from(downloadClients).orderBy(asc(downloadClients.position), asc(downloadClients.name)).prepare(),
)

/** All clients, in the user's order. */
export function listClients(db: ReadHandle): ClientRow[] {
  return allClients(db).all()
}

const clientById = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(downloadClients)
    .where(eq(downloadClients.client_id, sql.placeholder('client_id')))
    .prepare(),
)

export function findClient(db: ReadHandle, clientId: string): ClientRow | undefined {
  return clientById(db).get({ client_id: clientId })
}

/** A client's names for folders, in the user's order. */
export function pathMappingsOf(db: ReadHandle, clientId: string): ClientPathMapping[] {
  return db
    .select({ remote: pathMappings.remote, local: pathMappings.local })
    .from(pathMappings)
    .where(eq(pathMappings.client_id, clientId))
    .orderBy(asc(pathMappings.position))
    .all()
}

/** Adds a client or changes it. */
export function saveClient(tx: Tx, row: ClientRow): void {
  const { client_id: _id, ...set } = row
  tx.insert(downloadClients).values(row).onConflictDoUpdate({ target: downloadClients.client_id, set }).run()
}

export type ClientHealthRow = Pick<ClientRow, keyof typeof NEW_CLIENT_STATE>

/** Saves the client's health. A client that was removed meanwhile is not restored. */
export function saveClientHealth(tx: Tx, clientId: string, standing: Partial<ClientHealthRow>): void {
  tx.update(downloadClients).set(standing).where(eq(downloadClients.client_id, clientId)).run()
}

export function movePosition(tx: Tx, clientId: string, position: number): void {
  tx.update(downloadClients).set({ position }).where(eq(downloadClients.client_id, clientId)).run()
}

/** Removes the client with its path mappings. */
export function removeClient(tx: Tx, clientId: string): void {
  tx.delete(downloadClients).where(eq(downloadClients.client_id, clientId)).run()
}

export function replaceMappings(tx: Tx, clientId: string, rows: (typeof pathMappings.$inferInsert)[]): void {
  tx.delete(pathMappings).where(eq(pathMappings.client_id, clientId)).run()
  for (const row of rows) tx.insert(pathMappings).values(row).run()
}

const isOpen = inArray(journal.stage, [...openStages])
const isHeld = inArray(journal.held, ['waiting', 'dropping', 'seeding'])

/** Number of open items in the client, and of ended ones that it still has to remove. */
export function countItemsOfClient(db: ReadHandle, clientId: string): { open: number; held: number } {
  const mine = eq(journal.client, clientId)
  const counted = (which: SQL) => db.select({ all: count() }).from(journal).where(and(mine, which)).get()!.all
  return { open: counted(isOpen), held: counted(isHeld) }
}
