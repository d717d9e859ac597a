import type { ChangeMemo } from '../../base/events/change-memo'
import { nextTurn } from '../../base/platform/event-loop'
import type { Database } from '../../base/storage/database'
import { readStateOf } from '../../library/reading/machine'
import type { OpenedBooks } from './condition-store'
import * as store from './opened-store'

/** Rows of progress that are read in one turn of the event loop. */
const STEP = 400

interface Kept {
  /** The newest revision of the user that is counted in. */
  revision: number
  /** The newest row of each book, the books in the order in which they were read once they are sorted. */
  books: Map<string, store.RevisedProgress>
  isSorted: boolean
  /** The row that was read last. */
  last: store.RevisedProgress | undefined
  lists: OpenedBooks | undefined
  reading: Promise<void> | undefined
}

/**
 * What each caller is reading and has read. A user may have read tens of thousands of books, and each page that is
 * turned changes one of them: so the whole is read once, over several turns of the event loop, and later only the rows
 * with newer revisions.
 */
export class OpenedShelf {
  /** `memo`: kept until the library changes, not until reading does. */
  constructor(private readonly deps: { db: Database; memo: ChangeMemo }) {}

  /** Reads what is new. */
  prepare(): Promise<void> {
    const kept = this.kept()
    kept.reading ??= this.readAll(kept).finally(() => {
      kept.reading = undefined
    })
    return kept.reading
  }

  /** After `prepare`, in the same turn. */
  books(): OpenedBooks {
    const kept = this.kept()
    // A change of the library since `prepare` has cleared what was kept.
    while (this.readStep(kept)) kept.lists = undefined
    kept.lists ??= listsOf(kept)
    return kept.lists
  }

  private kept(): Kept {
    return this.deps.memo.get('komga opened', (): Kept => {
      return { revision: 0, books: new Map(), isSorted: true, last: undefined, lists: undefined, reading: undefined }
    })
  }

  private async readAll(kept: Kept): Promise<void> {
    while (this.readStep(kept)) await nextTurn()
  }

  /** Returns whether there may be more. */
  private readStep(kept: Kept): boolean {
    const { read } = this.deps.db
    const rows = store.revisedProgress(read, kept.revision, STEP)
    const last = rows.at(-1)
    if (last === undefined) return false
    apply(kept, store.booksOfProgress(read, rows))
    kept.revision = last.revision
    kept.lists = undefined
    return rows.length === STEP
  }
}

const byTime = (a: store.RevisedProgress, b: store.RevisedProgress) =>
  a.read_at < b.read_at ? -1 : a.read_at > b.read_at ? 1 : a.revision - b.revision

function apply(kept: Kept, read: readonly [id: string, row: store.RevisedProgress][]): void {
  const { books } = kept
  for (const [id, row] of read) {
    const known = books.get(id)
    if (known && byTime(known, row) > 0) continue
    books.delete(id)
    books.set(id, row)
    // Reported late, by a device that was offline.
    if (kept.last && byTime(kept.last, row) > 0) kept.isSorted = false
    else kept.last = row
  }
}

/** Once for all rows that were read: progress from another program may be in the opposite order. */
function sort(kept: Kept): void {
  if (kept.isSorted) return
  kept.books = new Map([...kept.books].sort(([, a], [, b]) => byTime(a, b)))
  kept.isSorted = true
}

function listsOf(kept: Kept): OpenedBooks {
  sort(kept)
  const newestFirst = [...kept.books].filter(([, row]) => readStateOf(row) !== 'unread').reverse()
  const those = (completed: boolean) => newestFirst.filter(([, book]) => book.completed === completed).map(([id]) => id)
  return { all: newestFirst.map(([id]) => id), read: those(true), reading: those(false) }
}
