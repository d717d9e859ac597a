import { LANGUAGES } from '../../base/names/editions'

/** Folders for books outside the numbering of a series, and for books without a series. */
export type SpecialFolder = 'specials' | 'one-shots'

/** Folders that sort the files of a series by kind, and name no series. */
const SORTING =
  /^(?:annuals?|tpbs?|trades?|trade paperbacks?|collected(?: editions?)?|collections?|omnibus(?:es)?|int[ée]grales?|gesamtausgaben?|hardcovers?|hcs?|gns?|graphic novels?|issues?|singles?|single issues?|chapters?|volumes?|(?:19|20)?\d0'?s)$/i
const ANNUALS = /^annuals?$/i
const SPECIALS =
  /^(?:specials?|spezials?|speciali|speciaux|sp[ée]cia(?:l|ux)|especia(?:l|les|is)|extras?|omake|(?:art|fan|guide|data) ?books?|artworks?|illustrations?|bonus|side ?stories|covers?|hors[ -]?s[ée]ries?|sonderb[aä]nde?|番外[篇編编]?|外[传傳伝]|特[别別典][篇編编]?|おまけ|외전|특별편)$/i
const ONE_SHOTS = /^_?one[ -]?shots?$/i
const VOLUMES = /^(?:volumes?|tankobon|tankoubon|b[aä]nde|tomes?)$/i
/** Book types by the folder that holds them. */
const COLLECTED: readonly [type: string, pattern: RegExp][] = [
  ['TPB', /^(?:tpbs?|trades?|trade paperbacks?)$/i],
  ['HC', /^(?:hardcovers?|hcs?)$/i],
  ['GN', /^(?:gns?|graphic novels?)$/i],
  ['Omnibus', /^(?:omnibus(?:es)?|int[ée]grales?|gesamtausgaben?)$/i],
  ['', /^(?:collected(?: editions?)?|collections?)$/i],
]
/** Folders named by the kind of comics, files and translations in them: "Manga ENG", "Scans FR". */
const KINDS = new Set(
  'manga mangas manhwa manhua webtoon webtoons comic comics bd scan scans scanlation scanlations raws digital cbz cbr epub pdf version edition translation translated language languages'.split(
    ' ',
  ),
)
/** "01. Part 1 - High Tide" contains the first part of the series above it. */
const PART = /^(?:\d{1,3}[.\s_-]+)*(?:part|parte|partie|teil|arc|saga|phase|cour)[\s._-]*0*(\d{1,3})(?!\d)/i

/** After the name of a series, the kind of books in its folder; "Collection" alone is also a title. */
const BEHIND: readonly [type: string, pattern: RegExp][] = (
  [
    ['TPB', 'tpbs?|trades|trade ?paper ?backs?'],
    ['HC', 'hard ?(?:covers?|backs?)|hcs?|deluxe(?: (?:editions?|hcs?|hardcovers?))?'],
    ['GN', 'o?gns?|graphic novels?'],
    ['Omnibus', 'omnibus(?:es)?(?: editions?)?'],
    ['', 'collected(?: (?:editions?|books?))?|collections?'],
  ] as const
).map(([type, words]) => [type, new RegExp(`^(.*[^\\s–-])[\\s–-]+(?:${words})$`, 'i')])
const YEARS = /[([](?:19|20)\d\d[^()[\]]*[)\]]/g

/** "Harbor Lights (2015) TPB" contains the books of "Harbor Lights"; the type is empty when none is named. */
export function booksOfFolder(folder: string): { series: string; type: string } | undefined {
  const words = folder
    .replace(YEARS, ' ')
    .replace(/[()[\]_]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  for (const [type, pattern] of BEHIND) {
    const series = pattern.exec(words)?.[1]
    if (series !== undefined) return { series, type }
  }
  return undefined
}

/** The type of the books that a folder is for, empty when none is named; undefined for any other folder. */
export const collectedTypeOf = (folder: string): string | undefined =>
  COLLECTED.find(([, pattern]) => pattern.test(folder))?.[0]

/** Folders for collected editions. */
export const holdsCollected = (parts: readonly string[]): boolean =>
  parts.some((part) => COLLECTED.some(([, pattern]) => pattern.test(part)))

/** The book type of a book folder: TPB, HC, GN, Omnibus. */
export function bookTypeOfFolder(parts: readonly string[]): string | undefined {
  const nearest = parts.findLast((part) => COLLECTED.some(([type, pattern]) => type !== '' && pattern.test(part)))
  return nearest === undefined ? undefined : COLLECTED.find(([, pattern]) => pattern.test(nearest))?.[0]
}

/** The folder nearest to the files contains volumes. */
export const holdsVolumes = (parts: readonly string[]): boolean => VOLUMES.test(parts.at(-1) ?? '')
export const holdsAnnuals = (parts: readonly string[]): boolean => parts.some((part) => ANNUALS.test(part))

/** Folders for a part of the series above them. */
export const sortsFiles = (folder: string): boolean => SORTING.test(folder) || SPECIALS.test(folder)

export function shelfOf(parts: readonly string[]): SpecialFolder | undefined {
  if (parts.some((part) => ONE_SHOTS.test(part))) return 'one-shots'
  return parts.some((part) => SPECIALS.test(part)) ? 'specials' : undefined
}

/** The folder describes its files, and names no series. */
export function isShelf(folder: string): boolean {
  return sortsFiles(folder) || ONE_SHOTS.test(folder) || VOLUMES.test(folder) || saysOnlyKind(folder)
}

/** The number of the part in a folder; undefined when no folder above may name the series. */
export function partNumberOfFolder(parts: readonly string[], at: number): string | undefined {
  return at > 0 && !isShelf(parts[at - 1]!) ? PART.exec(parts[at]!)?.[1] : undefined
}

const wordsOf = (folder: string) => folder.match(/[\p{L}\p{N}-]+/gu) ?? []
/** Short codes are words of other languages unless they are in capitals. */
const languageOf = (word: string) =>
  word.length > 3 || word === word.toUpperCase() ? LANGUAGES.get(word.toLowerCase()) : undefined

function saysOnlyKind(folder: string): boolean {
  const words = wordsOf(folder)
  return words.length > 0 && words.every((word) => KINDS.has(word.toLowerCase()) || languageOf(word) !== undefined)
}

/** The language of the nearest folder that is for one language: "FR", "Manga ENG", "Source (EN)". */
export function languageOfFolders(parts: readonly string[]): string {
  for (const part of parts.toReversed()) {
    const words = saysOnlyKind(part) ? wordsOf(part) : (/[([]([A-Z]{2}(?:-[A-Z]{2})?)[)\]]$/.exec(part)?.slice(1) ?? [])
    const language = words.map(languageOf).find((code) => code !== undefined)
    if (language !== undefined) return language
  }
  return ''
}
