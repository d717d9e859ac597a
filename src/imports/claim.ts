import { parse } from 'node:path'
import type { ComicInfo } from '../formats/comicinfo'
import type { ProviderIds } from '../formats/provider-ids'
import type { SeriesJson } from '../formats/series-json'
import { type ReadName, readName } from '../releases/names'
import { matchKey } from '../releases/titles'
import type { IssueKind, Unit } from '../series/states'
import { type Numbered, numberComic, numberManga } from './claim-number'
import { type FolderSays, nameOfRoot, type Place, type Reading, type Run, runOf, withoutAnnual } from './places'

/** What the library has at the path. */
export interface Held {
  comic_id: string
  kind: IssueKind
  unit: Unit
  number: string
}

/** The file in an archive that describes it. */
export type SaidBy = 'ComicInfo' | 'MetronInfo'

/** A file as it was seen: whole, readable, with whatever ComicInfo it carries. */
export interface FileSeen {
  place: Place
  name: string
  path: string
  size: number
  pages: number
  info?: ComicInfo
  saidBy?: SaidBy
  held?: Held
  hash?: string
  /** The library has it as it is; it was not opened. */
  unchanged?: boolean
}

/** What the name of a series rests on, from best to worst. */
export type Basis = 'info' | 'json' | 'both' | 'name' | 'folder' | 'initials' | 'title' | 'guess'

/** What one file says about itself, before its neighbours are heard. */
export interface Claim extends Numbered {
  place: Place
  name: string
  path: string
  size: number
  pages: number
  held?: Held
  hash?: string
  /** Another file with the same content: its path from its library folder. */
  twin?: string
  unchanged: boolean
  basis: Basis
  series: string
  key: string
  /** Key of the series in the name of the file alone; empty when it holds only a number. */
  nameKey: string
  /** The folder is one of a series, and of another one. */
  astray: boolean
  /** ComicInfo names another series than the file name does. */
  disputed: boolean
  run: Run
  /** Of the item, not of the run. */
  year?: number
  date?: string
  title: string
  publisher: string
  imprint: string
  language: string
  manga?: ComicInfo['manga']
  /** What describes it, if anything does. */
  saidBy?: SaidBy
  /** Ids of the issue and of its series at the services that know them. */
  ids: ProviderIds
  /** Issues that the series has, as the file says. */
  count?: number
  /** What the series.json of its folder says of the series. */
  json?: SeriesJson
}

/** Reads the ComicInfo, the name and the folders of one file. Nothing is dropped: every file gets a series. */
export function claimOf(seen: FileSeen, folder: FolderSays, reading: Reading): Claim {
  const { info, place, name } = seen
  const alone = readName(name, reading)
  // What a folder says of the series is known; only folders below that of the series can number the file.
  const enough = folder.telling.length === 0 || (folder.nearest && alone.series !== '')
  const read = enough ? alone : readName(name, { ...reading, folder: folder.telling })
  const named = nameSeries(seen, alone, folder, reading)
  const annual = isAnnual(info, alone, folder)
  const said = info?.series === undefined ? undefined : saidSeries(info)
  const series = said?.series || named.series
  const known = named.number === '' ? read : { ...read, issue: named.number, year: '' }
  const texts = { info, fileName: name, alone, read: known, annual, folders: place.parts, special: named.special }
  const numbered = reading.kind === 'manga' ? numberManga(texts) : numberComic(texts)
  const chosen = said?.series ? { series, basis: 'info' as const, astray: false } : fromJson(named, folder)
  return {
    place,
    name,
    path: seen.path,
    size: seen.size,
    pages: seen.pages,
    held: seen.held,
    hash: seen.hash,
    unchanged: seen.unchanged ?? false,
    ...numbered,
    ...(seen.held
      ? { kind: seen.held.kind, unit: seen.held.unit, bare: false, number: seen.held.number, end: '' }
      : {}),
    basis: chosen.basis,
    series: chosen.series,
    key: matchKey(chosen.series),
    nameKey: named.nameKey,
    astray: chosen.astray,
    disputed: said !== undefined && named.nameKey !== '' && disputes(matchKey(series), named, alone),
    run: annual ? annualRun(folder) : runFor(reading, said?.run, alone, folder, matchKey(series), numbered),
    year: info?.year ?? (Number(alone.year) || undefined),
    date: dateOf(info),
    title: short(info?.title) || named.title || read.title,
    publisher: short(info?.publisher) || read.publisher || folder.publisher,
    imprint: short(info?.imprint) || folder.imprint,
    language: short(info?.languageISO) || read.language,
    manga: info?.manga,
    saidBy: info && (seen.saidBy ?? 'ComicInfo'),
    ids: info?.providerIds ?? {},
    count: info?.count,
    json: folder.json && folder.key === matchKey(series) ? folder.json : undefined,
  }
}

interface Named {
  series: string
  basis: Basis
  nameKey: string
  astray: boolean
  title: string
  /** The word that makes it a special of its folder's series. */
  special: string
  /** A number that looks like a part of the name until the folder tells where the name ends. */
  number: string
}

/** The series by names alone: that of the file, unless the folder knows better. */
function nameSeries({ place, name }: FileSeen, alone: ReadName, folder: FolderSays, reading: Reading): Named {
  const own = withoutAnnual(alone.series)
  const key = alone.special !== '' && matchKey(own) === matchKey(alone.special) ? '' : matchKey(own)
  const numberless = alone.issue === '' && alone.volume === ''
  const named = { series: folder.series, nameKey: key, astray: false, title: '', special: '', number: '' }
  if (key === '') {
    const special = alone.special
    if (folder.key !== '') return { ...named, basis: 'folder', special }
    return { ...named, series: nameOfRoot(place, reading) || parse(name).name, basis: 'guess', special }
  }
  if (folder.key === '') return { ...named, series: own, basis: 'name' }
  if (key === folder.key) return { ...named, series: own, basis: 'both' }
  if (alone.special !== '' && key.startsWith(folder.key)) return { ...named, basis: 'both', special: alone.special }
  const number = numberBehind(folder, name)
  if (number !== '') return { ...named, nameKey: folder.key, basis: 'both', number }
  if (numberless && matchKey(alone.alt_series ?? '') === folder.key)
    return { ...named, basis: 'title', title: own.slice(own.indexOf(' - ') + 3) }
  if (key === initials(folder.series)) return { ...named, basis: 'initials' }
  if (numberless && folder.ofSeries) return { ...named, basis: 'title', title: own }
  return { ...named, series: own, basis: 'name', astray: folder.ofSeries }
}

/** Where the folder would name the series, or agrees, its series.json does. */
function fromJson(named: Named, { json, series, key }: FolderSays): Named {
  const agrees =
    named.nameKey === key || named.basis === 'title' || named.basis === 'initials' || named.basis === 'folder'
  return json && (agrees || named.basis === 'both') ? { ...named, series, basis: 'json', astray: false } : named
}

/** The number behind the name of the folder: "Weekly 7 1999" in "Weekly 7" is its issue 1999. Empty when other words are there. */
function numberBehind({ key, year }: FolderSays, name: string): string {
  const [, before = '', digits = ''] = /^(.*?)[\s._#-]+(\d{1,5})$/.exec(parse(name).name) ?? []
  return matchKey(before) === key && Number(digits) !== year ? digits : ''
}

function initials(series: string): string {
  const words = series.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > 1 ? words.map((word) => word[0]).join('') : ''
}

/** No name is longer; what a file says may be. */
const short = (text: string | undefined) => (text ?? '').trim().slice(0, 300)

/** Taggers write the year behind the name, and ComicVine's year of the run as the volume. */
function saidSeries(info: ComicInfo): { series: string; run: Run } {
  const [, bare = '', year] = /^(.*?)(?:\s*\(((?:19|20)\d\d)\))?$/s.exec(short(info.series)) ?? []
  return { series: withoutAnnual(bare) || bare, run: runOf(info.volume, year) }
}

function isAnnual(info: ComicInfo | undefined, alone: ReadName, folder: FolderSays): boolean {
  const said = short(info?.series)
  if (/\bannual\b/i.test(info?.format ?? '') || withoutAnnual(said) !== said) return true
  if (info?.format !== undefined) return false
  return alone.annual || (folder.annual && withoutAnnual(alone.series) === alone.series)
}

/** The folder of the parent series says the run; that of an annual says only when the annual came. */
function annualRun(folder: FolderSays): Run {
  return folder.annual ? {} : { year: folder.year, ordinal: folder.ordinal }
}

function runFor(
  { kind }: Reading,
  said: Run | undefined,
  alone: ReadName,
  folder: FolderSays,
  key: string,
  { unit }: Numbered,
): Run {
  const above = folder.key === key ? { year: folder.year, ordinal: folder.ordinal } : {}
  // The volume of a manga is what the file holds; only its folder tells one run from another.
  if (kind === 'manga') return { year: above.year }
  const own = unit === 'volume' ? {} : runOf(alone.volume, alone.run_year)
  return {
    year: said?.year ?? own.year ?? above.year,
    ordinal: said?.ordinal ?? own.ordinal ?? above.ordinal,
  }
}

function disputes(key: string, named: Named, alone: ReadName): boolean {
  return named.nameKey !== key && matchKey(named.series) !== key && matchKey(alone.alt_series ?? '') !== key
}

/** `2015-05-06`, as far as it is known. */
export function dateOf(info: ComicInfo | undefined): string | undefined {
  if (info?.year === undefined) return undefined
  const parts = [String(info.year).padStart(4, '0')]
  if (info.month !== undefined) parts.push(String(info.month).padStart(2, '0'))
  if (info.month !== undefined && info.day !== undefined) parts.push(String(info.day).padStart(2, '0'))
  return parts.join('-')
}
