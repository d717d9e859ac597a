import type { Device } from '../auth/devices'
import { pageIn, percentOf, stateOf } from '../reading/machine'
import type { ReadingProgress } from '../reading/progress'
import { type ProgressRow, progressRows } from '../reading/progress-row-store'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import type { Catalog } from './service'
import type { Book } from './store'
import type { Place, ProgressionUpdate } from './v2-progression-documents'

/** Reading progress that apps read and write back, in whatever form. */
export class Progression {
  constructor(private readonly deps: { db: Database; catalog: Catalog; progress: ReadingProgress }) {}

  /** Undefined while the issue is unread. Throws Refusal 'missing' when it or its file is not there. */
  of(issueId: string): Place | undefined {
    const { book } = this.deps.catalog.publication(issueId)
    const row = this.row(issueId)
    return row && stateOf(row) !== 'unread' ? placeOf(book, row) : undefined
  }

  /**
   * Answers the place that counts now, and whether it is the first. Throws Refusal 'missing' when the issue or its file
   * is not there, 'invalid' for a body that `read` refuses, 'conflict' when something newer is known.
   */
  put(
    issueId: string,
    read: (book: Book) => ProgressionUpdate,
    device: Device | undefined,
  ): { place: Place; isFirst: boolean } {
    const { book } = this.deps.catalog.publication(issueId)
    const { at, page, device: app } = read(book)
    const isFirst = this.row(issueId) === undefined
    const on = { device: device?.name ?? app?.name, device_id: app?.id ?? device?.device_id }
    const { read_at } = this.deps.progress.set(issueId, { page, at, ...on })
    if (read_at > at) throw new Refusal('conflict', `The issue was read after that, at ${read_at}.`)
    return { place: placeOf(book, this.row(issueId)!), isFirst }
  }

  private row(issueId: string): ProgressRow | undefined {
    return progressRows(this.deps.db.read, [issueId]).get(issueId)
  }
}

function placeOf(book: Book, row: ProgressRow): Place {
  // A better copy may have other pages than the one that was read.
  const page = pageIn(row, book.file.page_count)
  return { book, page, share: percentOf(row), read_at: row.read_at, device: { id: row.device_id, name: row.device } }
}
