import { extname } from 'node:path'
import type { Instant } from '../../base/platform/ports'
import type { ListOrder } from '../../collecting/readlist/service'
import { defaultList } from '../../collecting/readlist/store'
import type { StoredProgress } from '../../library/reading/progress-store'
import { versionOf } from '../../library/series/file-store'
import type { SeriesRow } from '../../library/series/store'
import * as at from './addresses'
import { changedAt, later } from './card-index'
import { chosenPath, type FacetChoice, type FacetCounts, facetsOf, groups, valueTitle } from './choices'
import type { OneOff } from './one-offs'
import type {
  Cover,
  Feed,
  FeedEntry,
  FeedKind,
  FeedLink,
  FeedPaging,
  FileRecord,
  PublicationRecord,
  SeriesBundle,
} from './records'
import type { PublisherRow } from './series-store'
import type { ShownCollection } from './shelves'
import type { Book } from './store'
import { booksWord, bookTitle, countLabel, seriesTitle, withoutMarkup } from './titles'

/** Turns rows into records. The current time is never used, so the same library gives the same feeds. */

/** The date of a feed without any change. */
export const NEVER: Instant = '1970-01-01T00:00:00.000Z'
const SORT_NEW = 'http://opds-spec.org/sort/new'

const MOST_DESCRIPTION = 400
const root = { path: at.ROOT, kind: 'navigation' } as const

/** Content of one entry of the root. */
export interface FeedSummary {
  count: number
  cover?: Cover
}

export interface RootSummary {
  updated: Instant
  reading: FeedSummary
  deck: FeedSummary
  recent: FeedSummary
  week: FeedSummary
  /** The default reading list, with the number of lists. */
  list: FeedSummary & { name: string }
  lists: FeedSummary
  arcs: FeedSummary
  favourites: FeedSummary
  collections: FeedSummary
  series: FeedSummary
  publishers: FeedSummary
  comics: FeedSummary
  manga: FeedSummary
  oneOffs: FeedSummary
}

/** The root feed. Empty lists are left out, as are lists that would repeat the whole library. */
export function rootFeed(summary: RootSummary): Feed {
  const { updated, reading, deck, recent, week, list, lists, arcs, favourites, collections } = summary
  const { series, publishers, comics, manga, oneOffs } = summary
  const both = comics.count > 0 && manga.count > 0
  const link = (
    path: string,
    title: string,
    { count, cover }: FeedSummary,
    content: string,
    kind: FeedKind,
    rel?: string,
  ): FeedLink[] => (count > 0 ? [{ is: 'link', path, kind, title, updated, content, count, cover, rel }] : [])
  // Counted only when opened: counting here would read the whole library.
  const open = (path: string, title: string, content: string, kind: FeedKind): FeedLink[] =>
    series.count > 0 ? [{ is: 'link', path, kind, title, updated, content, cover: series.cover }] : []
  const unread = chosenPath(at.BOOKS, { read: 'unread' })
  const entries = [
    ...link(at.CONTINUE, 'Continue reading', reading, countLabel(reading.count, 'issue'), 'acquisition'),
    ...link(at.ON_DECK, 'On deck', deck, `${countLabel(deck.count, 'issue')}, next in what you read`, 'acquisition'),
    ...link(at.READING_LIST, list.name, list, `${countLabel(list.count, 'issue')} in your order`, 'acquisition'),
    ...link(at.READING_LISTS, 'Reading lists', lists, countLabel(lists.count, 'list'), 'navigation'),
    ...link(at.STORY_ARCS, 'Story arcs', arcs, countLabel(arcs.count, 'arc'), 'navigation'),
    ...link(at.FAVOURITES, 'Favourites', favourites, `${favourites.count} series`, 'navigation'),
    ...link(at.COLLECTIONS, 'Collections', collections, countLabel(collections.count, 'collection'), 'navigation'),
    ...link(
      at.RECENT,
      'New',
      recent,
      `The last ${countLabel(recent.count, 'issue')}, newest first`,
      'acquisition',
      SORT_NEW,
    ),
    ...link(at.WEEK, 'This week', week, `${countLabel(week.count, 'issue')} that came out or came in`, 'acquisition'),
    ...open(unread, 'Unread', 'Issues that you have not begun', 'acquisition'),
    ...link(at.TITLES, 'Series', series, `${series.count} series by name`, 'navigation'),
    ...link(at.PUBLISHERS, 'Publishers', publishers, countLabel(publishers.count, 'publisher'), 'navigation'),
    ...(both ? link(at.COMICS_PATH, 'Comics', comics, `${comics.count} series`, 'navigation') : []),
    ...(both ? link(at.MANGA, 'Manga', manga, `${manga.count} series`, 'navigation') : []),
    ...link(
      at.ONE_OFFS,
      'One-offs',
      oneOffs,
      `${countLabel(oneOffs.count, 'file')} outside the library`,
      'acquisition',
    ),
    ...open(at.BROWSE, 'Browse', 'All issues, by kind, publisher, decade, format and reading', 'navigation'),
  ]
  return { path: at.ROOT, title: 'Panelkeep', kind: 'navigation', updated, entries }
}

// Series

export interface SeriesEntry {
  series: SeriesRow
  /** Number of readable issues. */
  books: number
  /** Number of read issues. */
  read: number
}

type List = Pick<Feed, 'path' | 'title' | 'up' | 'facets' | 'crawlable'> & { paging: FeedPaging }

export const titlesList = (paging: FeedPaging): List => ({ path: at.TITLES, title: 'Series', up: root, paging })
export const comicsList = (paging: FeedPaging): List => ({ path: at.COMICS_PATH, title: 'Comics', up: root, paging })
export const mangaList = (paging: FeedPaging): List => ({ path: at.MANGA, title: 'Manga', up: root, paging })
export const favouritesList = (paging: FeedPaging): List => ({
  path: at.FAVOURITES,
  title: 'Favourites',
  up: root,
  paging,
})
export const collectionList = ({ collection_id, name }: ShownCollection, paging: FeedPaging): List => ({
  path: at.collectionPath(collection_id),
  title: name,
  up: { path: at.COLLECTIONS, kind: 'navigation' },
  paging,
})
export const publisherList = (publisher: string, paging: FeedPaging): List => ({
  path: at.publisherPath(publisher),
  title: publisher,
  up: { path: at.PUBLISHERS, kind: 'navigation' },
  paging,
})

export function seriesListFeed(list: List, rows: SeriesEntry[]): Feed {
  return { ...list, kind: 'navigation', ...dated(rows.map(seriesLink)) }
}

function seriesLink({ series, books, read }: SeriesEntry): FeedLink {
  const about = series.description ? withoutMarkup(series.description, MOST_DESCRIPTION) : ''
  const facts = [booksWord(books, series.content_type), ...(read > 0 ? [`${read} read`] : [])]
  const line = [...facts, ...(series.publisher ? [series.publisher] : [])].join(', ')
  return {
    is: 'link',
    path: at.seriesPath(series.comic_id),
    kind: 'acquisition',
    title: seriesTitle(series),
    updated: seriesUpdated(series),
    content: about === '' ? line : `${line}\n\n${about}`,
    count: books,
    cover: coverOfSeries(series),
  }
}

/** When anything about the series last changed. */
function seriesUpdated({ updated_at, files_at }: SeriesRow): Instant {
  return later(updated_at, files_at ?? '')
}

export function coverOfSeries({ cover_issue_id: issueId, cover_version: version }: SeriesRow): Cover | undefined {
  return issueId && version ? { issueId, version } : undefined
}

export function coverOfBook({ issue, file }: Book): Cover | undefined {
  return file.page_count === 0 ? undefined : { issueId: issue.issue_id, version: versionOf(file) }
}

// Publishers

export function publishersFeed(rows: PublisherRow[], paging: FeedPaging): Feed {
  const ways = rows.map(({ publisher, count, files_at, cover_issue_id, cover_version }): FeedLink => {
    const cover = cover_issue_id && cover_version ? { issueId: cover_issue_id, version: cover_version } : undefined
    const texts = { title: publisher, content: `${count} series` }
    return {
      is: 'link',
      path: at.publisherPath(publisher),
      kind: 'navigation',
      ...texts,
      updated: files_at,
      count,
      cover,
    }
  })
  return { path: at.PUBLISHERS, title: 'Publishers', kind: 'navigation', up: root, paging, ...dated(ways) }
}

/** All collections, each with its number of readable series. */
export function collectionsFeed(collections: readonly (ShownCollection & { cover?: Cover })[]): Feed {
  const ways = collections.map(
    ({ collection_id, name, updated_at, comic_ids, cover }): FeedLink => ({
      is: 'link',
      path: at.collectionPath(collection_id),
      kind: 'navigation',
      title: name,
      content: `${comic_ids.length} series`,
      updated: updated_at,
      count: comic_ids.length,
      cover,
    }),
  )
  return { path: at.COLLECTIONS, title: 'Collections', kind: 'navigation', up: root, ...dated(ways) }
}

// Issues

export const continueList = (paging: FeedPaging): List => ({
  path: at.CONTINUE,
  title: 'Continue reading',
  up: root,
  paging,
})
export const deckList = (paging: FeedPaging): List => ({ path: at.ON_DECK, title: 'On deck', up: root, paging })
export const recentList = (paging: FeedPaging): List => ({ path: at.RECENT, title: 'New', up: root, paging })
export const weekList = (paging: FeedPaging): List => ({ path: at.WEEK, title: 'This week', up: root, paging })
export const readingListOf = ({ list_id, name }: ListOrder, paging: FeedPaging): List => ({
  path: at.listPath(list_id),
  title: name,
  up: list_id === defaultList() ? root : { path: at.READING_LISTS, kind: 'navigation' },
  paging,
})

export const storyArcOf = ({ list_id, name }: ListOrder, paging: FeedPaging): List => ({
  path: at.arcPath(list_id),
  title: name,
  up: { path: at.STORY_ARCS, kind: 'navigation' },
  paging,
})

type CoveredOrder = ListOrder & { cover?: Cover }

/** All reading lists, each with its number of readable issues. */
export const readingListsFeed = (lists: readonly CoveredOrder[]): Feed =>
  ordersFeed(lists, { path: at.READING_LISTS, title: 'Reading lists', pathOf: at.listPath })

/** All story arcs that have a readable issue. */
export const storyArcsFeed = (arcs: readonly CoveredOrder[]): Feed =>
  ordersFeed(arcs, { path: at.STORY_ARCS, title: 'Story arcs', pathOf: at.arcPath })

interface OrdersShelf {
  path: string
  title: string
  pathOf: (id: string) => string
}

function ordersFeed(orders: readonly CoveredOrder[], { path, title, pathOf }: OrdersShelf): Feed {
  const ways = orders.map(
    ({ list_id, name, updated_at, issue_ids, cover }): FeedLink => ({
      is: 'link',
      path: pathOf(list_id),
      kind: 'acquisition',
      title: name,
      content: countLabel(issue_ids.length, 'issue'),
      updated: updated_at,
      count: issue_ids.length,
      cover,
    }),
  )
  return { path, title, kind: 'navigation', up: root, ...dated(ways) }
}

/** Files outside the library. */
export function oneOffsFeed(files: readonly OneOff[], paging: FeedPaging): Feed {
  const entries = files.map((file): FileRecord => {
    const title = file.name.slice(0, -extname(file.name).length)
    return { is: 'file', file, title, updated: file.updated }
  })
  return {
    path: at.ONE_OFFS,
    title: 'One-offs',
    kind: 'acquisition',
    up: root,
    onlyAtom: true,
    paging,
    ...dated(entries),
  }
}

export const searchList = (words: string, paging: FeedPaging): List => ({
  path: at.searchPath(words),
  title: words === '' ? 'Search' : `Search: ${words}`,
  up: root,
  paging,
})

/** All issues, last change first, for clients that copy the catalog. */
export const crawlList = (paging: FeedPaging): List => ({
  path: at.ALL,
  title: 'Everything',
  up: root,
  paging,
  crawlable: true,
})

export function booksList(choice: FacetChoice, counts: FacetCounts, paging: FeedPaging): List {
  const chosen = groups.flatMap((group) => (choice[group] === undefined ? [] : valueTitle(group, choice[group])))
  return {
    path: chosenPath(at.BOOKS, choice),
    title: chosen.length === 0 ? 'All issues' : chosen.join(', '),
    up: { path: at.BROWSE, kind: 'navigation' },
    paging,
    facets: facetsOf(at.BOOKS, choice, counts, paging.total),
  }
}

/** `extra` is the number of entries besides the issues of a choice. */
export function seriesList(
  series: SeriesRow,
  choice: FacetChoice,
  counts: FacetCounts,
  paging: FeedPaging,
  extra: (choice: FacetChoice) => number,
): List {
  const path = at.seriesPath(series.comic_id)
  return {
    path: chosenPath(path, choice),
    title: seriesTitle(series),
    up: { path: at.TITLES, kind: 'navigation' },
    paging,
    facets: facetsOf(path, choice, counts, paging.total, extra),
  }
}

export function booksFeed(list: List, entries: (PublicationRecord | SeriesBundle)[]): Feed {
  return { ...list, kind: 'acquisition', ...dated(entries) }
}

export function publication(
  book: Book,
  progress: StoredProgress | undefined,
  facts?: PublicationRecord['facts'],
): PublicationRecord {
  const { issue, series, file } = book
  const updated = changedAt(series, { updated_at: issue.updated_at, added_at: file.added_at }, progress)
  return {
    is: 'publication',
    book,
    ...(facts ? { facts } : {}),
    title: bookTitle(series.name, issue),
    updated,
    ...(progress ? { progress } : {}),
  }
}

export function bundle(series: SeriesRow, books: number, size: number): SeriesBundle {
  const title = `${seriesTitle(series)}: ${booksWord(books, series.content_type)} in one file`
  return { is: 'bundle', series, title, updated: seriesUpdated(series), books, size, cover: coverOfSeries(series) }
}

function dated<E extends FeedEntry>(entries: E[]): { updated: Instant; entries: E[] } {
  return { updated: entries.reduce((newest, entry) => later(newest, entry.updated), NEVER), entries }
}
