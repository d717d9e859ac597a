import { and, desc, eq, isNull, like } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { downloadClients, journal, pathMappings } from '../../../intake/downloads/tables'
import type { LostFact } from './path-mappings'

/** Path mappings of the enabled clients. */
export function mappingsInUse(db: ReadHandle) {
  return db
    .select({
      client_id: downloadClients.client_id,
      client: downloadClients.name,
      remote: pathMappings.remote,
      local: pathMappings.local,
    })
    .from(pathMappings)
    .innerJoin(downloadClients, eq(downloadClients.client_id, pathMappings.client_id))
    .where(eq(downloadClients.enabled, true))
    .orderBy(downloadClients.name, pathMappings.position)
    .all()
}

/** Unresolved downloads that were not found at the path of their client; the newest of each client. */
export function lostDownloads(db: ReadHandle): LostFact[] {
  const rows = db
    .select({ client_id: downloadClients.client_id, client: downloadClients.name, reason: journal.reason })
    .from(journal)
    .innerJoin(downloadClients, eq(downloadClients.client_id, journal.client))
    .where(
      and(eq(journal.stage, 'manual_review'), isNull(journal.resolution), like(journal.reason, 'path_not_readable%')),
    )
    .orderBy(desc(journal.updated_at))
    .all()
  const newest = new Map<string, LostFact>()
  for (const { client_id, client, reason } of rows) {
    const detail = reason?.split(': ').slice(1).join(': ') || `Something that ${client} has finished was not found.`
    if (!newest.has(client_id)) newest.set(client_id, { client_id, client, detail })
  }
  return [...newest.values()]
}
