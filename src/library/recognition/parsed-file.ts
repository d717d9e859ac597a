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

/** What the library has at the path. */
export interface IssueInLibrary {
  comic_id: string
  kind: IssueKind
  unit: Unit
  number: string
}

/** The file in an archive that describes it. */
export type InfoSource = 'ComicInfo' | 'MetronInfo' | 'EPUB'

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

/** Longer names are not real ones, and the cost of comparing names grows with their length. */
const MOST_TOLD = 300

/** These fields alone, cut to what a name can be. */
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

/** A file as it was seen: whole, readable, with whatever ComicInfo it carries. */
export interface InspectedFile {
  place: ComicFolder
  name: string
  path: string
  size: number
  pages: number
  info?: ParsedComicInfo
  saidBy?: InfoSource
  /** Which of them numbers it, if either does. */
  numberBy?: InfoSource
  libraryIssue?: IssueInLibrary
  hash?: string
  /** The library has it as it is; it was not opened. */
  unchanged?: boolean
}

/** What the name of a series rests on, from best to worst. */
export type NameBasis = 'info' | 'list' | 'json' | 'both' | 'near' | 'name' | 'folder' | 'initials' | 'title' | 'guess'

/** A run of annuals that has a folder. */
interface AnnualRun extends SeriesRun {
  /** Another folder of the series counts them anew. */
  again?: boolean
}

/** The facts of one file, before it is compared with its neighbours. */
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
  /** The file that it is a copy of by its name or its bytes: it is what that one is. */
  copyOf?: ParsedFile
  unchanged: boolean
  basis: NameBasis
  series: string
  key: string
  /** Key of the series in the name of the file alone; empty when it holds only a number. */
  nameKey: string
  /** The folder is one of a series, and of another one. */
  astray: boolean
  /** ComicInfo names another series than the file name does. */
  disputed: boolean
  /** ComicInfo names the series, and so does the name of the file. */
  confirmed: boolean
  /** The series that most of its neighbours are, where it is the odd one among them. */
  odd?: string
  run: SeriesRun
  /** The number of the part of the series that its folder holds; empty when none does. */
  part: string
  /** The number of the volume that its folder is, below that of a comic: of its run, or of the book that it is in. */
  folderVolume: string
  /** The month or day in the name of a file that has no number: `2023-05`. */
  appeared?: string
  /** The year that numbers an annual: "Annual 2012 #1". */
  annualYear: string
  /** The run of annuals that its folder holds: "Harbor Lights Annual (2012)". */
  annuals?: AnnualRun
  /** Of the item, not of the run. */
  year?: number
  date?: string
  title: string
  publisher: string
  imprint: string
  language: string
  /** The name of the file or of a folder says its language. */
  isLanguageNamed: boolean
  /** Where a name says one that is not the plain one. */
  edition?: Edition
  manga?: ParsedComicInfo['manga']
  /** What describes it, if anything does. */
  saidBy?: InfoSource
  /** What numbers it, where it is not the name. */
  numberBy?: InfoSource
  /** Ids of the issue and of its series at the services that know them. */
  ids: ProviderIds
  /** Issue count of the series, from the file's metadata. */
  count?: number
  /** The series.json of its folder. */
  json?: SeriesJson
  /** Comic Vine id of the series, from its folder: a different id means a different series. */
  folderId?: string
  /** TPB, HC, GN, Omnibus or One-Shot, where the file has one. */
  bookType?: string
  /** The folder and the file name different series by their ids. */
  idsDiffer: boolean
  barcode?: Barcode
  /** The reading list that names it. */
  listed?: ReadingListMatch
  /** The series that its folder names; empty when none does. */
  folder: SeriesRun & { series: string; key: string; id?: string; isNamed: boolean; item?: FolderItem }
}

/** No single issue has as many. */
const PAGES_OF_BOOK = 80

/** Reads the ComicInfo, the name and the folders of one file. Nothing is dropped: every file gets a series. */
export function parseFile(seen: InspectedFile, facts: FolderNameFacts, reading: ParseContext): ParsedFile {
  const { info, place } = seen
  const file = parseFileName(seen, facts, reading)
  const { name, read: alone } = file
  const folder = withoutItemRun(facts, alone)
  // The folder's series facts are known already; only folders below that of the series can number the file.
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
  // The id of a series is not that of its annuals, unless they are one of their own.
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

/** A book that is alone is called like its series. */
function titleInside(info: ParsedComicInfo | undefined, key: string): string {
  const title = short(info?.title)
  return info?.book && matchKey(title) === key ? '' : title
}

/**
 * "Vol 7 Ran da Ran": the name of the series behind the number is no title. In the folder of another series it may prove
 * to be one.
 */
function titleNamed(title: string, key: string, folder: FolderNameFacts): string {
  const titleKey = title === '' ? '' : matchKey(title)
  return titleKey === (folder.key || key) ? '' : title
}

/** Taggers write the year behind the name, and ComicVine's year of the run as the volume. */
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

/** Annuals that have an id of their own are a series, which its folder describes. */
const isOfAnnuals = ({ series }: FolderNameFacts) => withoutAnnual(series) !== series

/** The parent series' folder gives the run; an annual's folder gives only the year of the annual. */
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
  // The volume of a manga is what the file holds; only its folder tells one run from another.
  if (kind === 'manga') return { year: above.year }
  const own = runOf(unit === 'volume' ? '' : alone.volume, alone.run_year)
  // Of a collected edition it is the number of the book; and taggers write volume 1 where they know of none.
  const ordinal = unit === 'volume' || (infoRun?.ordinal === 1 && saysAnother(own)) ? undefined : infoRun?.ordinal
  return {
    year: infoRun?.year ?? own.year ?? above.year,
    ordinal: ordinal ?? own.ordinal ?? above.ordinal,
  }
}

const saysAnother = ({ year, ordinal }: SeriesRun) => year !== undefined || (ordinal ?? 1) !== 1

/** `2015-05-06`, as far as it is known. */
export function dateOf(info: ParsedComicInfo | undefined): string | undefined {
  if (info?.year === undefined) return undefined
  const parts = [String(info.year).padStart(4, '0')]
  if (info.month !== undefined) parts.push(String(info.month).padStart(2, '0'))
  if (info.month !== undefined && info.day !== undefined) parts.push(String(info.day).padStart(2, '0'))
  return parts.join('-')
}
