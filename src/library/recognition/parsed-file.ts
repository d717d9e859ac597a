import { type Barcode, readBarcode } from '../../base/formats/documents/barcode'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { ProviderIds } from '../../base/formats/documents/provider-ids'
import type { SeriesJson } from '../../base/formats/documents/series-json'
import { type ReadName, readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import type { IssueKind, Unit } from '../series/states'
import { bookTypeOf } from './book-type'
import { dateInName } from './date-numbers'
import { type Edition, editionOfFile } from './edition-words'
import type { BookInfo } from './epub-info'
import { type ComicFolder, type FolderNameFacts, type ParseContext, withoutAnnual } from './folder-facts'
import { holdsCollected } from './folder-words'
import { type FolderItem, withoutItemRun } from './item-folders'
import { type ParsedNumber, parseComicNumber, parseMangaNumber } from './parsed-number'
import { applyReadingLists, type ReadingListMatch } from './reading-lists'
import { findSeriesName, namesOtherSeries, parseFileName, withSeriesJson } from './series-name'
import { runOf, type SeriesRun } from './series-run'

/** The library's entry for the path. */
export interface IssueInLibrary {
  comic_id: string
  kind: IssueKind
  unit: Unit
  number: string
}

/** The file inside an archive that describes the comic. */
export type InfoSource = 'ComicInfo' | 'MetronInfo' | 'EPUB' | 'ComicBookInfo'

/** The fields of ComicInfo that a parsed file uses. */
const TOLD = [
  'series',
  'number',
  'count',
  'volume',
  'title',
  'year',
  'month',
  'day',
  'publisher',
  'imprint',
  'languageISO',
  'format',
  'manga',
  'gtin',
  'providerIds',
] as const satisfies readonly (keyof ComicInfo)[]
export type ParsedComicInfo = Pick<ComicInfo, (typeof TOLD)[number]> & Pick<BookInfo, 'book'>

/** Longer names are not real, and the cost of comparing names grows with their length. */
const MOST_TOLD = 300

/** Only these fields, cut to the length of a name. */
export function trimComicInfo(info: ParsedComicInfo): ParsedComicInfo {
  const entries = TOLD.flatMap((key) => {
    const value = info[key]
    if (value === undefined) return []
    return [[key, typeof value === 'string' ? value.slice(0, MOST_TOLD) : value]]
  })
  const { book } = info
  const told = Object.fromEntries(entries) as unknown as ParsedComicInfo
  if (!book) return told
  const { number, counted, title } = book
  return { ...told, book: { number: number.slice(0, MOST_TOLD), counted, title: title.slice(0, MOST_TOLD) } }
}

/** A file as inspected: complete, readable, with its ComicInfo if any. */
export interface InspectedFile {
  place: ComicFolder
  name: string
  path: string
  size: number
  pages: number
  info?: ParsedComicInfo
  saidBy?: InfoSource
  /** The document with the number, if there is one. */
  numberBy?: InfoSource
  libraryIssue?: IssueInLibrary
  hash?: string
  /** The library has the file unchanged; it was not opened. */
  unchanged?: boolean
}

/** Sources of a series' name, from best to worst. */
export type NameBasis = 'info' | 'list' | 'json' | 'both' | 'near' | 'name' | 'folder' | 'initials' | 'title' | 'guess'

/** A run of annuals with its own folder. */
interface AnnualRun extends SeriesRun {
  /** Another folder of the series numbers annuals from 1 again. */
  again?: boolean
}

/** The data of one file, before it is compared with its neighbours. */
export interface ParsedFile extends ParsedNumber {
  place: ComicFolder
  name: string
  path: string
  size: number
  pages: number
  libraryIssue?: IssueInLibrary
  hash?: string
  /** Another file with the same content: its path from its library folder. */
  twin?: string
  /** The original of a copy, by name or bytes: the copy is the same item. */
  copyOf?: ParsedFile
  unchanged: boolean
  basis: NameBasis
  series: string
  key: string
  /** Key of the series in the file name alone; empty when the name is only a number. */
  nameKey: string
  /** The folder belongs to a series, but to another one. */
  astray: boolean
  /** ComicInfo names another series than the file name does. */
  disputed: boolean
  /** ComicInfo names the series, and so does the file name. */
  confirmed: boolean
  /** The series of most neighbours, when this file is the exception. */
  odd?: string
  run: SeriesRun
  /** The number of the part of the series in the file's folder; empty when there is none. */
  part: string
  /** For a comic, the number of the volume folder that contains the file: of its run, or of its book. */
  folderVolume: string
  /** The month or day in the name of a file without a number: `2023-05`. */
  appeared?: string
  /** The year that distinguishes an annual: "Annual 2012 #1". */
  annualYear: string
  /** The run of annuals in the file's folder: "Harbor Lights Annual (2012)". */
  annuals?: AnnualRun
  /** The item's date, not the run's. */
  year?: number
  date?: string
  title: string
  publisher: string
  imprint: string
  language: string
  /** The name of the file or of a folder states its language. */
  isLanguageNamed: boolean
  /** Set when a name states an edition other than the plain one. */
  edition?: Edition
  manga?: ParsedComicInfo['manga']
  /** The document that describes the file, if any. */
  saidBy?: InfoSource
  /** The source of the number, when it is not the name. */
  numberBy?: InfoSource
  /** Ids of the issue and its series at metadata services. */
  ids: ProviderIds
  /** Issue count of the series, from the file's metadata. */
  count?: number
  /** The series.json of the file's folder. */
  json?: SeriesJson
  /** Comic Vine id of the series, from its folder: a different id means a different series. */
  folderId?: string
  /** TPB, HC, GN, Omnibus or One-Shot, when the file has one. */
  bookType?: string
  /** The folder and the file name different series by their ids. */
  idsDiffer: boolean
  barcode?: Barcode
  /** The reading list that contains the file. */
  listed?: ReadingListMatch
  /** The series that the folder names; empty when there is none. */
  folder: SeriesRun & { series: string; key: string; id?: string; isNamed: boolean; item?: FolderItem }
}

/** No single issue has this many pages. */
const PAGES_OF_BOOK = 80

/** Reads the ComicInfo, name and folders of one file. Nothing is dropped: every file gets a series. */
export function parseFile(seen: InspectedFile, facts: FolderNameFacts, reading: ParseContext): ParsedFile {
  const { info, place } = seen
  const file = parseFileName(seen, facts, reading)
  const { name, read: alone } = file
  const folder = withoutItemRun(facts, alone)
  // The series data of the folder is known already; only folders below the series folder can number the file.
  const enough = folder.nearest && alone.series !== ''
  const read = enough ? alone : readName(file.behind ?? name, { ...reading, folder: folder.telling })
  const named = findSeriesName(seen, file, folder, reading)
  const annual = folder.shelf !== 'one-shots' && isAnnual(info, alone, folder)
  const infoSeries = info?.series === undefined ? undefined : saidSeries(info, folder)
  const series = infoSeries?.series || named.series
  const isTitled = folder.shelf === 'one-shots' && alone.bare
  const known = isTitled
    ? { ...read, issue: '', issue_end: '' }
    : named.number === ''
      ? read
      : { ...read, issue: named.number, year: '' }
  const barcode = readBarcode(info?.gtin)
  const bookType = bookTypeOf(info, alone, { shelf: folder.shelf, parts: place.parts })
  const bound = seen.pages >= PAGES_OF_BOOK && (barcode?.isBook === true || holdsCollected(place.parts))
  const texts = {
    info,
    fileName: name,
    alone,
    read: known,
    annual,
    bound,
    pages: seen.pages,
    folders: place.parts,
    folderVolume: folder.item?.unit === 'volume' ? folder.item.number : '',
    special: named.special,
    series,
    isOneShot: bookType === 'One-Shot',
  }
  const numbered = reading.kind === 'manga' ? parseMangaNumber(texts) : parseComicNumber(texts)
  const chosen = infoSeries?.series ? { series, basis: 'info' as const, astray: false } : withSeriesJson(named, folder)
  const key = matchKey(chosen.series)
  const folderId = folder.key === key ? folder.volumeId : undefined
  // A series' id does not apply to its annuals, unless they are a series of their own.
  const volumeId = annual && !isOfAnnuals(folder) ? undefined : folderId
  const own = info?.providerIds.comicvineVolume
  const parsed: ParsedFile = {
    place,
    name: seen.name,
    path: seen.path,
    size: seen.size,
    pages: seen.pages,
    libraryIssue: seen.libraryIssue,
    hash: seen.hash,
    unchanged: seen.unchanged ?? false,
    ...numbered,
    ...(seen.libraryIssue
      ? {
          kind: seen.libraryIssue.kind,
          unit: seen.libraryIssue.unit,
          bare: false,
          number: seen.libraryIssue.number,
          end: '',
        }
      : {}),
    basis: chosen.basis,
    series: chosen.series,
    key,
    nameKey: named.nameKey,
    astray: chosen.astray,
    disputed: named.nameKey !== '' && namesOtherSeries(key, named, alone),
    confirmed: infoSeries !== undefined && named.nameKey === key,
    run: annual ? annualRun(folder) : runFor(reading, infoSeries?.run, alone, folder, key, numbered),
    part: folder.part,
    folderVolume: folder.volume,
    appeared: numbered.number === '' && numbered.kind === 'issue' ? dateInName(seen.name) : undefined,
    annuals: annual && folder.annual ? { year: folder.year, ordinal: folder.ordinal } : undefined,
    annualYear: annual ? alone.annual_year : '',
    year: info?.year ?? (Number(alone.year) || undefined),
    date: dateOf(info),
    title: titleInside(info, key) || titleNamed(named.title || (named.number === '' ? read.title : ''), key, folder),
    publisher: short(info?.publisher) || read.publisher || folder.publisher,
    imprint: short(info?.imprint) || folder.imprint,
    language: short(info?.languageISO) || read.language || folder.language,
    isLanguageNamed: (read.language || folder.language) !== '',
    edition: editionOfFile(seen.name, alone, place),
    manga: info?.manga,
    saidBy: info && (seen.saidBy ?? 'ComicInfo'),
    numberBy: info && (seen.numberBy ?? seen.saidBy ?? 'ComicInfo'),
    ids: { ...(volumeId ? { comicvineVolume: volumeId } : {}), ...info?.providerIds },
    count: info?.count,
    json: folder.key === key ? folder.json : undefined,
    folderId,
    bookType,
    idsDiffer: own !== undefined && volumeId !== undefined && own !== volumeId,
    barcode,
    folder: {
      series: folder.series,
      key: folder.key,
      year: folder.year,
      ordinal: folder.ordinal,
      id: folder.volumeId,
      isNamed: folder.json?.name !== undefined || folder.volumeId !== undefined,
      item: folder.item,
    },
  }
  return applyReadingLists(parsed, folder.lists)
}

/** No real name is longer; a field in a file may be. */
const short = (text: string | undefined) => (text ?? '').trim().slice(0, 300)

/** A single book has the name of its series. */
function titleInside(info: ParsedComicInfo | undefined, key: string): string {
  const title = short(info?.title)
  return info?.book && matchKey(title) === key ? '' : title
}

/**
 * "Vol 7 Ran da Ran": the series' name after the number is not a title. In the folder of another series it may prove to
 * be one.
 */
function titleNamed(title: string, key: string, folder: FolderNameFacts): string {
  const titleKey = title === '' ? '' : matchKey(title)
  return titleKey === (folder.key || key) ? '' : title
}

/** Taggers write the year after the name, and ComicVine's start year of the run as the volume. */
function saidSeries(info: ParsedComicInfo, { key }: FolderNameFacts): { series: string; run: SeriesRun } {
  const [, bare = '', year] = /^(.*?)(?:\s*\(((?:19|20)\d\d)\))?$/s.exec(short(info.series)) ?? []
  const series = matchKey(bare) === key ? bare : withoutAnnual(bare) || bare
  return { series, run: runOf(info.volume, year) }
}

function isAnnual(info: ParsedComicInfo | undefined, alone: ReadName, folder: FolderNameFacts): boolean {
  const infoSeries = short(info?.series)
  if (/\bannual\b/i.test(info?.format ?? '') || withoutAnnual(infoSeries) !== infoSeries) return true
  if (info?.format !== undefined) return false
  return alone.annual || folder.annual
}

/** Annuals with their own id are a series, which their folder describes. */
const isOfAnnuals = ({ series }: FolderNameFacts) => withoutAnnual(series) !== series

/** The parent series' folder states the run; an annual's folder states only the year of the annual. */
function annualRun(folder: FolderNameFacts): SeriesRun {
  return folder.annual && !isOfAnnuals(folder) ? {} : { year: folder.year, ordinal: folder.ordinal }
}

function runFor(
  { kind }: ParseContext,
  infoRun: SeriesRun | undefined,
  alone: ReadName,
  folder: FolderNameFacts,
  key: string,
  { unit }: ParsedNumber,
): SeriesRun {
  const above = folder.key === key ? { year: folder.year, ordinal: folder.ordinal } : {}
  // The volume of a manga is the content of the file; only its folder distinguishes runs.
  if (kind === 'manga') return { year: above.year }
  const own = runOf(unit === 'volume' ? '' : alone.volume, alone.run_year)
  // For a collected edition the volume is the number of the book; taggers also write volume 1 when they know none.
  const ordinal = unit === 'volume' || (infoRun?.ordinal === 1 && saysAnother(own)) ? undefined : infoRun?.ordinal
  return {
    year: infoRun?.year ?? own.year ?? above.year,
    ordinal: ordinal ?? own.ordinal ?? above.ordinal,
  }
}

const saysAnother = ({ year, ordinal }: SeriesRun) => year !== undefined || (ordinal ?? 1) !== 1

/** `2015-05-06`, as far as known. */
export function dateOf(info: ParsedComicInfo | undefined): string | undefined {
  if (info?.year === undefined) return undefined
  const parts = [String(info.year).padStart(4, '0')]
  if (info.month !== undefined) parts.push(String(info.month).padStart(2, '0'))
  if (info.month !== undefined && info.day !== undefined && isDay(info.year, info.month, info.day))
    parts.push(String(info.day).padStart(2, '0'))
  return parts.join('-')
}

/** False for the 30th of February. */
export function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
}
