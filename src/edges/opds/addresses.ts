import { defaultList } from '../../collecting/readlist/store'
import { downloadName } from '../../library/reading/download-name'
import { versionOf } from '../../library/series/file-store'
import type { Book } from './store'

/** Addresses below /opds, without scheme, host and root; the writers add what the app needs. */

export const ROOT = '/opds'
export const CONTINUE = '/opds/continue'
export const ON_DECK = '/opds/ondeck'
export const RECENT = '/opds/recent'
export const WEEK = '/opds/week'
export const BOOKS = '/opds/books'
export const ALL = '/opds/all'
export const BROWSE = '/opds/browse'
export const NAMES = '/opds/names'
export const TITLES = '/opds/titles'
export const PUBLISHERS = '/opds/publishers'
export const COMICS_PATH = '/opds/comics'
export const MANGA = '/opds/manga'
export const READING_LIST = '/opds/readlist'
export const READING_LISTS = '/opds/readlists'
export const STORY_ARCS = '/opds/storyarcs'
export const FAVOURITES = '/opds/favourites'
export const COLLECTIONS = '/opds/collections'
export const ONE_OFFS = '/opds/oneoffs'
export const SEARCH = '/opds/search'
export const SEARCH_DESCRIPTION = '/opds/search.xml'

const part = encodeURIComponent

export const publisherPath = (publisher: string) => `${PUBLISHERS}/${part(publisher)}`
export const seriesPath = (comicId: string) => `${COMICS_PATH}/${part(comicId)}`
export const bundlePath = (comicId: string) => `${seriesPath(comicId)}/all.zip`
/** The default list keeps the address that existing apps know. */
export const listPath = (listId: string) =>
  listId === defaultList() ? READING_LIST : `${READING_LIST}/${part(listId)}`
export const arcPath = (arcId: string) => `${STORY_ARCS}/${part(arcId)}`
export const collectionPath = (collectionId: string) => `${COLLECTIONS}/${part(collectionId)}`
export const oneOffPath = (name: string) => `${ONE_OFFS}/${part(name)}`
export const entryPath = (issueId: string) => `/opds/entries/${part(issueId)}`
export const browsePath = (group: string) => `${BROWSE}/${part(group)}`
export const namesPath = (folder: string) => `${NAMES}/${part(folder)}`
/** Names are compared without punctuation, and a slash would be another folder. */
export const namePath = (folder: string, name: string) => `${namesPath(folder)}/${part(name.replaceAll('/', ' '))}`
export const searchPath = (words: string) => `${SEARCH}?q=${part(words)}`

/** `path` with the fields that have a value, in the given order. */
export function withQuery(path: string, fields: Record<string, string | undefined>): string {
  const present = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}=${part(value)}`,
  )
  return present.length === 0 ? path : `${path}?${present.join('&')}`
}

/** `path` at an index; the first page has no `index`. */
export function feedPagePath(path: string, index: number): string {
  return index === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}index=${index}`
}

// The version in the address lets the app cache the picture permanently.
export const coverPath = (issueId: string, version: string) => `/opds/cover/${part(issueId)}?v=${version}`
export const thumbnailPath = (issueId: string, version: string) => `/opds/thumbnail/${part(issueId)}?v=${version}`

/** With the two fields that the app fills in (Page Streaming Extension 1.2). */
export function streamTemplate({ issue, file }: Book): string {
  return `/opds/stream/${part(issue.issue_id)}?v=${versionOf(file)}&page={pageNumber}&width={maxWidth}`
}

/** Ends with the file name, because several apps read its extension. */
export function filePath({ issue, file }: Book): string {
  return `/opds/issues/${part(issue.issue_id)}/${part(downloadName(file))}`
}
