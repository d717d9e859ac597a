import type { Config } from '../../base/config/config'
import type { ChangeMemo } from '../../base/events/change-memo'
import type { PageSpan } from '../../base/http/paging'
import type { Clock, Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { StoryArcs } from '../../collecting/arcs/service'
import type { ListOrder, ReadingLists } from '../../collecting/readlist/service'
import { defaultList } from '../../collecting/readlist/store'
import { providerOrder } from '../../library/metadata/client/configured'
import { factsOfIssues } from '../../library/metadata/facts-of-issues'
import { nextInLists } from '../../library/reading/list-orders'
import type { Pages } from '../../library/reading/pages'
import * as reading from '../../library/reading/progress-store'
import { recentIssues } from '../../library/reading/recent-store'
import { readerZone } from '../../library/reading/today'
import { seriesFiles, wholeSize } from '../../library/reading/whole-series'
import { findSeries, type SeriesRow } from '../../library/series/store'
import { type CardIndex, later } from './card-index'
import { type FacetChoice, type FacetName, groups } from './choices'
import * as feeds from './feeds'
import * as folders from './folder-feeds'
import { type LibraryCards, seriesCards } from './library-cards'
import { namesLink } from './name-feeds'
import type { OneOff } from './one-offs'
import type { Cover, Feed, FeedPaging, PublicationRecord } from './records'
import type { CatalogSearch } from './search'
import type { CatalogFilter } from './series-store'
import type { CatalogShelves } from './shelves'
import * as store from './store'
import { weekAround } from './week'

/** Maximum number of newest files in the catalog. */
const MOST_RECENT = 120
/** Maximum number of issues in the list of this week. */
const MOST_OF_WEEK = 500

type SeriesShelf = Parameters<typeof feeds.seriesListFeed>[0]

/** The feeds of the catalog. */
export class Catalog {
  constructor(
    private readonly deps: {
      db: Database
      config: Config
      clock: Clock
      pages: Pick<Pages, 'refreshSource'>
      library: LibraryCards
      shelves: CatalogShelves
      search: CatalogSearch
      readlist: ReadingLists
      arcs: StoryArcs
      /** Of what the first page and the story arcs show, which apps request often. */
      memo: ChangeMemo
    },
  ) {}

  get isOpen(): boolean {
    return this.deps.config.get('opds_enable')
  }

  /** `oneOffs`: the number of files outside the library. */
  root(oneOffs = 0): Feed {
    const { memo } = this.deps
    const day = weekAround(this.deps.clock.now(), readerZone(this.deps))
    return memo.get(`root ${oneOffs} ${JSON.stringify(day)}`, () => this.rootNow(oneOffs))
  }

  private rootNow(oneOffs: number): Feed {
    const db = this.deps.db.read
    const { shelves } = this.deps
    const series = shelves.count({})
    const manga = shelves.count({ content_type: 'manga' })
    const one = { limit: 1, offset: 0 }
    const recent = recentIssues(db, MOST_RECENT)
    const week = this.week()
    const newest = shelves.newest({})
    const [latest] = reading.continueReading(db, one)
    const continued = this.continued()
    const [first] = continued.ids(one)
    const lists = this.deps.readlist.readableLists()
    const list = lists.find(({ list_id }) => list_id === defaultList())
    const arcs = this.deps.arcs.readable()
    const collections = shelves.collections()
    const listed = this.deps.readlist.readableSummary(defaultList())
    const others = lists.length > (list ? 1 : 0) ? lists : []
    const firstOf = (one?: { list_id: string }) => one && this.deps.readlist.readableSummary(one.list_id).first
    const kindSummary = (count: number, filter: CatalogFilter) => ({
      count,
      cover: this.coverOf(shelves.newest(filter)),
    })
    return feeds.rootFeed({
      updated: [newest?.updated_at ?? '', latest?.progress.read_at ?? ''].reduce(later, this.newestFileAt()),
      reading: this.issueSummary(continued.count, first),
      deck: this.issueSummary(reading.countOnDeck(db), reading.onDeck(db, one)[0]?.issue_id),
      recent: this.issueSummary(recent.length, recent[0]),
      week: this.issueSummary(week.length, week[0]),
      list: { name: list?.name ?? '', ...this.issueSummary(listed.count, listed.first) },
      lists: this.issueSummary(others.length, firstOf(others[0])),
      arcs: this.issueSummary(arcs.count, arcs.first),
      favourites: this.seriesSummary(shelves.favourites()),
      collections: { ...this.seriesSummary(collections[0]?.comic_ids ?? []), count: collections.length },
      series: { count: series, cover: this.coverOf(newest) },
      publishers: { count: shelves.publishers().length, cover: this.coverOf(newest) },
      comics: kindSummary(series - manga, { content_type: 'comic' }),
      manga: kindSummary(manga, { content_type: 'manga' }),
      oneOffs: { count: oneOffs },
    })
  }

  /** The first issues to continue, next issues and new issues. */
  rootGroups(most: number): Feed[] {
    return this.deps.memo.get(`groups ${most}`, () => this.rootGroupsNow(most))
  }

  private rootGroupsNow(most: number): Feed[] {
    const db = this.deps.db.read
    const span = { limit: most, offset: 0 }
    const continued = this.continued()
    const recent = recentIssues(db, MOST_RECENT)
    const group = (list: (paging: FeedPaging) => Parameters<typeof feeds.booksFeed>[0], total: number, ids: string[]) =>
      this.books(list({ total, size: most, index: 0 }), ids)
    const idsOf = (rows: { issue_id: string }[]) => rows.map(({ issue_id }) => issue_id)
    return [
      group(feeds.continueList, continued.count, continued.ids(span)),
      group(feeds.deckList, reading.countOnDeck(db), idsOf(reading.onDeck(db, span))),
      group(feeds.recentList, recent.length, recent.slice(0, most)),
    ]
  }

  continueReading(index: number): Feed {
    const continued = this.continued()
    const paging = this.paging(continued.count, index)
    return this.books(feeds.continueList(paging), continued.ids(span(paging)))
  }

  onDeck(index: number): Feed {
    const db = this.deps.db.read
    const paging = this.paging(reading.countOnDeck(db), index)
    const ids = reading.onDeck(db, span(paging)).map(({ issue_id }) => issue_id)
    return this.books(feeds.deckList(paging), ids)
  }

  /** A reading list in its order. Throws Refusal 'missing' when it does not exist. */
  readingList(listId: string, index: number): Feed {
    const order = this.deps.readlist.orderOf(listId)
    if (!order) throw new Refusal('missing', `There is no reading list ${listId}.`)
    return this.inOrder(order, feeds.readingListOf, index)
  }

  readingLists(): Feed {
    return this.dated(feeds.readingListsFeed(this.covered(this.deps.readlist.orders())))
  }

  /** A story arc in its order. Throws Refusal 'missing' when it does not exist or has no readable issue. */
  storyArc(arcId: string, index: number): Feed {
    const order = this.deps.arcs.orderOf(arcId)
    if (!order) throw new Refusal('missing', `There is no story arc ${arcId} with issues to read.`)
    return this.inOrder(order, feeds.storyArcOf, index)
  }

  storyArcs(): Feed {
    return this.deps.memo.get('story arcs', () =>
      this.dated(feeds.storyArcsFeed(this.covered(this.deps.arcs.orders()))),
    )
  }

  /** Issues with their places, so that apps which sort by title keep the order. */
  private inOrder(order: ListOrder, shelf: typeof feeds.readingListOf, index: number): Feed {
    const paging = this.paging(order.issue_ids.length, index)
    const feed = this.books(shelf(order, paging), within(order.issue_ids, paging))
    const entries = feed.entries.map((entry, at) =>
      entry.is === 'publication' ? { ...entry, place: paging.index + at + 1 } : entry,
    )
    return { ...feed, entries, updated: later(feed.updated, order.updated_at) }
  }

  private covered(orders: readonly ListOrder[]) {
    return orders.map((order) => ({ ...order, cover: this.issueSummary(1, order.issue_ids[0]).cover }))
  }

  favourites(index: number): Feed {
    return this.chosenSeries(this.deps.shelves.favourites(), index, feeds.favouritesList)
  }

  collections(): Feed {
    const { shelves } = this.deps
    const covered = shelves.collections().map((one) => ({ ...one, cover: this.seriesSummary(one.comic_ids).cover }))
    return this.dated(feeds.collectionsFeed(covered))
  }

  /** A collection in its order. Throws Refusal 'missing' when it does not exist or has no readable series. */
  collection(id: string, index: number): Feed {
    const collection = this.deps.shelves.collections().find(({ collection_id }) => collection_id === id)
    if (!collection) throw new Refusal('missing', `There is no collection ${id} with issues to read.`)
    const feed = this.chosenSeries(collection.comic_ids, index, (paging) => feeds.collectionList(collection, paging))
    return { ...feed, updated: later(feed.updated, collection.updated_at) }
  }

  /** A page of the files outside the library. */
  oneOffs(files: readonly OneOff[], index: number): Feed {
    const paging = this.paging(files.length, index)
    return this.dated(feeds.oneOffsFeed(within(files, paging), paging))
  }

  recent(index: number): Feed {
    const ids = recentIssues(this.deps.db.read, MOST_RECENT)
    const paging = this.paging(ids.length, index)
    return this.books(feeds.recentList(paging), within(ids, paging))
  }

  thisWeek(index: number): Feed {
    const ids = this.week()
    const paging = this.paging(ids.length, index)
    return this.books(feeds.weekList(paging), within(ids, paging))
  }

  titles(index: number): Feed {
    return this.seriesList({}, index, feeds.titlesList)
  }

  comics(index: number): Feed {
    return this.seriesList({ content_type: 'comic' }, index, feeds.comicsList)
  }

  manga(index: number): Feed {
    return this.seriesList({ content_type: 'manga' }, index, feeds.mangaList)
  }

  /** Throws Refusal 'missing' when no series of the publisher has files. */
  publisher(publisher: string, index: number): Feed {
    const feed = this.seriesList({ publisher }, index, (paging) => feeds.publisherList(publisher, paging))
    if (feed.paging?.total === 0) throw new Refusal('missing', `Nothing by ${publisher} is in the library.`)
    return feed
  }

  publishers(index: number): Feed {
    const publishers = this.deps.shelves.publishers()
    const paging = this.paging(publishers.length, index)
    return this.dated(feeds.publishersFeed(within(publishers, paging), paging))
  }

  /** Issues of a series. Throws Refusal 'missing' when it does not exist. */
  series(comicId: string, choice: FacetChoice, index: number): Feed {
    const db = this.deps.db.read
    const series = findSeries(db, comicId)
    if (!series) throw new Refusal('missing', `There is no series ${comicId}.`)
    const { ids, counts } = seriesCards(db, series).select(choice)
    const isWhole = (each: FacetChoice) => groups.every((group) => each[group] === undefined)
    // The whole series as one file comes after its last issue.
    const extra = (each: FacetChoice) => (isWhole(each) && ids.length > 1 ? 1 : 0)
    const paging = this.paging(ids.length + extra(choice), index)
    const entries = this.publications(ids.slice(paging.index, paging.index + paging.size))
    const files = extra(choice) === 1 && paging.index + paging.size >= paging.total ? seriesFiles(db, comicId) : []
    const bundle = files.length > 0 ? [feeds.bundle(series, files.length, wholeSize(files))] : []
    return this.dated(feeds.booksFeed(feeds.seriesList(series, choice, counts, paging, extra), [...entries, ...bundle]))
  }

  /** All issues, filtered and sorted. */
  async issues(choice: FacetChoice, index: number): Promise<Feed> {
    const { ids, counts } = (await this.deps.library.all()).select(choice)
    const paging = this.paging(ids.length, index)
    return this.books(feeds.booksList(choice, counts, paging), ids.slice(paging.index, paging.index + paging.size))
  }

  /** All issues for clients that copy the catalog, last change first. */
  async everything(index: number): Promise<Feed> {
    const { ids } = (await this.deps.library.all()).select({ sort: 'updated' })
    const paging = this.paging(ids.length, index)
    return this.books(feeds.crawlList(paging), ids.slice(paging.index, paging.index + paging.size))
  }

  /** The filters of `issues` as folders. */
  async browse(): Promise<Feed> {
    const cards = await this.deps.library.all()
    const total = this.issueSummary(cards.size, cards.select({}).ids.slice(0, 1)[0])
    const feed = folders.browseFeed(this.values(cards, groups), total, this.newestFileAt())
    return cards.size === 0 ? feed : { ...feed, entries: [...feed.entries, namesLink(feed.updated)] }
  }

  /** Throws Refusal 'missing' when the filter does not exist. */
  async folder(name: string): Promise<Feed> {
    const group = groups.find((each) => each === name)
    if (!group) throw new Refusal('missing', `Issues are not sorted by ${name}.`)
    const values = this.values(await this.deps.library.all(), [group])[group]
    return folders.folderFeed(group, values, this.newestFileAt())
  }

  /** One issue. Throws Refusal 'missing' when it does not exist or has no file. */
  publication(issueId: string): PublicationRecord {
    const [publication] = this.publications([issueId])
    if (!publication) throw new Refusal('missing', `There is no issue ${issueId} with a file.`)
    return publication
  }

  /** The issue as a document of its own, in the current state of the file. */
  async openedPublication(issueId: string): Promise<PublicationRecord> {
    await this.deps.pages.refreshSource(issueId)
    return this.publication(issueId)
  }

  search(words: string, index: number): Feed {
    const found = this.deps.search.find(words)
    const paging = this.paging(found.total, index)
    return this.books(feeds.searchList(words.trim(), paging), found.ids(span(paging)))
  }

  /** Started issues, then the next ones of reading lists. */
  private continued(): { count: number; ids(span: PageSpan): string[] } {
    const db = this.deps.db.read
    const started = reading.countContinue(db)
    const listed = nextInLists(db, this.deps.readlist)
    const ids = ({ limit, offset }: PageSpan) => {
      const own = reading.continueReading(db, { limit, offset }).map(({ issue_id }) => issue_id)
      const from = Math.max(0, offset - started)
      return [...own, ...listed.slice(from, from + limit - own.length).map(({ issue_id }) => issue_id)]
    }
    return { count: started + listed.length, ids }
  }

  /** The values of these groups with their covers, which are read together. */
  private values<G extends FacetName>(cards: CardIndex, names: readonly G[]): Record<G, folders.FacetValue[]> {
    const known = names.map((group) => [group, cards.values(group)] as const)
    const covers = this.coversOf(known.flatMap(([, values]) => values.map(({ first }) => first)))
    const shown = known.map(([group, values]) => [
      group,
      values.map(({ value, count, first }) => ({ value, count, cover: covers.get(first) })),
    ])
    return Object.fromEntries(shown) as Record<G, folders.FacetValue[]>
  }

  private coversOf(issueIds: readonly string[]): Map<string, Cover | undefined> {
    const books = store.booksOf(this.deps.db.read, [...new Set(issueIds)])
    return new Map(books.map((book) => [book.issue.issue_id, feeds.coverOfBook(book)]))
  }

  books(list: Parameters<typeof feeds.booksFeed>[0], ids: string[]): Feed {
    return this.dated(feeds.booksFeed(list, this.publications(ids)))
  }

  private publications(ids: string[]): PublicationRecord[] {
    const db = this.deps.db.read
    const progress = reading.progressOfIssues(db, ids)
    const facts = factsOfIssues(db, ids, providerOrder(this.deps.config))
    return store.booksOf(db, ids).map((book) => {
      const id = book.issue.issue_id
      return feeds.publication(book, progress.get(id), facts.get(id))
    })
  }

  private seriesList(filter: CatalogFilter, index: number, list: (paging: FeedPaging) => SeriesShelf): Feed {
    const { shelves } = this.deps
    const paging = this.paging(shelves.count(filter), index)
    return this.seriesFeed(list(paging), shelves.page(filter, span(paging)))
  }

  /** Series in the order of their ids. */
  private chosenSeries(ids: readonly string[], index: number, list: (paging: FeedPaging) => SeriesShelf): Feed {
    const paging = this.paging(ids.length, index)
    return this.seriesFeed(list(paging), this.deps.shelves.rows(within(ids, paging)))
  }

  private seriesFeed(list: SeriesShelf, rows: readonly SeriesRow[]): Feed {
    const read = reading.readCounts(
      this.deps.db.read,
      rows.map((row) => row.comic_id),
    )
    const entries = rows.map((series) => ({
      series,
      books: series.readable,
      read: read.get(series.comic_id)?.read ?? 0,
    }))
    return this.dated(feeds.seriesListFeed(list, entries))
  }

  private week(): string[] {
    const { db, clock } = this.deps
    return store.issuesOfWeek(db.read, weekAround(clock.now(), readerZone(this.deps)), MOST_OF_WEEK)
  }

  private issueSummary(count: number, issueId: string | undefined): feeds.FeedSummary {
    const [book] = issueId === undefined ? [] : store.booksOf(this.deps.db.read, [issueId])
    return { count, cover: book && feeds.coverOfBook(book) }
  }

  private seriesSummary(ids: readonly string[]): feeds.FeedSummary {
    return { count: ids.length, cover: this.coverOf(this.deps.shelves.rows(ids.slice(0, 1))[0]) }
  }

  private coverOf(series: SeriesRow | undefined) {
    return series && feeds.coverOfSeries(series)
  }

  /** Rounds `index` down to the start of a page, at most the last one: lists change while an app pages through them. */
  paging(total: number, index: number): FeedPaging {
    const size = this.deps.config.get('opds_pagesize')
    const last = Math.max(0, total - 1)
    return { total, size, index: Math.floor(Math.min(index, last) / size) * size }
  }

  /** Dates a feed without entries by the library. */
  private dated(feed: Feed): Feed {
    return feed.entries.length > 0 ? feed : { ...feed, updated: this.newestFileAt() }
  }

  newestFileAt(): Instant {
    return store.newestFileAt(this.deps.db.read) ?? feeds.NEVER
  }
}

function span({ index, size }: FeedPaging): PageSpan {
  return { limit: size, offset: index }
}

function within<T>(list: readonly T[], { index, size }: FeedPaging): T[] {
  return list.slice(index, index + size)
}
