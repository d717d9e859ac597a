import type { Device } from '../../base/auth/devices'
import { allPages, shownPages } from '../../base/formats/archives/page-order'
import { asUser } from '../../base/platform/caller'
import { epochSeconds } from '../../base/platform/clock'
import type { Clock } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { FileRow } from '../series/file-store'
import type { DocumentDigests } from './digests'
import { readersOfDocument, type SyncedDocument, saveSynced, syncedDocument } from './kosync-store'
import { pageIn, readStateOf } from './machine'
import type { ReadingProgress } from './progress'
import { type ProgressRow, progressRows } from './progress-row-store'

/** Per device key: a lifetime of books. The last read ones are kept. */
const MOST_DOCUMENTS = 2000

/** Progress of a document, as KOReader sends it. */
interface KosyncProgress {
  document: string
  /** A page from 1, or a position in a text book. */
  progress: string | number
  /** From 0 to 1. */
  percentage: number
  device: string
  device_id?: string
}

/** The reply to KOReader; empty when the document has no progress. */
type KosyncReply = Partial<KosyncProgress & { progress: string; timestamp: number }>

interface Deps {
  db: Database
  clock: Clock
  digests: DocumentDigests
  progress: ReadingProgress
}

/** Reading progress in KOReader's sync protocol. Progress of books that are not in the library is stored unchanged. */
export class KoreaderSync {
  constructor(private readonly deps: Deps) {
    deps.digests.onDigest.push((document) => {
      for (const userId of readersOfDocument(deps.db.read, document)) asUser(userId, () => this.applyStored(document))
    })
  }

  put(update: KosyncProgress, device: Device | undefined): { document: string; timestamp: number } {
    const { db, clock } = this.deps
    const { document, percentage, device: model, device_id = null } = update
    const accepted = this.accept(update, device)
    const synced_at = clock.now()
    if (accepted) {
      const place = { progress: String(update.progress), percentage, device: model, device_id, synced_at }
      const row = { document, ...place, key_device_id: device?.device_id ?? null }
      db.write((tx) => saveSynced(tx, row, MOST_DOCUMENTS))
    }
    return { document, timestamp: epochSeconds(synced_at) }
  }

  /** The newest progress, from KOReader or from any other reader. */
  get(document: string): KosyncReply {
    const db = this.deps.db.read
    const synced = syncedDocument(db, document)
    const found = this.find(document)
    const row = found && progressRows(db, [found.issue_id]).get(found.issue_id)
    if (found && row && (!synced || row.read_at > synced.synced_at)) return ofLibrary(document, row, found.file)
    return synced ? ofKoreader(synced) : {}
  }

  /** Whether the progress is accepted; the library may have a newer one for an issue. */
  private accept(update: KosyncProgress, device: Device | undefined): boolean {
    const found = this.find(update.document)
    if (!found || found.file.page_count === 0) return true
    const page = pageOf(update, found.file)
    const on = { device: device?.name ?? update.device, device_id: device?.device_id }
    return this.deps.progress.set(found.issue_id, { page, ...on }).page === page
  }

  /** Applies progress that the caller sent before the document's file was known. */
  private applyStored(document: string): void {
    const { db, digests, progress } = this.deps
    const update = syncedDocument(db.read, document)
    const found = update && digests.find(document)
    if (!found || found.file.page_count === 0) return
    const page = pageOf(update, found.file)
    progress.set(found.issue_id, { page, device: update.device, at: update.synced_at })
  }

  /** An unknown document may be a file without a digest. */
  private find(document: string) {
    const found = this.deps.digests.find(document)
    if (!found) this.deps.digests.startPass()
    return found
  }
}

/** KOReader reads the file itself, and so counts hidden pages too: the next shown page, or the last. */
function pageOf({ progress, percentage }: Pick<KosyncProgress, 'progress' | 'percentage'>, file: FileRow): number {
  const { page_count } = allPages(file)
  const page = /^\d{1,6}$/.test(String(progress)) ? Number(progress) : Math.round(percentage * page_count)
  const at = Math.min(Math.max(page, 1), page_count) - 1
  const shown = pagesOf(file).findIndex((each) => each >= at)
  return shown < 0 ? file.page_count - 1 : shown
}

const pagesOf = (file: FileRow) => shownPages(allPages(file).page_count, file.hidden_pages?.pages ?? [])

function ofKoreader({ document, progress, percentage, device, device_id, synced_at }: SyncedDocument): KosyncReply {
  const from = { device, ...(device_id === null ? {} : { device_id }) }
  return { document, progress, percentage, ...from, timestamp: epochSeconds(synced_at) }
}

function ofLibrary(document: string, row: ProgressRow, file: FileRow): KosyncReply {
  if (readStateOf(row) === 'unread' || file.page_count === 0) return {}
  const page = pagesOf(file)[pageIn(row, file.page_count)]! + 1
  return {
    document,
    progress: String(page),
    percentage: page / allPages(file).page_count,
    device: row.device ?? 'Panelkeep',
    // KOReader ignores progress that carries its own id.
    device_id: row.device_id ? `panelkeep-${row.device_id}` : 'panelkeep',
    timestamp: epochSeconds(row.read_at),
  }
}
