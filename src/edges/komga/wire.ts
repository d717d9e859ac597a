import { basename, extname } from 'node:path'
import { FORMATS } from '../../base/formats/formats'
import { fromMs } from '../../base/platform/clock'
import { providerNames, providerOf } from '../../base/providers/descriptors'
import { issueLabel } from '../../library/reading/labels'
import type { PageSize } from '../../library/reading/tables'
import { providerPage } from '../../library/series/links'
import { languageOf } from '../opds/book-facts'
import { stateOf } from './condition-store'
import type { ReadCounts } from './progress'
import type { Author, BookRecord, CollectionRecord, ReadListRecord, SeriesRecord } from './records'
import type { Library } from './states'
import { authorsOf } from './words'

/** Records in the form that the apps read. Fields without a counterpart have the value that means nothing. */

/** `2026-01-02T03:04:05Z`: some apps read a fraction of a second as the distant past. */
export const moment = (at: string): string => `${at.slice(0, 19)}Z`

/** Years and months as their first day. */
export const day = (date: string | null | undefined): string | null => {
  if (!date || !/^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(date)) return null
  return `${date}-01-01`.slice(0, 10)
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** `45.9 MiB`. */
export function sizeWords(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** unit
  return `${unit === 0 ? value : Math.round(value * 10) / 10} ${UNITS[unit]}`
}

const DIRECTIONS = { ltr: 'LEFT_TO_RIGHT', rtl: 'RIGHT_TO_LEFT', down: 'WEBTOON' } as const

const unlocked = <N extends string>(...names: N[]) =>
  Object.fromEntries(names.map((name) => [`${name}Lock`, false])) as Record<`${N}Lock`, false>

export function libraryJson({ id, name }: Library) {
  return {
    id,
    name,
    root: '',
    importComicInfoBook: true,
    importComicInfoSeries: true,
    importComicInfoCollection: false,
    importComicInfoReadList: false,
    importComicInfoSeriesAppendVolume: false,
    importEpubBook: false,
    importEpubSeries: false,
    importMylarSeries: true,
    importLocalArtwork: false,
    importBarcodeIsbn: false,
    scanForceModifiedTime: false,
    scanInterval: 'DISABLED',
    scanOnStartup: false,
    scanCbx: true,
    scanPdf: true,
    scanEpub: true,
    scanDirectoryExclusions: [],
    repairExtensions: false,
    convertToCbz: false,
    emptyTrashAfterScan: false,
    seriesCover: 'FIRST',
    hashFiles: false,
    hashPages: false,
    hashKoreader: false,
    analyzeDimensions: true,
    oneshotsDirectory: null,
    unavailable: false,
  }
}

const SERIES_LOCKS = unlocked(
  'status',
  'title',
  'titleSort',
  'summary',
  'readingDirection',
  'publisher',
  'ageRating',
  'language',
  'genres',
  'tags',
  'totalBookCount',
  'sharingLabels',
  'links',
  'alternateTitles',
)

const unique = (words: readonly string[]) => [...new Set(words)]

export function seriesJson({ row, library, facts, read, reading }: SeriesRecord) {
  const created = moment(row.added_at)
  const changed = row.files_at !== null && row.files_at > row.added_at ? moment(row.files_at) : created
  const booksRead = Math.min(read, row.readable)
  const booksReading = Math.min(reading, row.readable - booksRead)
  return {
    id: row.comic_id,
    libraryId: library.id,
    name: row.name,
    url: '',
    created,
    lastModified: changed,
    fileLastModified: changed,
    booksCount: row.readable,
    booksReadCount: booksRead,
    booksUnreadCount: row.readable - booksRead - booksReading,
    booksInProgressCount: booksReading,
    metadata: {
      ...SERIES_LOCKS,
      status: stateOf(row.publication),
      title: row.name,
      titleSort: row.sort_name,
      summary: row.description ?? '',
      readingDirection: DIRECTIONS[row.reading_direction],
      publisher: row.publisher ?? '',
      ageRating: row.age_years,
      language: languageOf({ series: row }) ?? '',
      genres: row.genres ?? [],
      tags: unique(facts.tags),
      totalBookCount: row.total_known ? row.total : null,
      sharingLabels: [],
      links: linksOf(facts.links),
      alternateTitles: (row.aliases ?? []).map((title) => ({ label: '', title })),
      created,
      lastModified: changed,
    },
    booksMetadata: {
      authors: authorsOf([], [...facts.authors, ...facts.writers]),
      tags: [],
      releaseDate: day(facts.released),
      summary: '',
      summaryNumber: '',
      created,
      lastModified: changed,
    },
    deleted: false,
    oneshot: false,
  }
}

function linksOf(links: SeriesRecord['facts']['links']) {
  return links.flatMap(({ source, id, url }) => {
    const name = providerNames.find((each) => each === source)
    const page = url ?? (id === null ? undefined : providerPage(source, id))
    return name && page !== undefined && /^https?:/.test(page) ? { label: providerOf(name).label, url: page } : []
  })
}

const BOOK_LOCKS = unlocked(
  'title',
  'summary',
  'number',
  'numberSort',
  'releaseDate',
  'authors',
  'tags',
  'isbn',
  'links',
)

export function bookJson(book: BookRecord) {
  const { issue, series, file, library, number, facts, progress } = book
  const created = moment(file.added_at)
  const url = basename(file.path)
  const title = issue.title || issueLabel(issue)
  return {
    id: issue.issue_id,
    seriesId: issue.comic_id,
    seriesTitle: series.name,
    libraryId: library.id,
    name: url.slice(0, url.length - extname(url).length),
    url,
    number: number.place,
    created,
    lastModified: created,
    fileLastModified: moment(fromMs(file.modified_ms)),
    sizeBytes: file.size,
    size: sizeWords(file.size),
    media: {
      status: 'READY',
      mediaType: FORMATS[file.format].mediaType,
      pagesCount: file.page_count,
      comment: '',
      epubDivinaCompatible: false,
      epubIsKepub: false,
      mediaProfile: 'DIVINA',
    },
    metadata: {
      ...BOOK_LOCKS,
      title,
      summary: issue.summary ?? '',
      number: number.text,
      numberSort: number.sort,
      releaseDate: day(issue.release_date ?? issue.digital_date ?? issue.issue_date),
      authors: bookAuthors(book),
      tags: unique(facts?.tags ?? []),
      isbn: facts?.isbn ?? '',
      links: [],
      created,
      lastModified: created,
    },
    readProgress: progress === undefined ? null : progressJson(progress),
    deleted: false,
    fileHash: '',
    oneshot: false,
  }
}

const bookAuthors = ({ issue, facts }: BookRecord): Author[] =>
  authorsOf(facts?.credits ?? [], issue.writer?.split(',') ?? [])

function progressJson({
  page,
  completed,
  started_at,
  read_at,
  device,
  device_id,
}: NonNullable<BookRecord['progress']>) {
  return {
    page: page + 1,
    completed,
    readDate: moment(read_at),
    created: moment(started_at),
    lastModified: moment(read_at),
    deviceId: device_id ?? '',
    deviceName: device ?? '',
  }
}

const MEDIA = { jpg: 'jpeg', jpe: 'jpeg', tif: 'tiff' } as Record<string, string>

export function pageEntryJson(page: { name: string; size: number }, size: PageSize | undefined, at: number) {
  const extension = extname(page.name).slice(1).toLowerCase()
  const type = size?.type ?? MEDIA[extension] ?? (extension || 'jpeg')
  return {
    number: at + 1,
    fileName: page.name,
    mediaType: `image/${type}`,
    width: size?.width ?? null,
    height: size?.height ?? null,
    sizeBytes: page.size,
    size: sizeWords(page.size),
  }
}

export function collectionJson({ id, name, series_ids, created_at, updated_at }: CollectionRecord) {
  return {
    id,
    name,
    ordered: true,
    seriesIds: [...series_ids],
    createdDate: moment(created_at),
    lastModifiedDate: moment(updated_at),
    filtered: false,
  }
}

export function readListJson({ id, name, issue_ids, updated_at }: ReadListRecord) {
  return {
    id,
    name,
    summary: '',
    ordered: true,
    bookIds: [...issue_ids],
    createdDate: moment(updated_at),
    lastModifiedDate: moment(updated_at),
    filtered: false,
  }
}

const countsJson = ({ books, read, reading }: ReadCounts) => ({
  booksCount: books,
  booksReadCount: read,
  booksUnreadCount: books - read - reading,
  booksInProgressCount: reading,
})

/** Progress in a series as trackers read it. */
export const trackedSeriesJson = (counts: ReadCounts, numbers: readonly number[]) => ({
  ...countsJson(counts),
  lastReadContinuousNumberSort: counts.run === 0 ? 0 : numbers[counts.run - 1]!,
  maxNumberSort: numbers.at(-1) ?? 0,
})

export const trackedListJson = (counts: ReadCounts) => ({ ...countsJson(counts), lastReadContinuousIndex: counts.run })

export function userJson(user: { id: string; name: string; mayDownload: boolean }) {
  return {
    id: user.id,
    email: user.name,
    roles: ['USER', 'PAGE_STREAMING', ...(user.mayDownload ? ['FILE_DOWNLOAD'] : [])],
    sharedAllLibraries: true,
    sharedLibrariesIds: [],
    labelsAllow: [],
    labelsExclude: [],
    ageRestriction: null,
  }
}
