import { LOGIN_PATH, LOGIN_TYPE } from '../../base/auth/catalog-login'
import { COVER_WIDTHS } from '../../library/reading/covers'
import { isStrip } from '../../library/reading/page-sizes'
import type { PageSize } from '../../library/reading/tables'
import { pageDirection } from '../../library/series/reading-direction'
import { bundlePath, coverPath, entryPath, filePath, seriesPath, thumbnailPath } from './addresses'
import { ENTRY_TYPE, urn } from './atom'
import { type Audience, mediaType } from './audience'
import { bookWriters, genreOf, issuedOn, languageOf } from './book-facts'
import { ACQUISITION, type Fullness, IMAGE, MOST_SUMMARY, THUMBNAIL } from './entries'
import { coverOfBook } from './feeds'
import { collectionsOf, peopleJson, subjectsOf } from './publication-facts'
import type { Cover, PublicationRecord, SeriesBundle } from './records'
import type { Book } from './store'
import { countLabel, megabytes, seriesTitle, withoutMarkup } from './titles'
import * as v2 from './v2-addresses'

/** Publications of OPDS 2.0, in the form of the Readium manifest. Unknown values are left out, never blank. */

const DIVINA = 'https://readium.org/webpub-manifest/profiles/divina'

export interface V2Link {
  href: string
  type: string
  rel?: string
  title?: string
  templated?: true
  size?: number
  width?: number
  height?: number
  properties?: { numberOfItems: number } | { authenticate: V2Link }
  images?: V2Link[]
}

/** Pixels of the original page. */
export interface PageDimensions {
  width: number
  height: number
}

export function publicationJson(publication: PublicationRecord, audience: Audience, cover: PageDimensions | undefined) {
  return {
    metadata: metadata(publication, 'partial', audience),
    links: links(publication, audience),
    ...imagesOf(coverOfBook(publication.book), audience, cover),
  }
}

/** The publication with all metadata and its pages, for apps that read without downloading the file. */
export function manifestJson(
  publication: PublicationRecord,
  audience: Audience,
  pages: readonly PageSize[] | undefined,
) {
  const { issue, file, series } = publication.book
  const strip = series.reading_direction === 'down' || (pages !== undefined && isStrip(pages))
  const at = Array.from({ length: file.page_count }, (_, page) => page)
  const readingOrder = at.map(
    (page): V2Link => ({
      href: v2.absolute(audience, v2.pagePath(publication.book, page)),
      type: 'image/jpeg',
      ...dimensions(pages?.[page]),
    }),
  )
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: { ...metadata(publication, 'complete', audience), ...(strip ? { layout: 'scrolled' } : {}) },
    links: [
      ...links(publication, audience),
      { rel: 'alternate', href: v2.absolute(audience, entryPath(issue.issue_id)), type: ENTRY_TYPE },
    ],
    ...imagesOf(coverOfBook(publication.book), audience, pages?.[file.cover_page] ?? undefined),
    ...(readingOrder.length > 0 ? { readingOrder } : {}),
  }
}

/** All issues of a series in one file. */
export function bundleJson({ series, title, updated, books, size, cover }: SeriesBundle, audience: Audience) {
  const to = (path: string) => v2.absolute(audience, path)
  return {
    metadata: {
      '@type': 'https://schema.org/ComicSeries',
      title,
      identifier: urn(`bundle ${series.comic_id}`),
      modified: updated,
      ...(series.publisher ? { publisher: series.publisher } : {}),
      description: `${countLabel(books, 'file')} in one ZIP, ${megabytes(size)}`,
      readingProgression: pageDirection(series.reading_direction),
    },
    links: [
      { rel: 'self', href: to(v2.wholePath(series.comic_id)), type: 'application/opds-publication+json' },
      { rel: ACQUISITION, href: to(bundlePath(series.comic_id)), type: 'application/zip', size },
    ],
    ...imagesOf(cover, audience, undefined),
  }
}

/** The thumbnail is first, because some apps use the first picture. */
export function images({ issueId, version }: Cover, audience: Audience, page?: PageDimensions): V2Link[] {
  const [, thumbnail, cover] = COVER_WIDTHS
  const picture = (rel: string, path: string, width: number): V2Link => ({
    rel,
    href: v2.absolute(audience, audience.sign(path)),
    type: 'image/jpeg',
    ...coverSize(page, width),
  })
  return [
    picture(THUMBNAIL, thumbnailPath(issueId, version), thumbnail),
    picture(IMAGE, coverPath(issueId, version), cover),
  ]
}

const imagesOf = (cover: Cover | undefined, audience: Audience, page: PageDimensions | undefined) =>
  cover ? { images: images(cover, audience, page) } : {}

/** Covers are scaled to fit a box twice as high as wide, and never enlarged. */
function coverSize(page: PageDimensions | undefined, width: number): Partial<PageDimensions> {
  if (!page) return {}
  const scale = Math.min(1, width / page.width, (2 * width) / page.height)
  return { width: Math.max(1, Math.round(page.width * scale)), height: Math.max(1, Math.round(page.height * scale)) }
}

const dimensions = (page: PageSize | undefined): Partial<PageDimensions> =>
  page ? { width: page.width, height: page.height } : {}

function links(publication: PublicationRecord, audience: Audience): V2Link[] {
  const { book } = publication
  const { issue, file } = book
  const to = (rel: string, path: string, type: string) => ({ rel, href: v2.absolute(audience, path), type })
  const id = issue.issue_id
  // Tells the app before its first request that a login is needed.
  const properties = { authenticate: { href: v2.absolute(audience, LOGIN_PATH), type: LOGIN_TYPE } }
  return [
    to('self', v2.manifestPath(id), v2.manifestType(publication)),
    ...(audience.mayDownload
      ? [{ ...to(ACQUISITION, filePath(book), mediaType(file.format, audience.comics)), size: file.size }]
      : []),
    // A text book has no current page.
    ...(file.page_count === 0
      ? []
      : [
          { ...to(v2.PROGRESSION_REL, v2.progressionPath(id), v2.PROGRESSION_TYPE), properties },
          { ...to(v2.LOCATOR_REL, v2.locatorPath(id), v2.LOCATOR_TYPE), properties },
        ]),
  ]
}

function metadata({ book, facts = {}, title, updated }: PublicationRecord, fullness: Fullness, audience: Audience) {
  const { issue, series, file } = book
  const [writers, language, issued] = [bookWriters(book), languageOf(book, facts), issuedOn(book)]
  const summary = issue.summary ? withoutMarkup(issue.summary, MOST_SUMMARY[fullness]) : ''
  const collections = collectionsOf(facts)
  return {
    '@type': issue.unit === 'volume' ? 'https://schema.org/Book' : 'https://schema.org/ComicIssue',
    ...(file.page_count > 0 ? { conformsTo: DIVINA } : {}),
    title,
    identifier: urn(`issue ${issue.issue_id}`),
    modified: updated,
    ...(writers.length > 0 ? { author: writers } : {}),
    ...peopleJson(facts, fullness),
    ...(series.publisher ? { publisher: series.publisher } : {}),
    ...(series.imprint ? { imprint: series.imprint } : {}),
    // The schema accepts only whole days.
    ...(issued?.length === 10 ? { published: issued } : {}),
    ...(language ? { language } : {}),
    subject: [genreOf(book), ...subjectsOf(facts, fullness)],
    ...(summary === '' ? {} : { description: summary }),
    ...(file.page_count > 0 ? { numberOfPages: file.page_count } : {}),
    belongsTo: {
      series: seriesOf(book, audience),
      ...(collections.length > 0 ? { collection: collections } : {}),
    },
    readingProgression: pageDirection(series.reading_direction),
  }
}

function seriesOf({ issue, series }: Book, audience: Audience) {
  // Annuals have numbers of their own, which apps would read as the position of an issue.
  const isPlace = issue.kind === 'issue' && /^-?\d+(?:\.\d+)?$/.test(issue.number)
  return {
    name: seriesTitle(series),
    ...(isPlace ? { position: Number(issue.number) } : {}),
    links: [{ href: v2.absolute(audience, v2.v2Path(seriesPath(series.comic_id))), type: v2.V2_TYPE }],
  }
}
