import { sep } from 'node:path'
import { and, desc, eq, inArray, isNotNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { isOpen } from '../downloads/machine'
import { openStages } from '../downloads/states'
import { type DownloadItem, findDownload } from '../downloads/store'
import { journal } from '../downloads/tables'

/** Queries of the download journal for requests that name a finished download. */

/** The newest open item with this name at its client or its indexer. */
export function openCalled(
  db: ReadHandle,
  name: string,
  fits: (item: DownloadItem) => boolean = () => true,
): DownloadItem | undefined {
  const called = or(eq(journal.client_name, name), eq(journal.title, name), eq(journal.item_id, name))
  return openItems(db, called).all().find(fits)
}

/** The open item for an issue. */
export function openFor(db: ReadHandle, issueId: string): DownloadItem | undefined {
  return openItems(db, eq(journal.entity_id, issueId)).get()
}

/** Whether any item with this digest was ever recorded. */
export function isKnown(db: ReadHandle, digest: string): boolean {
  return db.select({ id: journal.item_id }).from(journal).where(eq(journal.digest, digest)).get() !== undefined
}

/** Whether the download is still to be imported. The user may cancel it at any time. */
export function isStillWanted(db: ReadHandle, itemId: string): boolean {
  const item = findDownload(db, itemId)
  return item !== undefined && isOpen(item.stage)
}

/** The torrent clients that got another download with files at the same path, and may still have it. */
export function torrentClientsAt(db: ReadHandle, { item_id, content_path }: DownloadItem): string[] {
  if (content_path === null) return []
  const path = sql`${content_path}`
  const torrents = and(eq(journal.protocol, 'torrent'), isNotNull(journal.client), ne(journal.item_id, item_id))
  const overlaps = or(isWithin(journal.content_path, path), isWithin(path, journal.content_path))
  const kept = and(torrents, sql`coalesce(${journal.held}, '') <> 'gone'`, overlaps)
  const rows = db.selectDistinct({ client: journal.client }).from(journal).where(kept).all()
  return rows.flatMap(({ client }) => client ?? [])
}

const isWithin = (path: SQLWrapper, folder: SQLWrapper) =>
  sql`(${path} = ${folder} or substr(${path}, 1, length(${folder}) + 1) = ${folder} || ${sep})`

/** Newest first. */
function openItems(db: ReadHandle, which: ReturnType<typeof eq> | undefined) {
  const open = inArray(journal.stage, [...openStages])
  return db.select().from(journal).where(and(open, which)).orderBy(desc(journal.grabbed_at))
}
