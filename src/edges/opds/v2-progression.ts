import type { Device } from '../../base/auth/devices'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { pageIn, readShare, readStateOf } from '../../library/reading/machine'
import type { ReadingProgress } from '../../library/reading/progress'
import { type ProgressRow, progressRows } from '../../library/reading/progress-row-store'
import type { Catalog } from './service'
import type { Book } from './store'
import type { ProgressionPosition, ProgressionUpdate } from './v2-progression-documents'

/** Reading progress that apps read and write back, in either form. */
export class Progression {
  constructor(private readonly deps: { db: Database; catalog: Catalog; progress: ReadingProgress }) {}

  /** Undefined for an unread issue. Throws Refusal 'missing' when the issue does not exist or has no file. */
  of(issueId: string): ProgressionPosition | undefined {
    const { book } = this.deps.catalog.publication(issueId)
    const row = this.row(issueId)
    return row && readStateOf(row) !== 'unread' ? placeOf(book, row) : undefined
  }

  /**
   * Returns the current position, and whether it is the first. Throws Refusal 'missing' when the issue does not exist
   * or has no file, 'invalid' for a body that `read` refuses, 'conflict' when newer progress exists.
   */
  put(
    issueId: string,
    read: (book: Book) => ProgressionUpdate,
    device: Device | undefined,
  ): { place: ProgressionPosition; isFirst: boolean } {
    const { book } = this.deps.catalog.publication(issueId)
    const { at, page, device: app } = read(book)
    const isFirst = this.row(issueId) === undefined
    // Apps may use one id on every device, and one key may be used on two.
    const reporter = JSON.stringify([device?.device_id, app?.id])
    const on = { device: device?.name ?? app?.name, device_id: app?.id ?? device?.device_id, reporter }
    const { read_at, counted_at } = this.deps.progress.set(issueId, { page, at, ...on })
    if (read_at > counted_at) throw new Refusal('conflict', `The issue was read after that, at ${read_at}.`)
    return { place: placeOf(book, this.row(issueId)!), isFirst }
  }

  private row(issueId: string): ProgressRow | undefined {
    return progressRows(this.deps.db.read, [issueId]).get(issueId)
  }
}

function placeOf(book: Book, row: ProgressRow): ProgressionPosition {
  // A better copy may have other pages than the copy that was read.
  const page = pageIn(row, book.file.page_count)
  return { book, page, share: readShare(row), read_at: row.read_at, device: { id: row.device_id, name: row.device } }
}
