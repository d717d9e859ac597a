import { FORMATS } from '../formats/formats'
import type { Instant } from '../platform/ports'
import { element, type Xml } from '../platform/xml-writer'
import { versionOf } from '../series/file-store'
import type { SeriesRow } from '../series/store'
import { coverPath, filePath, streamTemplate, thumbnailPath } from './addresses'
import { type Kind, link, TYPES, urn } from './atom'
import type { Book } from './store'
import { bookTitle, counted, plainText } from './titles'

const ACQUISITION = 'http://opds-spec.org/acquisition'
const STREAM = 'http://vaemendis.net/opds-pse/stream'
const IMAGE = 'http://opds-spec.org/image'
const THUMBNAIL = 'http://opds-spec.org/image/thumbnail'
export const SORT_NEW = 'http://opds-spec.org/sort/new'

const MOST_SUMMARY = 700

/** An entry that leads to another feed. */
export interface Way {
  path: string
  kind: Kind
  title: string
  updated: Instant
  /** Says what is there, in words. */
  content: string
  count?: number
  /** `subsection` unless it says more. */
  rel?: string
  cover?: { issueId: string; version: string }
}

export function wayEntry({ path, kind, title, updated, content, count, rel = 'subsection', cover }: Way): Xml {
  return element(
    'entry',
    {},
    element('title', {}, title),
    element('id', {}, urn(`way ${path}`)),
    element('updated', {}, updated),
    element('content', { type: 'text' }, content),
    link(rel, path, TYPES[kind], { 'thr:count': count }),
    ...(cover ? images(cover.issueId, cover.version) : []),
  )
}

/** An issue. The file comes before the stream: apps that fetch what is new take the first link. */
export function bookEntry(book: Book): Xml {
  const { issue, series, file } = book
  return element(
    'entry',
    {},
    element('title', {}, bookTitle(series.name, issue)),
    element('id', {}, urn(`issue ${issue.issue_id}`)),
    element('updated', {}, later(issue.updated_at, file.added_at)),
    element('published', {}, file.added_at),
    ...authors(book),
    ...facts(book),
    element('content', { type: 'text' }, content(book)),
    link(ACQUISITION, filePath(book), FORMATS[file.format].mediaType, { length: file.size }),
    // A book that is text has no page to stream and no cover; it goes out whole.
    ...(file.page_count === 0
      ? []
      : [
          link(STREAM, streamTemplate(book), 'image/jpeg', { 'pse:count': file.page_count }),
          ...images(issue.issue_id, versionOf(file)),
        ]),
  )
}

function images(issueId: string, version: string): Xml[] {
  return [
    link(IMAGE, coverPath(issueId, version), 'image/jpeg'),
    link(THUMBNAIL, thumbnailPath(issueId, version), 'image/jpeg'),
  ]
}

/** Apps show an empty line where an author is missing, so the publisher stands in, as it does on a spine. */
function authors({ issue, series }: Book): Xml[] {
  const writers = (issue.writer ?? '').split(',').flatMap((name) => name.trim() || [])
  const names = writers.length > 0 ? writers : [series.publisher || 'Unknown author']
  return names.map((name) => element('author', {}, element('name', {}, name)))
}

const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i
const DAY = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/

function facts({ issue, series }: Book): Xml[] {
  const issued = [issue.release_date, issue.issue_date, issue.digital_date].find((day) => day && DAY.test(day))
  const { language, publisher } = series
  const genre = series.content_type === 'manga' ? 'Manga' : 'Comics'
  const scheme = 'http://opds-spec.org/reading-direction'
  return [
    ...(language && LANGUAGE.test(language) ? [element('dc:language', {}, language)] : []),
    ...(publisher ? [element('dc:publisher', {}, publisher)] : []),
    ...(issued ? [element('dc:issued', {}, issued)] : []),
    element('category', { term: genre, label: genre }),
    ...(series.reading_direction === 'rtl'
      ? [element('category', { scheme, term: 'rtl', label: 'Right to left' })]
      : []),
  ]
}

function content({ issue, file }: Book): string {
  const pages = file.page_count === 0 ? [] : [counted(file.page_count, 'page')]
  const facts = [...pages, megabytes(file.size), file.format.toUpperCase()].join(', ')
  const summary = issue.summary ? plainText(issue.summary, MOST_SUMMARY) : ''
  return summary === '' ? facts : `${summary}\n\n${facts}`
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The last time anything about the series changed. */
export function seriesUpdated(series: SeriesRow): Instant {
  return later(series.updated_at, series.files_at ?? '')
}

/** Instants sort as text. */
export function later(a: Instant, b: Instant): Instant {
  return a > b ? a : b
}
