import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { openStages } from '../states'
import type { DownloadItem } from '../store'
import { journal } from '../tables'

/** The client's item that belongs to a download. */
type ClientItemOf = Pick<DownloadItem, 'item_id' | 'client'> & { client_id: string }

const others = ({ item_id, client, client_id }: ClientItemOf) =>
  and(eq(journal.client_id, client_id), atClient(client ?? ''), ne(journal.item_id, item_id))

/** One program may be set up several times with different categories. */
const atClient = (client: string) => sql`(${journal.client} = ${client} or ${journal.client} in (
  select twin.client_id from download_clients it join download_clients twin using (type, address)
  where it.client_id = ${client}))`

const isUndecided = and(eq(journal.stage, 'manual_review'), isNull(journal.resolution))
/** The client still has to remove the item, or it may still be imported. */
const isFollowed = or(
  inArray(journal.stage, [...openStages]),
  inArray(journal.held, ['waiting', 'dropping', 'seeding']),
  isUndecided,
)
/** The same torrent is being sent to the client for another download. */
const isComing = ({ client, client_id }: ClientItemOf) =>
  and(eq(journal.stage, 'reserved'), eq(journal.info_hash, client_id), atClient(client ?? ''))
/** Imported and left to its client, which may have the only copy. */
const isLeft = and(eq(journal.stage, 'post_processed'), isNull(journal.held))

/** Whether another download uses the client's item with that id. */
export function isSharedItem(db: ReadHandle, of: ClientItemOf): boolean {
  const using = or(and(others(of), or(isFollowed, isLeft)), isComing(of))
  return db.select({ item_id: journal.item_id }).from(journal).where(using).limit(1).get() !== undefined
}

/** Left to its client; `client_instance` tells whether the client's item is still the same. */
const isKept = and(isNull(journal.held), isNotNull(journal.client_instance))

/** The download for which Panelkeep added the client's item with that id. */
export function addedFor(db: ReadHandle, of: ClientItemOf): Pick<DownloadItem, 'client_instance'> | undefined {
  const adding = and(others(of), or(isFollowed, isKept), eq(journal.added, true))
  const newest = desc(journal.grabbed_at)
  return db.select({ client_instance: journal.client_instance }).from(journal).where(adding).orderBy(newest).get()
}
