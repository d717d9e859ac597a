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

/** What the folders above a file say of its series. */
export interface FolderNameFacts extends SeriesRun {
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
  /** The language that a folder is kept for; empty when none says. */
  language: string
  /** The number of the part of the series that a folder holds; empty when none does. */
  part: string
  /** Of a folder that is only a volume, below that of the series: "Vol 2"; empty when there is none. */
  volume: string
  /** The item that the folder is called after, instead of its series. */
  item?: FolderItem
}

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

const MOST_FOLDERS = 4

/** Reads the names of a folder path; `beside` is the content of its sidecar files. */
export function readFolderNames(place: ComicFolder, reading: ParseContext, beside: SidecarFacts = {}): FolderNameFacts {
  const { json, volumeId, lists = [] } = beside
  const read = readFolders(place, reading)
  // Such a file is written into the folder of one series.
  const says = { ...read, lists, ...(volumeId && read.key !== '' ? { volumeId, ofSeries: true, item: undefined } : {}) }
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

/** "Harbor Lights Annual" belongs to "Harbor Lights". Empty when nothing else is there. */
export function withoutAnnual(series: string): string {
  return series.replace(/(?:^|[\s\-–—:,]+)annuals?\b.*$/i, '').trim()
}

/** The library folder's own name, for files directly in it that have no series name themselves. */
export function nameOfRoot(place: ComicFolder, reading: ParseContext): string {
  const name = basename(place.root)
  return readName('', { ...reading, folder: [name] }).series || name
}
