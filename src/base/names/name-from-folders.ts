import { bareKey } from './brackets.ts'
import { KNOWN_PUBLISHERS } from './editions.ts'
import type { NamePiece, ReadName, ReadOptions } from './read-name.ts'
import { splitChapterName } from './scanlators.ts'
import { matchKey } from './titles.ts'
import { Trait, traitsOf } from './vocabulary.ts'

/** Folders of a library or of the operating system, which are not series names. */
const GENERIC = new Set(
  'comic comics manga mangas book books library libraries media data mnt home download downloads complete completed incoming import'.split(
    ' ',
  ),
)
/** Folders inside a series for books outside its numbering. */
const SPECIAL =
  /^(?:specials?|extras?|omake|annuals?|art ?books?|bonus|one[ -]?shots?|side ?stories|artworks?|covers?)$/i

/** A number word and its number, which also occur in titles. */
const COUNTED_NAME = /^(?:[^()[\]]*\s)?(?:no|nr|n°|№|number)[\s._]*\d+(?=\s*(?:[([].*)?$)/i

type NameReader = (name: string, options: ReadOptions, asFolder: boolean) => NamePiece

/**
 * Fills the gaps of the file name from its folders, nearest first: the series, the numbers of pure volume and chapter
 * folders, the volume and year of the run. Values of the file name win.
 */
export function fillFromFolders(
  piece: NamePiece,
  folders: string[],
  options: ReadOptions,
  reader: NameReader,
): ReadName {
  const { read } = piece
  const state: State = { read, series: '', special: false }
  const title = read.series
  if (piece.counted) read.series = ''
  for (let at = folders.length - 1; at >= 0; at--) {
    const name = folders[at]!
    if (SPECIAL.test(name)) state.special = true
    else if (!isGeneric(name) && !(piece.counted && isPublisher(name)))
      takeFolder(state, readFolder(name, folders.slice(0, at), piece, options, reader))
  }
  if (state.series !== '' && isLoose(state, piece.bracketed)) read.series = state.series
  else if (piece.counted) read.series = title
  return read
}

/** "Valiant", "Valiant Comics". */
function isPublisher(name: string): boolean {
  return KNOWN_PUBLISHERS.has(bareKey(name)) || KNOWN_PUBLISHERS.has(bareKey(name.replace(/\s+comics$/i, '')))
}

/**
 * "Moon Scans_Vol.1 Ch.2" in the folder of its series: the leading group is not a name. In names separated by
 * underscores there is no such group.
 */
export function behindScanlator(file: string, folders: string[]): string {
  const under = file.indexOf('_')
  if (under < 0 || !file.includes(' ') || folders.every(isGeneric)) return file
  const { group, chapter, marked } = splitChapterName(file)
  // "Moon Scans_Ch.2 - Low Tide_ Part 1": other underscores replace a colon; "_moon_Ch.2" is a group with slashes.
  if (!marked && (under === 0 || file.indexOf('_', under + 1) >= 0)) return file
  const key = matchKey(group)
  const named = folders
    .map(matchKey)
    .some((folder) => folder !== '' && (folder.startsWith(key) || key.startsWith(folder)))
  return group === '' || named ? file : chapter
}

/**
 * "No. 6" is an issue of the series in the folder above. Without such a folder, or when the file has the same name,
 * "No. 6" is the series. Chapters of manga have other words.
 */
function readFolder(
  name: string,
  above: string[],
  { read }: NamePiece,
  options: ReadOptions,
  reader: NameReader,
): ReadName {
  const folder = reader(name, options, true).read
  const plain = COUNTED_NAME.exec(name)?.[0].trim() ?? ''
  if (plain === '' || folder.volume !== '') return folder
  const isPure = folder.series === '' && above.every(isGeneric)
  const isNamed = matchKey(read.series) === matchKey(plain) || options.kind === 'manga' || isPure
  return isNamed ? { ...folder, series: plain, issue: '', issue_end: '', bare: false } : folder
}

/** Whether the folder is a better source of the series than the file. */
function isLoose({ read, series, special }: State, bracketed: boolean): boolean {
  if (read.series === '' || bracketed || isOnlySpecial(read.series)) return true
  return (special && read.issue === '') || isPlusSpecial(read, series) || isInOrder(read, series)
}

/** "42 Lantern (Northgate) 30" in the folder "Lantern": the place in a reading order. */
function isInOrder({ series, issue }: ReadName, folder: string): boolean {
  const name = issue === '' ? undefined : ORDERED.exec(series)?.[1]
  return name !== undefined && matchKey(name) === matchKey(folder)
}

const ORDERED = /^\d{1,3} (\D.*)/

function isGeneric(folder: string): boolean {
  const name = folder.toLowerCase()
  return GENERIC.has(name) || (name.length === 2 && name[1] === ':') || /^comics?-\d+$/.test(name)
}

interface State {
  read: ReadName
  series: string
  special: boolean
}

function takeFolder(state: State, folder: ReadName): void {
  const { read } = state
  const pure = folder.series === ''
  // A file in a chapter folder is a page or a part; a bare number in its name counts pages.
  if (pure && folder.issue !== '' && (read.series === '' || read.issue === '')) {
    read.issue = folder.issue
    read.issue_end = folder.issue_end
  }
  // "Name Vol 01/ch001": a folder of a single volume.
  const holds = folder.year !== '' || (read.series === '' && folder.volume_end === '')
  const related = pure || (holds && isRelated(read.series, folder.series))
  if (read.season === '' && (pure || isRelated(read.series, folder.series))) read.season = folder.season
  if (read.volume === '' && folder.volume !== '' && related) {
    read.volume = folder.volume
    read.volume_end = folder.volume_end
  }
  // "Name/Volume 01 (2003)/001".
  if (pure && folder.volume !== '' && read.year === '') read.year = read.run_year = folder.year
  if (pure) return
  if (state.series === '') state.series = folder.series
  if (folder.annual && read.series === '') read.annual = true
  if (!related) return
  if (read.year === '') read.year = folder.year
  if (read.run_year === '') read.run_year = folder.year
}

/** Whether one name continues the other: an unrelated folder (a weekly pack) is no evidence of the run. */
function isRelated(series: string, folder: string): boolean {
  const [a, b] = [matchKey(series), matchKey(folder)]
  return a.startsWith(b) || b.startsWith(a)
}

/** "Love Hina - Special" in the folder "Love Hina" is a special of that series. */
function isPlusSpecial(read: ReadName, folder: string): boolean {
  if (folder === '' || read.issue !== '' || read.volume !== '') return false
  const key = matchKey(folder)
  if (key.length === 0 || !matchKey(read.series).startsWith(key)) return false
  return isOnlySpecial(read.series.slice(folder.length))
}

function isOnlySpecial(name: string): boolean {
  const words = name.split(/[\s\-–]+/).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => (traitsOf(word) & (Trait.special | Trait.annual)) !== 0)
}
