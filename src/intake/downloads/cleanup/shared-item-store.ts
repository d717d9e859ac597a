import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { openStages } from '../states'
import type { DownloadItem } from '../store'
import { journal } from '../tables'

/** What a client has, as a download names it. */
type ClientItemOf = Pick<DownloadItem, 'item_id' | 'client'> & { client_id: string }

const others = ({ item_id, client, client_id }: ClientItemOf) =>
  and(eq(journal.client_id, client_id), atClient(client ?? ''), ne(journal.item_id, item_id))

/** One program may be set up more than once, with other categories. */
const atClient = (client: string) => sql`(${journal.client} = ${client} or ${journal.client} in (
  select twin.client_id from download_clients it join download_clients twin using (type, address)
  where it.client_id = ${client}))`

const isUndecided = and(eq(journal.stage, 'manual_review'), isNull(journal.resolution))
/** Its client still has to remove it, or it may still come into the library. */
const isFollowed = or(
  inArray(journal.stage, [...openStages]),
  inArray(journal.held, ['waiting', 'dropping', 'seeding']),
  isUndecided,
)
/** The client is being given the same torrent for another download. */
const isComing = ({ client, client_id }: ClientItemOf) =>
  and(eq(journal.stage, 'reserved'), eq(journal.info_hash, client_id), atClient(client ?? ''))
/** In the library, and left to its client: that may have the only copy. */
const isLeft = and(eq(journal.stage, 'post_processed'), isNull(journal.held))

/** Whether another download uses what the client has under that id. */
export function isSharedItem(db: ReadHandle, of: ClientItemOf): boolean {
  const using = or(and(others(of), or(isFollowed, isLeft)), isComing(of))
  return db.select({ item_id: journal.item_id }).from(journal).where(using).limit(1).get() !== undefined
}

/** Its client was to keep it; what it has now is that one if `client_instance` says so. */
const isKept = and(isNull(journal.held), isNotNull(journal.client_instance))

/** The download for which Panelkeep added what the client has under that id. */
export function addedFor(db: ReadHandle, of: ClientItemOf): Pick<DownloadItem, 'client_instance'> | undefined {
  const adding = and(others(of), or(isFollowed, isKept), eq(journal.added, true))
  const newest = desc(journal.grabbed_at)
  return db.select({ client_instance: journal.client_instance }).from(journal).where(adding).orderBy(newest).get()
}
