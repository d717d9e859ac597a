import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { ContentType, IssueKind, Unit } from '../../library/series/states'

/** The true metadata of one issue, volume or chapter. */
export interface TrueItem {
  kind: IssueKind
  unit: Unit
  number: string
  year?: number
  title: string
}

export interface TrueSeries {
  id: string
  name: string
  /** Start year; undefined when the source does not have it. */
  year?: number
  /** Position among the runs of this name. */
  ordinal: number
  publisher: string
  /** Id at Comic Vine. */
  volumeId: string
  items: readonly TrueItem[]
}

export interface MadeFile {
  /** Path below the library folder. */
  path: string
  pages: number
  info?: ComicInfo
  saidBy?: 'ComicInfo' | 'MetronInfo'
  series: TrueSeries
  /** Undefined for a file that is no issue, such as a single cover. */
  item?: TrueItem
}

export interface MadeLibrary {
  kind: ContentType
  files: MadeFile[]
  /** Content of other files by their paths below the library folder. */
  beside: Map<string, string>
}

/** How often each kind of mess occurs, from 0 to 1. */
export interface Mess {
  /** Series whose file names have no year. */
  yearless: number
  /** Series whose file names are only a number. */
  numbersOnly: number
  /** Series whose files are mixed with others. */
  loose: number
  /** Series without a folder whose file names may be only numbers. */
  nameless: number
  /** Series with metadata documents in their files. */
  tagged: number
  /** Series of which only some files are tagged. */
  taggedPartly: number
  /** Series tagged as another series. */
  wrongSeriesInside: number
  /** Files tagged with a wrong number. */
  wrongNumberInside: number
  /** Tagged files with the id of another series. */
  wrongIds: number
  /** Folders with series.json or cvinfo. */
  folderFiles: number
  /** Folder files that were copied from another folder. */
  staleFolderFiles: number
  /** Folders with a reading list. */
  lists: number
  /** Lists that name another run. */
  wrongLists: number
  /** Names with several runs in one folder. */
  mixedRuns: number
  /** Series with a file of another run of their name in their folder. */
  strayRuns: number
  /** Files in the folder of another series. */
  misplaced: number
  /** Files with a typo in the name. */
  typos: number
  /** Files with a wrong number. */
  misnumbered: number
  /** Files that are a cover or a sample. */
  covers: number
  /** Series with collected editions among the issues. */
  collected: number
  /** Collected editions without a label. */
  collectedUnsaid: number
  annuals: number
  copies: number
}

const USUAL_MESS: Mess = {
  yearless: 0.35,
  numbersOnly: 0.12,
  loose: 0.15,
  nameless: 0.005,
  tagged: 0.4,
  taggedPartly: 0.25,
  wrongSeriesInside: 0.02,
  wrongNumberInside: 0.004,
  wrongIds: 0.004,
  folderFiles: 0.15,
  staleFolderFiles: 0.05,
  lists: 0.08,
  wrongLists: 0.1,
  mixedRuns: 0.25,
  strayRuns: 0.06,
  misplaced: 0.006,
  typos: 0.008,
  misnumbered: 0.003,
  covers: 0.006,
  collected: 0.1,
  collectedUnsaid: 0.3,
  annuals: 0.15,
  copies: 0.02,
}

/** The same mess, with each kind `times` as often. */
export function messier(times: number): Mess {
  const rates = Object.entries(USUAL_MESS).map(([key, rate]) => [key, Math.min(0.9, rate * times)])
  return Object.fromEntries(rates) as unknown as Mess
}
