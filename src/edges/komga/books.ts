import type { ChangeMemo } from '../../base/events/change-memo'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle } from '../../base/storage/database'
import { pageIn, readStateOf } from '../../library/reading/machine'
import { type ProgressRow, progressRows } from '../../library/reading/progress-row-store'
import * as reading from '../../library/reading/progress-store'
import type { CatalogSearch } from '../opds/search'
import { type Book, booksOf } from '../opds/store'
import * as store from './book-list-store'
import { type BookOrders, partOf } from './book-orders'
import type { Condition } from './condition'
import { isOfWholeSeries, isTrivial, partsOf, readStatesIn, seriesNamedBy } from './condition-parts'
import type { OpenedBooks } from './condition-store'
import { type BookNumber, numbersOf } from './numbers'
import { pageOf, type Rows, type Sliced, spanOf } from './page'
import type { PageRequest, Sort } from './query'
import type { BookProgress, BookRecord } from './records'
import { libraryOf, type ReadState, readStates } from './states'
import type { LibraryWords } from './words'

/** Books that one search finds. */
const MOST_FOUND = 1000
/** Series whose books are read at once. */
const MOST_SERIES = 50
/** As far as pages are read by an index: further ones would read all that comes before. */
const MOST_BY_INDEX = 2000
/** Books of a page that is read series by series. */
const MOST_BY_NAME = 200
const NUMBER = 'metadata.numberSort'

const isReadDate = (key: string | undefined) => /^readProgress\.(?:readDate|lastModified)$/.test(key ?? '')
const isName = (key: string | undefined) => key === 'name' || key === 'series' || key === 'url'
const isByIndex = (key: string | undefined) =>
  key === undefined || /^(?:created|lastModified)(?:Date)?$|^metadata\.releaseDate$/.test(key)

/** Whether an index of releases leads to them, the newest first. */
function isOfNewReleases(condition: Condition, sort: Sort | undefined): boolean {
  if (sort?.key !== 'metadata.releaseDate' || !sort.descending) return false
  const isAfter = (part: Condition) => 'is' in part && part.is === 'date' && (part.test === 'after' || part.test === 'since') // biome-ignore format: one test
  const parts = partsOf(condition)
  return parts.some(isAfter) && parts.every((part) => isAfter(part) || isOfWholeSeries(part))
}

type AskedStates = NonNullable<ReturnType<typeof readStatesIn>>
type IdRows = Rows<string, Sliced<string>>
type Slice = Pick<IdRows, 'content' | 'total'>

function openedIn({ all, read, reading }: OpenedBooks, states: readonly ReadState[]): readonly string[] {
  if (!states.includes('READ')) return states.includes('IN_PROGRESS') ? reading : []
  return states.includes('IN_PROGRESS') ? all : read
}

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
  /** Kept until the library changes. */
  memo: ChangeMemo
  numbersMemo: ChangeMemo
  orders: BookOrders
  search: CatalogSearch
  words: LibraryWords
}

/** The readable issues as books. */
export class Books {
  constructor(private readonly deps: Deps) {}

  async list(query: BookQuery): Promise<IdRows> {
    const { condition, paging } = query
    const sorts = store.knownBookSorts(query.sorts)
    const among = this.found(query)
    const sorted = sorts.length > 0 || query.words !== undefined
    await this.deps.words.prepare(condition)
    const of = seriesNamedBy(condition)
    if (of?.length === 1 && among === undefined) return this.ofSeries(of[0]!, condition, sorts, paging)
    const rows = (content: Sliced<string>, total: number) => ({ content, total, request: paging, sorted })
    if (among !== undefined || (of !== undefined && of.length <= MOST_SERIES)) {
      const list = { condition, sorts, ofFewSeries: of !== undefined, ...(among === undefined ? {} : { among }) }
      return rows(this.read(list, paging), this.count(list))
    }
    const opened = readStatesIn(condition)
    if (opened && !opened.states.includes('UNREAD')) return this.opened(opened, sorts, paging)
    const whole = await this.ofLibrary(condition, sorts, paging)
    return rows(whole.content, whole.total)
  }

  private read(list: store.BookList, paging: PageRequest): string[] {
    return store.listedBooks(this.deps.db.read, list, spanOf(paging), this.deps.words)
  }

  private count(list: Omit<store.BookList, 'sorts'>): number {
    if (list.among !== undefined && isTrivial(list.condition)) return list.among.length
    return store.countBooks(this.deps.db.read, list, this.deps.words)
  }

  /** What the caller is reading or has read, which is known in the order of reading. */
  private opened({ states, rest }: AskedStates, sorts: readonly Sort[], paging: PageRequest): Rows<string> {
    const newestFirst = openedIn(this.deps.words.opened(), states)
    const isByDate = isReadDate(sorts[0]?.key)
    const ids = isByDate && !sorts[0]!.descending ? newestFirst.toReversed() : newestFirst
    if (isByDate && isTrivial(rest)) return pageOf(ids, paging, true)
    const list = { condition: rest, sorts: isByDate ? [] : sorts, among: ids }
    return { content: this.read(list, paging), total: this.count(list), request: paging, sorted: sorts.length > 0 }
  }

  /** By an index or by the order of the series where they lead to the page at once, else by the order of all books. */
  private async ofLibrary(condition: Condition, sorts: readonly Sort[], paging: PageRequest): Promise<Slice> {
    const { orders, db, words } = this.deps
    const { limit, offset } = spanOf(paging)
    const [first] = sorts
    if (isName(first?.key) && limit <= MOST_BY_NAME && isOfWholeSeries(condition))
      return this.byName(condition, first!.descending, paging)
    const list = { condition, sorts }
    if (offset + limit <= MOST_BY_INDEX) {
      const total = isByIndex(first?.key) ? this.quickCount(condition) : undefined
      if (total !== undefined) return { content: this.read(list, paging), total }
      if (isOfNewReleases(condition, first)) {
        const few = store.countBooks(db.read, list, words, MOST_BY_INDEX)
        const total = few < MOST_BY_INDEX ? few : (await orders.of(condition, [])).length
        return { content: this.read(list, paging), total }
      }
    }
    const order = await orders.of(condition, sorts)
    return { content: partOf(order, { limit, offset }), total: order.length }
  }

  /** The number of books where whole series and what was opened tell it. */
  private quickCount(condition: Condition): number | undefined {
    const read = readStatesIn(condition)
    const ofSeries = read?.rest ?? condition
    if (!isOfWholeSeries(ofSeries)) return undefined
    const { memo, words } = this.deps
    const count = () => this.seriesByName(ofSeries).reduce((sum, { readable }) => sum + readable, 0)
    const all = memo.get(`komga count ${JSON.stringify(ofSeries)}`, count)
    if (!read) return all
    const others = readStates.filter((state) => !read.states.includes(state))
    if (others.length === 0) return all
    return all - this.count({ condition: ofSeries, among: openedIn(words.opened(), others) })
  }

  private seriesByName(condition: Condition): readonly store.CountedSeries[] {
    const make = () => store.seriesByName(this.deps.db.read, condition, this.deps.words)
    return this.deps.memo.get(`komga series by name ${JSON.stringify(condition)}`, make)
  }

  /** One series after the other, each in the order of its numbers. */
  private byName(condition: Condition, descending: boolean, paging: PageRequest): Slice {
    const ordered = this.seriesByName(condition)
    const inOrder = descending ? ordered.toReversed() : ordered
    const { limit, offset } = spanOf(paging)
    const content: string[] = []
    let total = 0
    for (const { comic_id, readable } of inOrder) {
      if (total + readable > offset && content.length < limit) {
        const ids = this.readableOf(comic_id)
        const skipped = Math.max(0, offset - total)
        content.push(...(descending ? ids.toReversed() : ids).slice(skipped, skipped + limit - content.length))
      }
      total += readable
    }
    return { content, total }
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
    return this.deps.numbersMemo.get(comicId, make)
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
