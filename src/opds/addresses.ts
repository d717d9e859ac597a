import { basename, extname } from 'node:path'
import { FORMATS } from '../formats/formats'
import { versionOf } from '../series/file-store'
import type { Book } from './store'

/** Addresses below /opds. Without scheme and host, so that a proxy or another name of this machine breaks none. */

export const ROOT = '/opds'
export const RECENT = '/opds/recent'
export const TITLES = '/opds/titles'
export const PUBLISHERS = '/opds/publishers'
export const COMICS = '/opds/comics'
export const MANGA = '/opds/manga'
export const SEARCH = '/opds/search'
export const SEARCH_DESCRIPTION = '/opds/search.xml'

const part = encodeURIComponent

export const publisherPath = (publisher: string) => `${PUBLISHERS}/${part(publisher)}`
export const seriesPath = (comicId: string) => `${COMICS}/${part(comicId)}`
export const searchPath = (words: string) => `${SEARCH}?q=${part(words)}`

/** `path` at a row; the first page is the address without one. */
export function pageOf(path: string, index: number): string {
  return index === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}index=${index}`
}

// A version in an address makes what is there last: the app need not ask again.
export const coverPath = (issueId: string, version: string) => `/opds/cover/${part(issueId)}?v=${version}`
export const thumbnailPath = (issueId: string, version: string) => `/opds/thumbnail/${part(issueId)}?v=${version}`

/** With the two fields that the app fills in (Page Streaming Extension 1.2). */
export function streamTemplate({ issue, file }: Book): string {
  return `/opds/stream/${part(issue.issue_id)}?v=${versionOf(file)}&page={pageNumber}&width={maxWidth}`
}

/** Ends in the name of the file: several apps go by its extension. */
export function filePath({ issue, file }: Book): string {
  return `/opds/issues/${part(issue.issue_id)}/${part(fileName(file))}`
}

/** The name on the disk, with the extension of what the file is. */
export function fileName(file: Pick<Book['file'], 'path' | 'format'>): string {
  const name = basename(file.path)
  return `${name.slice(0, name.length - extname(name).length)}.${FORMATS[file.format].extension}`
}
