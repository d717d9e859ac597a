import type { ComicInfo } from '../../formats/documents/comicinfo'
import type { ContentType, IssueKind, Unit } from '../../series/states'

/** One issue, volume or chapter as it really is. */
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
  /** In which it began; undefined when the source of the truth does not know. */
  year?: number
  /** Of its runs with this name. */
  ordinal: number
  publisher: string
  /** At Comic Vine. */
  volumeId: string
  items: readonly TrueItem[]
}

export interface MadeFile {
  /** Below the library folder. */
  path: string
  pages: number
  info?: ComicInfo
  saidBy?: 'ComicInfo' | 'MetronInfo'
  series: TrueSeries
  /** Undefined of what is no issue at all, such as a cover alone. */
  item?: TrueItem
}

export interface MadeLibrary {
  kind: ContentType
  files: MadeFile[]
  /** Content of other files by their paths below the library folder. */
  beside: Map<string, string>
}

/** How often each kind of mess is made, from 0 to 1. */
export interface Mess {
  /** Series whose files say no year. */
  yearless: number
  /** Series whose files are called by a number alone. */
  numbersOnly: number
  /** Series whose files lie loose among others. */
  loose: number
  /** Series that lie in no folder though their files may be numbers alone. */
  nameless: number
  /** Series with something that describes the files inside. */
  tagged: number
  /** Tagged series of which only some files are. */
  taggedPartly: number
  /** Tagged series that carry the description of another one. */
  wrongSeriesInside: number
  /** Tagged files whose number inside is wrong. */
  wrongNumberInside: number
  /** Tagged files with the id of another series. */
  wrongIds: number
  /** Folders with series.json or cvinfo. */
  folderFiles: number
  /** Those that were copied from another folder. */
  staleFolderFiles: number
  /** Folders with a reading list. */
  lists: number
  /** Lists that mean another run. */
  wrongLists: number
  /** Names whose several runs lie in one folder. */
  mixedRuns: number
  /** Series with a file of another run of their name in their folder. */
  strayRuns: number
  /** Files in the folder of another series. */
  misplaced: number
  /** Files whose name was typed wrong. */
  typos: number
  /** Files that somebody numbered wrong. */
  misnumbered: number
  /** Files that are a cover or a sample. */
  covers: number
  /** Series with collected editions among the issues. */
  collected: number
  /** Collected editions that do not say what they are. */
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

/** The same mess, each kind of it `times` as often. */
export function messier(times: number): Mess {
  const rates = Object.entries(USUAL_MESS).map(([key, rate]) => [key, Math.min(0.9, rate * times)])
  return Object.fromEntries(rates) as unknown as Mess
}
