import type { Instant } from '../platform/ports'
import type { SeriesRow } from '../series/store'
import { COMICS, MANGA, PUBLISHERS, publisherPath, RECENT, ROOT, searchPath, seriesPath, TITLES } from './addresses'
import type { Feed, Kind, Paging } from './atom'
import { bookEntry, later, SORT_NEW, seriesUpdated, type Way, wayEntry } from './entries'
import type { Book, PublisherRow } from './store'
import { booksWord, counted, plainText, seriesTitle } from './titles'

/** Records into feeds. Nothing here knows the time, so the same library gives the same bytes. */

/** Of a feed that nothing has happened to yet. */
export const NEVER: Instant = '1970-01-01T00:00:00.000Z'

const MOST_DESCRIPTION = 400
const root = { path: ROOT, kind: 'navigation' } as const

export interface Summary {
  updated: Instant
  recent: number
  series: number
  publishers: number
  comics: number
  manga: number
}

/** Ways that lead to nothing are left out, and those that lead to everything again. */
export function rootFeed({ updated, recent, series, publishers, comics, manga }: Summary): Feed {
  const both = comics > 0 && manga > 0
  const way = (path: string, title: string, count: number, content: string, kind: Kind = 'navigation', rel?: string) =>
    count > 0 ? [{ path, kind, title, updated, content, count, rel } satisfies Way] : []
  const ways = [
    ...way(RECENT, 'Recently added', recent, 'What came last, newest first', 'acquisition', SORT_NEW),
    ...way(TITLES, 'All series', series, `${series} series by name`),
    ...way(PUBLISHERS, 'Publishers', publishers, `${counted(publishers, 'publisher')} with their series`),
    ...way(COMICS, 'Comics', both ? comics : 0, `${comics} series`),
    ...way(MANGA, 'Manga', both ? manga : 0, `${manga} series`),
  ]
  return { path: ROOT, title: 'Panelkeep', kind: 'navigation', updated, entries: ways.map(wayEntry) }
}

export interface SeriesEntry {
  series: SeriesRow
  /** Issues that can be read. */
  books: number
}

type List = Pick<Feed, 'path' | 'title' | 'up'> & { paging: Paging }

export const titlesList = (paging: Paging): List => ({ path: TITLES, title: 'All series', up: root, paging })
export const comicsList = (paging: Paging): List => ({ path: COMICS, title: 'Comics', up: root, paging })
export const mangaList = (paging: Paging): List => ({ path: MANGA, title: 'Manga', up: root, paging })
export const publisherList = (publisher: string, paging: Paging): List => ({
  path: publisherPath(publisher),
  title: publisher,
  up: { path: PUBLISHERS, kind: 'navigation' },
  paging,
})

export function seriesListFeed(list: List, rows: SeriesEntry[]): Feed {
  const updated = newest(rows.map(({ series }) => seriesUpdated(series)))
  return { ...list, kind: 'navigation', updated, entries: rows.map((row) => wayEntry(seriesWay(row))) }
}

function seriesWay({ series, books }: SeriesEntry): Way {
  const { cover_issue_id: issueId, cover_version: version } = series
  const about = series.description ? plainText(series.description, MOST_DESCRIPTION) : ''
  const line = [booksWord(books, series.content_type), ...(series.publisher ? [series.publisher] : [])].join(', ')
  return {
    path: seriesPath(series.comic_id),
    kind: 'acquisition',
    title: seriesTitle(series),
    updated: seriesUpdated(series),
    content: about === '' ? line : `${line}\n\n${about}`,
    count: books,
    ...(issueId && version ? { cover: { issueId, version } } : {}),
  }
}

export function publishersFeed(rows: PublisherRow[], paging: Paging): Feed {
  const ways = rows.map(({ publisher, count, files_at }): Way => {
    const content = `${count} series`
    return { path: publisherPath(publisher), kind: 'navigation', title: publisher, updated: files_at, content, count }
  })
  const updated = newest(ways.map((way) => way.updated))
  return {
    path: PUBLISHERS,
    title: 'Publishers',
    kind: 'navigation',
    updated,
    up: root,
    paging,
    entries: ways.map(wayEntry),
  }
}

export const recentList = (paging: Paging): List => ({ path: RECENT, title: 'Recently added', up: root, paging })
export const searchList = (words: string, paging: Paging): List => ({
  path: searchPath(words),
  title: words === '' ? 'Search' : `Search: ${words}`,
  up: root,
  paging,
})
export const seriesList = (series: SeriesRow, paging: Paging): List => ({
  path: seriesPath(series.comic_id),
  title: seriesTitle(series),
  up: { path: TITLES, kind: 'navigation' },
  paging,
})

export function booksFeed(list: List, books: Book[]): Feed {
  const updated = newest(books.map(({ issue, file }) => later(issue.updated_at, file.added_at)))
  return { ...list, kind: 'acquisition', updated, entries: books.map(bookEntry) }
}

function newest(instants: Instant[]): Instant {
  return instants.reduce(later, NEVER)
}
