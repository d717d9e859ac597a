import type { Device } from '../auth/devices'
import { epochSeconds } from '../platform/clock'
import type { Clock } from '../platform/ports'
import type { FileRow } from '../series/file-store'
import type { Database } from '../storage/database'
import type { DocumentDigests } from './digests'
import { type SyncedDocument, saveSynced, syncedDocument } from './kosync-store'
import { pageIn, stateOf } from './machine'
import type { ReadingProgress } from './progress'
import { type ProgressRow, progressRows } from './progress-row-store'

/** Of one device: books of a lifetime. What it read last is kept. */
const MOST_DOCUMENTS = 5000

/** What KOReader says of a document. */
export interface KosyncProgress {
  document: string
  /** A page from 1, or a place in a book of text. */
  progress: string | number
  /** From 0 to 1. */
  percentage: number
  device: string
  device_id?: string
}

/** What KOReader is answered; empty when nobody read the document. */
export type Answer = Partial<KosyncProgress & { progress: string; timestamp: number }>

interface Deps {
  db: Database
  clock: Clock
  digests: DocumentDigests
  progress: ReadingProgress
}

/** Reading progress in the words of KOReader's sync. Books that are not in the library are kept as they are. */
export class KoreaderSync {
  constructor(private readonly deps: Deps) {
    deps.digests.onNamed.push((document) => this.takeUp(document))
  }

  put(said: KosyncProgress, device: Device | undefined): { document: string; timestamp: number } {
    const { db, clock } = this.deps
    const { document, percentage, device: model, device_id = null } = said
    const stands = this.counts(said, device)
    const synced_at = clock.now()
    if (stands) {
      const place = { progress: String(said.progress), percentage, device: model, device_id, synced_at }
      const row = { document, ...place, key_device_id: device?.device_id ?? null }
      db.write((tx) => saveSynced(tx, row, MOST_DOCUMENTS))
    }
    return { document, timestamp: epochSeconds(synced_at) }
  }

  /** The newest word, be it KOReader's own or that of another reader. */
  get(document: string): Answer {
    const db = this.deps.db.read
    const synced = syncedDocument(db, document)
    const found = this.find(document)
    const row = found && progressRows(db, [found.issue_id]).get(found.issue_id)
    if (found && row && (!synced || row.read_at > synced.synced_at)) return ofLibrary(document, row, found.file)
    return synced ? ofKoreader(synced) : {}
  }

  /** Whether the word stands; of an issue the library may know a newer one. */
  private counts(said: KosyncProgress, device: Device | undefined): boolean {
    const found = this.find(said.document)
    if (!found || found.file.page_count === 0) return true
    const page = pageOf(said, found.file.page_count)
    const on = { device: device?.name ?? said.device, device_id: device?.device_id }
    return this.deps.progress.set(found.issue_id, { page, ...on }).page === page
  }

  /** What was said of a document before anybody knew which file it is. */
  private takeUp(document: string): void {
    const { db, digests, progress } = this.deps
    const said = syncedDocument(db.read, document)
    const found = said && digests.find(document)
    if (!found || found.file.page_count === 0) return
    const page = pageOf(said, found.file.page_count)
    progress.set(found.issue_id, { page, device: said.device, at: said.synced_at })
  }

  /** A document that nobody knows may be a file that nobody looked at. */
  private find(document: string) {
    const found = this.deps.digests.find(document)
    if (!found) this.deps.digests.begin()
    return found
  }
}

function pageOf({ progress, percentage }: Pick<KosyncProgress, 'progress' | 'percentage'>, pageCount: number): number {
  const page = /^\d{1,6}$/.test(String(progress)) ? Number(progress) : Math.round(percentage * pageCount)
  return Math.min(Math.max(page, 1), pageCount) - 1
}

function ofKoreader({ document, progress, percentage, device, device_id, synced_at }: SyncedDocument): Answer {
  const from = { device, ...(device_id === null ? {} : { device_id }) }
  return { document, progress, percentage, ...from, timestamp: epochSeconds(synced_at) }
}

function ofLibrary(document: string, row: ProgressRow, file: FileRow): Answer {
  if (stateOf(row) === 'unread' || file.page_count === 0) return {}
  const page = pageIn(row, file.page_count) + 1
  return {
    document,
    progress: String(page),
    percentage: page / file.page_count,
    device: row.device ?? 'Panelkeep',
    // KOReader leaves alone what comes from its own id.
    device_id: row.device_id ? `panelkeep-${row.device_id}` : 'panelkeep',
    timestamp: epochSeconds(row.read_at),
  }
}
