import type { ChangeMemo } from '../../base/events/change-memo'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle } from '../../base/storage/database'
import { pageIn, readStateOf } from '../../library/reading/machine'
import { type ProgressRow, progressRows } from '../../library/reading/progress-row-store'
import * as reading from '../../library/reading/progress-store'
import type { CatalogSearch } from '../opds/search'
import { type Book, booksOf } from '../opds/store'
import * as store from './book-list-store'
import type { Condition } from './condition'
import { type BookNumber, numbersOf } from './numbers'
import { type Rows, spanOf } from './page'
import type { PageRequest, Sort } from './query'
import type { BookProgress, BookRecord } from './records'
import { libraryOf } from './states'
import type { LibraryWords } from './words'

/** Books that one search finds. */
const MOST_FOUND = 1000
const NUMBER = 'metadata.numberSort'

export interface BookQuery {
  condition: Condition
  sorts: readonly Sort[]
  paging: PageRequest
  words?: string
  /** The ids of a list, in whose order they come. */
  among?: readonly string[]
}

interface Deps {
  db: Database
  /** Kept until the library changes, and until the library or reading changes. */
  memo: ChangeMemo
  readingMemo: ChangeMemo
  search: CatalogSearch
  words: LibraryWords
}

/** The readable issues as books. */
export class Books {
  constructor(private readonly deps: Deps) {}

  async list(query: BookQuery): Promise<Rows<string>> {
    const { condition, paging } = query
    const sorts = store.knownBookSorts(query.sorts)
    const among = this.found(query)
    const sorted = sorts.length > 0 || query.words !== undefined
    const of = store.seriesNamedBy(condition)
    if (of?.length === 1 && among === undefined) return this.ofSeries(of[0]!, condition, sorts, paging)
    const known = this.deps.words
    const list = { condition, sorts, ...(among === undefined ? {} : { among }) }
    const count = () => store.countBooks(this.deps.db.read, list, known)
    const total = this.deps.readingMemo.get(`komga count ${JSON.stringify([condition, among ?? null])}`, count)
    const content = store.listedBooks(this.deps.db.read, list, spanOf(paging), known)
    return { content, total, request: paging, sorted }
  }

  /** The books of one series are ordered by numbers that follow from each other. */
  private ofSeries(comicId: string, condition: Condition, sorts: readonly Sort[], paging: PageRequest): Rows<string> {
    const numbers = this.numbers(comicId)
    const numbered = (test: (sort: number) => boolean) =>
      [...numbers].filter(([, { sort }]) => test(sort)).map(([issueId]) => issueId)
    const { words } = this.deps
    const known = {
      like: words.like.bind(words),
      rolesCalled: words.rolesCalled.bind(words),
      opened: words.opened,
      numbered,
    }
    const isByNumber = sorts.length === 0 || sorts[0]!.key === NUMBER
    const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
    // Of a series that exists only for story arcs, too.
    const list = { condition, sorts: isByNumber ? [] : sorts, among: [...numbers.keys()] }
    const ids = store.listedBooks(this.deps.db.read, list, all, known)
    const inOrder = isByNumber && sorts[0]?.descending ? ids.toReversed() : ids
    const { limit, offset } = spanOf(paging)
    return {
      content: inOrder.slice(offset, offset + limit),
      total: ids.length,
      request: paging,
      sorted: sorts.length > 0,
    }
  }

  private found({ words, among }: BookQuery): readonly string[] | undefined {
    if (words === undefined) return among
    const hits = this.deps.search.find(words)
    const ids = hits.ids({ limit: MOST_FOUND, offset: 0 })
    return among === undefined ? ids : ids.filter((id) => among.includes(id))
  }

  /** The numbers of the readable issues of a series, in order. */
  numbers(comicId: string): ReadonlyMap<string, BookNumber> {
    const make = () => numbersOf(store.issuesToNumber(this.deps.db.read, comicId))
    return this.deps.memo.get(`komga numbers ${comicId}`, make)
  }

  /** Throws Refusal 'missing' when the book does not exist or has no file. */
  one(issueId: string): BookRecord {
    const [book] = this.records([issueId])
    if (!book) throw new Refusal('missing', `There is no book ${issueId.slice(0, 100)}.`)
    return book
  }

  /** In the order of `issueIds`; those without a file are left out. */
  records(issueIds: readonly string[], db: ReadHandle = this.deps.db.read): BookRecord[] {
    const books = booksOf(db, issueIds)
    const ids = books.map(({ issue }) => issue.issue_id)
    const progress = progressRows(db, ids)
    const facts = store.factsOfIssues(db, ids)
    return books.map((book) => {
      const { issue_id, comic_id } = book.issue
      return {
        ...book,
        library: libraryOf(book.series.content_type),
        number: this.numbers(comic_id).get(issue_id) ?? { sort: 0, place: 0, text: book.issue.number },
        facts: facts.get(issue_id),
        progress: progressIn(book, progress.get(issue_id)),
      }
    })
  }

  /** The book `step` places further in its series; undefined at the ends. */
  beside(issueId: string, step: 1 | -1): BookRecord | undefined {
    const { issue } = this.one(issueId)
    return this.neighbour([...this.numbers(issue.comic_id).keys()], issueId, step)
  }

  neighbour(order: readonly string[], issueId: string, step: 1 | -1): BookRecord | undefined {
    const at = order.indexOf(issueId)
    const next = at < 0 ? undefined : order[at + step]
    return next === undefined ? undefined : this.records([next])[0]
  }

  /** The next issues of series that were begun, without those of other libraries. */
  onDeck(kinds: readonly string[], paging: PageRequest): Rows<string> {
    const db = this.deps.db.read
    if (kinds.length === 0) {
      const content = reading.onDeck(db, spanOf(paging)).map(({ issue_id }) => issue_id)
      return { content, total: reading.countOnDeck(db), request: paging, sorted: false }
    }
    const all = reading.onDeck(db, { limit: MOST_FOUND, offset: 0 }).map(({ issue_id }) => issue_id)
    const among = booksOf(db, all).filter(({ series }) => kinds.includes(series.content_type))
    const ids = among.map(({ issue }) => issue.issue_id)
    const { limit, offset } = spanOf(paging)
    return { content: ids.slice(offset, offset + limit), total: ids.length, request: paging, sorted: false }
  }

  /** The series of a book; undefined for an unknown one. */
  comicOf(issueId: string): string | undefined {
    return booksOf(this.deps.db.read, [issueId])[0]?.issue.comic_id
  }

  readableOf(comicId: string): string[] {
    return [...this.numbers(comicId).keys()]
  }
}

function progressIn({ file }: Book, row: ProgressRow | undefined): BookProgress | undefined {
  if (row === undefined || readStateOf(row) === 'unread') return undefined
  const { completed, started_at, read_at, device, device_id } = row
  return { completed, started_at, read_at, device, device_id, page: pageIn(row, file.page_count) }
}
