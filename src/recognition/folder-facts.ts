import { basename } from 'node:path'
import type { SeriesJson } from '../formats/documents/series-json'
import { readName } from '../releases/names'
import { matchKey } from '../releases/titles'
import type { ContentType } from '../series/states'
import type { ReadingListIndex } from './reading-lists'
import type { Sidecars } from './sidecars'

/** A folder that holds comics. */
export interface ComicFolder {
  /** The library folder that contains it, as configured. */
  root: string
  path: string
  /** The folders from the library folder down to it; empty for the library folder itself. */
  parts: readonly string[]
  /** Sidecar files beside the comics. */
  beside?: Sidecars
}

/** Which run of a series is meant: the year it began, or its ordinal ("v3"). */
export interface SeriesRun {
  year?: number
  ordinal?: number
}

/** What the folders above a file say of its series. */
export interface FolderFacts extends SeriesRun {
  /** Empty when no folder names a series. */
  series: string
  key: string
  /** It is the nearest folder that names the series: no other one is between it and the file. */
  nearest: boolean
  /** The name carries a year in brackets, as folders of a series do and others rarely. */
  ofSeries: boolean
  annual: boolean
  publisher: string
  imprint: string
  /** Content of series.json; the name, the run and the publisher above then come from it. */
  json?: SeriesJson
  /** Comic Vine id of the series, from series.json or `cvinfo`. */
  volumeId?: string
  /** Kind of the subfolder that holds the files, when it is inside the folder of the series. */
  shelf?: SpecialFolder
  /** Reading lists in it and in the folders above. */
  lists: readonly ReadingListIndex[]
  /** What the names of the files are read with: folders that say something, nearest last. */
  telling: string[]
}

/** Folders for books outside the numbering of a series, and for books without a series. */
export type SpecialFolder = 'specials' | 'one-shots'

/** What the files beside the comics of a folder say. */
export interface SidecarFacts {
  json?: SeriesJson
  volumeId?: string
  lists?: readonly ReadingListIndex[]
}

export interface ParseContext {
  kind: ContentType
  /** The year it is now: later ones are no years of comics. */
  year: number
}

/** Folders that sort the files of a series by what they are, and name no series. */
const SORTING =
  /^(?:annuals?|tpbs?|trades?|trade paperbacks?|collected(?: editions?)?|collections?|omnibus(?:es)?|hardcovers?|hcs?|gns?|graphic novels?|issues?|singles?|single issues?|chapters?|volumes?|(?:19|20)?\d0'?s)$/i
const ANNUALS = /^annuals?$/i
const SPECIALS =
  /^(?:specials?|extras?|omake|(?:art|fan|guide|data) ?books?|artworks?|illustrations?|bonus|side ?stories|covers?)$/i
const ONE_SHOTS = /^_?one[ -]?shots?$/i
const COLLECTED =
  /^(?:tpbs?|trades?|trade paperbacks?|collected(?: editions?)?|collections?|omnibus(?:es)?|hardcovers?|hcs?|gns?|graphic novels?)$/i

const MOST_FOLDERS = 4

/** Reads the names of a folder path; `beside` is the content of its sidecar files. */
export function readFolderNames(place: ComicFolder, reading: ParseContext, beside: SidecarFacts = {}): FolderFacts {
  const { json, volumeId, lists = [] } = beside
  const read = readFolders(place, reading)
  // Such a file is written into the folder of one series.
  const says = { ...read, lists, ...(volumeId && read.key !== '' ? { volumeId, ofSeries: true } : {}) }
  if (!json?.name) return says
  // Annuals with an id of their own are a series of their own.
  const series = json.comicId ? json.name : withoutAnnual(json.name) || json.name
  return {
    ...says,
    volumeId: json.comicId ?? volumeId,
    series,
    key: matchKey(series),
    ...runOf(json.volume, json.year),
    ofSeries: true,
    publisher: json.publisher ?? says.publisher,
    imprint: json.imprint ?? '',
    json,
  }
}

/** Folders that hold collected editions. */
export const holdsCollected = (parts: readonly string[]): boolean => parts.some((part) => COLLECTED.test(part))

/** Folders that hold a part of the series above them. */
export const sortsFiles = (folder: string): boolean => SORTING.test(folder) || SPECIALS.test(folder)

const isShelf = (folder: string) => sortsFiles(folder) || ONE_SHOTS.test(folder)

function shelfOf(parts: readonly string[]): SpecialFolder | undefined {
  if (parts.some((part) => ONE_SHOTS.test(part))) return 'one-shots'
  return parts.some((part) => SPECIALS.test(part)) ? 'specials' : undefined
}

function readFolders({ parts }: ComicFolder, reading: ParseContext): FolderFacts {
  const telling = parts.filter((part) => !isShelf(part)).slice(-MOST_FOLDERS)
  const read = readName('', { ...reading, folder: telling })
  const series = withoutAnnual(read.series)
  const key = matchKey(series)
  const own = key === '' ? -1 : telling.findLastIndex((part) => names(part, key, reading))
  const itself = own < 0 ? undefined : readName(telling[own]!, reading)
  return {
    series,
    key,
    ...runOf(itself?.volume, read.run_year),
    nearest: own >= 0 && own === telling.length - 1,
    ofSeries: /[([](?:19|20)\d\d\b/.test(telling[own] ?? ''),
    annual: read.annual || parts.some((part) => ANNUALS.test(part)),
    publisher: publisherAbove(parts, telling[own], reading),
    imprint: '',
    shelf: shelfOf(parts),
    lists: [],
    telling,
  }
}

/** Read as a folder: "Fantastic 4" is a series there, and the fourth issue of one as a file. */
function names(part: string, key: string, reading: ParseContext): boolean {
  return matchKey(withoutAnnual(readName('', { ...reading, folder: [part] }).series)) === key
}

/** A folder above that of the series which is called like a publisher that is known. */
function publisherAbove(parts: readonly string[], own: string | undefined, reading: ParseContext): string {
  const until = own === undefined ? parts.length : parts.lastIndexOf(own)
  for (const part of parts.slice(0, until)) {
    if (!/[()[\]]/.test(part) && readName(`Series (${part})`, { ...reading, kind: 'comic' }).publisher) return part
  }
  return ''
}

/** "v3" is an ordinal, "v2016" the year that the run began. */
export function runOf(volume: string | number | undefined, year: string | number | undefined = ''): SeriesRun {
  const [count, began] = [Number(volume), Number(year)]
  const run: SeriesRun = {}
  if (isYear(began)) run.year = began
  else if (isYear(count)) run.year = count
  if (Number.isInteger(count) && count > 0 && count < 100) run.ordinal = count
  return run
}

export function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1900 && value < 2100
}

/** "Harbor Lights Annual" belongs to "Harbor Lights". Empty when nothing else is there. */
export function withoutAnnual(series: string): string {
  return series.replace(/(?:^|[\s\-–—:,]+)annuals?\b.*$/i, '').trim()
}

/** The library folder's own name, for files directly in it that have no series name themselves. */
export function nameOfRoot(place: ComicFolder, reading: ParseContext): string {
  const name = basename(place.root)
  return readName('', { ...reading, folder: [name] }).series || name
}
