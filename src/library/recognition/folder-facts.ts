import { basename } from 'node:path'
import type { SeriesJson } from '../../base/formats/documents/series-json'
import { readName } from '../../base/names/read-name'
import { matchKey } from '../../base/names/titles'
import type { ContentType } from '../series/states'
import { saysEdition } from './edition-words'
import {
  holdsAnnuals,
  isShelf,
  languageOfFolders,
  partNumberOfFolder,
  type SpecialFolder,
  shelfOf,
} from './folder-words'
import { type FolderItem, itemOf } from './item-folders'
import type { ReadingListIndex } from './reading-lists'
import { runOf, type SeriesRun } from './series-run'
import type { Sidecars } from './sidecars'

/** A folder that contains comics. */
export interface ComicFolder {
  /** The library folder that contains it, as configured. */
  root: string
  path: string
  /** The folders from the library folder down to this one; empty for the library folder itself. */
  parts: readonly string[]
  /** Sidecar files beside the comics. */
  beside?: Sidecars
}

/** What the folders above a file say about its series. */
export interface FolderNameFacts extends SeriesRun {
  /** Empty when no folder names a series. */
  series: string
  key: string
  /** The folder is the nearest one that names the series: no other is between it and the file. */
  nearest: boolean
  /** The name has a year in brackets, as series folders do and others rarely. */
  ofSeries: boolean
  annual: boolean
  publisher: string
  imprint: string
  /** Content of series.json; name, run and publisher above then come from it. */
  json?: SeriesJson
  /** Comic Vine id of the series, from series.json or `cvinfo`. */
  volumeId?: string
  /** The kind of subfolder that contains the files, when it is inside the folder of the series. */
  shelf?: SpecialFolder
  /** Reading lists in the folder and its parents. */
  lists: readonly ReadingListIndex[]
  /** The folders used for reading the files' names, nearest last. */
  telling: string[]
  /** The language that a folder is for; empty when none says. */
  language: string
  /** The number of the part of the series in a folder; empty when there is none. */
  part: string
  /** For a folder that is only a volume, below the series folder: "Vol 2"; empty when there is none. */
  volume: string
  /** The item that the folder is named after, instead of its series. */
  item?: FolderItem
}

/** What the sidecar files of a folder say. */
export interface SidecarFacts {
  json?: SeriesJson
  volumeId?: string
  lists?: readonly ReadingListIndex[]
}

export interface ParseContext {
  kind: ContentType
  /** The current year: later years are not years of comics. */
  year: number
}

const MOST_FOLDERS = 4

/** Reads the names of a folder path; `beside` is the content of its sidecar files. */
export function readFolderNames(place: ComicFolder, reading: ParseContext, beside: SidecarFacts = {}): FolderNameFacts {
  const { json, volumeId, lists = [] } = beside
  const read = readFolders(place, reading)
  // Such a file is written into the folder of one series.
  const says = { ...read, lists, ...(volumeId && read.key !== '' ? { volumeId, ofSeries: true, item: undefined } : {}) }
  if (!json?.name) return says
  // Annuals with an id of their own are a separate series.
  const series = json.comicId ? json.name : withoutAnnual(json.name) || json.name
  return {
    ...says,
    volumeId: json.comicId ?? volumeId,
    series,
    key: matchKey(series),
    ...runOf(json.volume, json.year),
    ofSeries: true,
    item: undefined,
    publisher: json.publisher ?? says.publisher,
    imprint: json.imprint ?? '',
    json,
  }
}

function readFolders({ parts }: ComicFolder, reading: ParseContext): FolderNameFacts {
  const sorting = (part: string, at: number) =>
    isShelf(part) || (at > 0 && saysEdition(part)) || partNumberOfFolder(parts, at) !== undefined
  const telling = parts.filter((part, at) => !sorting(part, at)).slice(-MOST_FOLDERS)
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
    annual: read.annual || holdsAnnuals(parts),
    publisher: publisherAbove(parts, telling[own], reading),
    imprint: '',
    shelf: shelfOf(parts),
    lists: [],
    telling,
    language: languageOfFolders(parts),
    part: parts.map((_, at) => partNumberOfFolder(parts, at)).findLast((part) => part !== undefined) ?? '',
    volume: own < 0 ? '' : volumeBelow(telling.slice(own + 1), reading),
    item: own < 0 ? undefined : itemOf(telling[own]!, key, reading),
  }
}

function volumeBelow(parts: readonly string[], reading: ParseContext): string {
  const reads = parts.map((part) => readName('', { ...reading, folder: [part] }))
  return reads.findLast(({ series, volume }) => series === '' && volume !== '')?.volume ?? ''
}

/** Read as a folder name: "Fantastic 4" is a series there, and issue 4 as a file name. */
function names(part: string, key: string, reading: ParseContext): boolean {
  return matchKey(withoutAnnual(readName('', { ...reading, folder: [part] }).series)) === key
}

/** A folder above the series folder with the name of a known publisher. */
function publisherAbove(parts: readonly string[], own: string | undefined, reading: ParseContext): string {
  const until = own === undefined ? parts.length : parts.lastIndexOf(own)
  for (const part of parts.slice(0, until)) {
    if (!/[()[\]]/.test(part) && readName(`Series (${part})`, { ...reading, kind: 'comic' }).publisher) return part
  }
  return ''
}

/** "Harbor Lights Annual" belongs to "Harbor Lights". Empty when no other name is there. */
export function withoutAnnual(series: string): string {
  return series.replace(/(?:^|[\s\-–—:,]+)annuals?\b.*$/i, '').trim()
}

/** The name of the library folder itself, for files directly in it that name no series. */
export function nameOfRoot(place: ComicFolder, reading: ParseContext): string {
  const name = basename(place.root)
  return readName('', { ...reading, folder: [name] }).series || name
}
