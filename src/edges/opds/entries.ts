import { type Attributes, element, type Xml, xmlDocument } from '../../base/platform/xml-writer'
import { pageIn } from '../../library/reading/machine'
import { versionOf } from '../../library/series/file-store'
import {
  bundlePath,
  coverPath,
  entryPath,
  filePath,
  oneOffPath,
  seriesPath,
  streamTemplate,
  thumbnailPath,
} from './addresses'
import { ENTRY_TYPE, link, NAMESPACES, TYPES, urn } from './atom'
import { type Audience, mediaType } from './audience'
import { bookWriters, genreOf, issuedOn, languageOf } from './book-facts'
import { factsXml, writersIn } from './publication-facts'
import type {
  Cover,
  FeedEntry,
  FeedLink,
  FileRecord,
  PublicationRecord,
  ReadingPosition,
  SeriesBundle,
} from './records'
import { countLabel, megabytes, seriesTitle, sortable, withoutMarkup } from './titles'
import { PROGRESSION_REL, PROGRESSION_TYPE, progressionPath } from './v2-addresses'

export const ACQUISITION = 'http://opds-spec.org/acquisition'
const STREAM = 'http://vaemendis.net/opds-pse/stream'
export const IMAGE = 'http://opds-spec.org/image'
export const THUMBNAIL = 'http://opds-spec.org/image/thumbnail'

/** Characters of a summary: in a list, and in the entry's own document. */
export const MOST_SUMMARY = { partial: 400, complete: 6000 } as const
/** The most authors in a list; KOReader shows only the last one. */
const MOST_AUTHORS = 3

export type Fullness = 'partial' | 'complete'

/** Undefined for an entry that is only a file, for users who may not have files. */
export function entryXml(entry: FeedEntry, audience: Audience, fullness: Fullness): Xml | undefined {
  if (!audience.mayDownload && (entry.is === 'bundle' || entry.is === 'file')) return undefined
  switch (entry.is) {
    case 'link':
      return linkXml(entry, audience)
    case 'bundle':
      return bundleXml(entry, audience)
    case 'file':
      return fileXml(entry, audience)
    case 'publication':
      return element('entry', {}, ...publicationXml(entry, audience, fullness))
  }
}

/** The entry as a document of its own, with all metadata. */
export function entryDocument(publication: PublicationRecord, audience: Audience): string {
  const self = link(audience, 'self', entryPath(publication.book.issue.issue_id), ENTRY_TYPE)
  return xmlDocument(element('entry', NAMESPACES, ...publicationXml(publication, audience, 'complete'), self))
}

function linkXml(
  { path, kind, title, updated, content, count, rel = 'subsection', cover }: FeedLink,
  audience: Audience,
) {
  return element(
    'entry',
    {},
    element('title', {}, title),
    element('id', {}, urn(`way ${path}`)),
    element('updated', {}, updated),
    element('content', { type: 'text' }, content),
    link(audience, rel, path, TYPES[kind], { 'thr:count': count }),
    ...images(cover, audience),
  )
}

function bundleXml({ series, title, updated, books, size, cover }: SeriesBundle, audience: Audience): Xml {
  const path = bundlePath(series.comic_id)
  return element(
    'entry',
    {},
    element('title', {}, title),
    element('id', {}, urn(`bundle ${series.comic_id}`)),
    element('updated', {}, updated),
    author(series.publisher || 'Unknown author'),
    element('content', { type: 'text' }, `${countLabel(books, 'file')} in one ZIP, ${megabytes(size)}`),
    link(audience, ACQUISITION, path, 'application/zip', { length: size }),
    ...images(cover, audience),
  )
}

function fileXml({ file, title, updated }: FileRecord, audience: Audience): Xml {
  const { name, format, size } = file
  return element(
    'entry',
    {},
    element('title', {}, title),
    element('id', {}, urn(`one-off ${name}`)),
    element('updated', {}, updated),
    author('Unknown author'),
    element('content', { type: 'text' }, `${megabytes(size)}, ${format.toUpperCase()}`),
    link(audience, ACQUISITION, oneOffPath(name), mediaType(format, audience.comics), { length: size }),
  )
}

/** The file link comes before the stream: apps that fetch new issues use the first link. */
function publicationXml(publication: PublicationRecord, audience: Audience, fullness: Fullness): Xml[] {
  const { book, title, updated, progress, place } = publication
  const { issue, series, file } = book
  const version = versionOf(file)
  return [
    element('title', {}, audience.sortsTitles ? sortable(title, place) : title),
    element('id', {}, urn(`issue ${issue.issue_id}`)),
    element('updated', {}, updated),
    element('published', {}, file.added_at),
    ...authors(publication, fullness),
    ...facts(publication),
    ...factsXml(publication.facts ?? {}, fullness),
    element('content', { type: 'text' }, content(publication, fullness)),
    ...(audience.mayDownload
      ? [link(audience, ACQUISITION, filePath(book), mediaType(file.format, audience.comics), { length: file.size })]
      : []),
    // A text book has no page to stream and no cover; it is sent as a file.
    ...(file.page_count === 0
      ? []
      : [
          link(audience, STREAM, streamTemplate(book), 'image/jpeg', {
            'pse:count': file.page_count,
            ...pageReached(progress, file.page_count),
          }),
          ...images({ issueId: issue.issue_id, version }, audience),
          link(audience, PROGRESSION_REL, progressionPath(issue.issue_id), PROGRESSION_TYPE),
        ]),
    fullness === 'partial'
      ? link(audience, 'alternate', entryPath(issue.issue_id), ENTRY_TYPE, { title: 'Details' })
      : // in a list, apps would sort by series again
        link(audience, 'collection', seriesPath(series.comic_id), TYPES.acquisition, { title: seriesTitle(series) }),
  ]
}

/** The current page, counted from 1 as the extension requires. */
function pageReached(progress: ReadingPosition | undefined, pages: number): Attributes {
  if (!progress) return {}
  const page = progress.completed ? pages : pageIn(progress, pages) + 1
  return { 'pse:lastRead': page, 'pse:lastReadDate': progress.read_at }
}

function images(cover: Cover | undefined, audience: Audience): Xml[] {
  if (!cover) return []
  const { issueId, version } = cover
  return [
    link(audience, IMAGE, audience.sign(coverPath(issueId, version)), 'image/jpeg'),
    link(audience, THUMBNAIL, audience.sign(thumbnailPath(issueId, version)), 'image/jpeg'),
  ]
}

const author = (name: string) => element('author', {}, element('name', {}, name))

/** Apps show an empty line for a missing author, so the publisher is used instead. */
function authors({ book, facts = {} }: PublicationRecord, fullness: Fullness): Xml[] {
  const writers = writersIn(facts) ?? bookWriters(book)
  const names = writers.length > 0 ? writers : [book.series.publisher || 'Unknown author']
  return (fullness === 'partial' ? names.slice(0, MOST_AUTHORS) : names).map(author)
}

function facts({ book, facts: known }: PublicationRecord): Xml[] {
  const [issued, language, genre] = [issuedOn(book), languageOf(book, known), genreOf(book)]
  const { publisher, reading_direction } = book.series
  const scheme = 'http://opds-spec.org/reading-direction'
  return [
    ...(language ? [element('dc:language', {}, language)] : []),
    ...(publisher ? [element('dc:publisher', {}, publisher)] : []),
    ...(issued ? [element('dc:issued', {}, issued)] : []),
    element('category', { term: genre, label: genre }),
    ...(reading_direction === 'rtl' ? [element('category', { scheme, term: 'rtl', label: 'Right to left' })] : []),
  ]
}

function content({ book: { issue, file }, progress }: PublicationRecord, fullness: Fullness): string {
  const pages = file.page_count === 0 ? [] : [countLabel(file.page_count, 'page')]
  const facts = [...pages, megabytes(file.size), file.format.toUpperCase(), ...inWords(progress)].join(', ')
  const summary = issue.summary ? withoutMarkup(issue.summary, MOST_SUMMARY[fullness]) : ''
  return summary === '' ? facts : `${summary}\n\n${facts}`
}

function inWords(progress: ReadingPosition | undefined): string[] {
  if (!progress) return []
  return [progress.completed ? 'read' : `read to page ${progress.page + 1}`]
}
