import { normalNumber, sameNumber } from '../../base/names/numbers'
import type { ReadName } from '../../base/names/read-name'
import type { IssueKind, Unit } from '../series/states'
import type { BookOfSeries } from './epub-info'
import { holdsVolumes } from './folder-words'
import type { ParsedComicInfo } from './parsed-file'
import { isSeriesYear } from './series-run'
import { isCollectedWord } from './story-words'

/** Which item of its series a file is. */
export interface ParsedNumber {
  kind: IssueKind
  unit: Unit
  /** As printed, without padding; empty when there is no number. */
  number: string
  /** Last number of a range; empty otherwise. */
  end: string
  /** The volume that contains a chapter, when name or metadata state one; empty otherwise. */
  inVolume: string
  /** A manga number without a marker for chapters or volumes. */
  bare: boolean
  /** The number is padded to three digits or has a decimal point, as for chapters. */
  likeChapter: boolean
  /** ComicInfo has the same number and volume: the file is a volume, or one chapter of it. */
  mayBeFirst?: boolean
  /** ComicInfo and the name give different numbers. */
  numbersDiffer: boolean
  /** The number in the name, when ComicInfo has another one. */
  namedNumber?: string
}

/** Chapters of a manga have a fifth of that. */
export const PAGES_OF_VOLUME = 120

interface NumberSources {
  info?: ParsedComicInfo
  fileName: string
  /** The file name alone. */
  alone: ReadName
  /** The file name and its folders. */
  read: ReadName
  annual: boolean
  /** The file has as many pages as a book, and its folder or its barcode marks it as one. */
  bound: boolean
  pages: number
  folders: readonly string[]
  /** From the folder named after a volume of the series; empty otherwise. */
  folderVolume: string
  /** The word that marks a special of the series. */
  special: string
  /** A separate book: a volume number in its name counts runs. */
  isOneShot: boolean
  series: string
}

/** Collected editions are counted in volumes, whatever unit the single issues have. */
const COLLECTED =
  /\b(?:tpb|trade ?paper ?back|hc|hard ?cover|gn|graphic novel|omnibus|deluxe|compendium|collect(?:ed|ion)|treasury|absolute)\b/i

export function parseComicNumber(texts: NumberSources): ParsedNumber {
  const { info, alone, read, annual } = texts
  const collected = COLLECTED.test(info?.format ?? read.format) || texts.bound
  const { number, end, ...differ } = numbersOf(info, read)
  const volume = isSeriesYear(Number(read.volume)) ? '' : read.volume
  const numbered = { kind: 'issue', inVolume: '', bare: false, likeChapter: false, ...differ } as const
  if (annual) return { ...numbered, kind: 'annual', unit: 'issue', number: number || alone.year, end }
  if (info?.book?.number) return { ...numbered, unit: unitOfBook(info.book, read), number, end }
  if (texts.special !== '' && isCollectedWord(texts.special)) {
    const counted = number || tidy(volume)
    const word = info?.number === undefined ? texts.special : ''
    return { ...numbered, unit: 'volume', number: `${word} ${counted}`.trim(), end: '' }
  }
  if (number === '' && volume !== '' && !texts.isOneShot)
    return { ...numbered, unit: 'volume', number: tidy(volume), end: read.volume_end }
  if (collected) return { ...numbered, unit: 'volume', number, end }
  return { ...numbered, unit: 'issue', ...special(texts, number, end) }
}

/**
 * Seasons restart at one, so from the second season on the number includes it: "S2 5" sorts beside "5". A season in the
 * name of the series belongs to that name.
 */
export function parseMangaNumber(texts: NumberSources): ParsedNumber {
  const numbered = numberInSeason(texts)
  const { number, end } = numbered
  const { season } = texts.read
  if (number === '' || !(Number(season) > 1) || new RegExp(`\\D0*${season}(?!\\d)`).test(texts.series)) return numbered
  return { ...numbered, number: `S${season} ${number}${end === '' ? '' : `-${end}`}`, end: '', bare: false }
}

function numberInSeason(texts: NumberSources): ParsedNumber {
  const { info, read } = texts
  const { number, end, ...differ } = numbersOf(info, read)
  const numbered = { kind: 'issue', inVolume: '', bare: false, likeChapter: false, ...differ } as const
  if (info?.book?.number) {
    const isChapter = saysChapter(texts) && !differ.numbersDiffer
    return { ...numbered, unit: isChapter ? 'chapter' : 'volume', number, end }
  }
  const volume = tidy(read.volume || String(info?.volume ?? ''))
  // When ComicInfo states a volume and no chapter, a bare number in the name is the volume's.
  const mayBeVolume = read.volume === '' && info?.number === undefined && !saysChapter(texts)
  if (mayBeVolume && info?.volume === undefined && number !== '' && holdsVolumes(texts.folders))
    return { ...numbered, unit: 'volume', number, end }
  const isVolume = (read.issue === '' || mayBeVolume) && volume !== '' && (number === '' || sameNumber(number, volume))
  const mayBeFirst = isVolume && info?.number !== undefined && info.volume !== undefined && read.volume === ''
  if (isVolume)
    return { ...numbered, unit: 'volume', number: volume, end: read.volume_end, ...(mayBeFirst && { mayBeFirst }) }
  if (number === '' && texts.special === '' && texts.pages >= PAGES_OF_VOLUME)
    return { ...numbered, unit: 'volume', number, end }
  if (number === '' || (texts.special !== '' && !isInTitle(texts.special, texts.fileName)))
    return { ...numbered, unit: 'chapter', ...special(texts, number, end) }
  const bare = volume === '' && !saysChapter(texts)
  const likeChapter = bare && (THREE_DIGITS.test(texts.fileName) || /\d\.\d/.test(number))
  const inVolume = isSeriesYear(Number(volume)) ? '' : volume || texts.folderVolume
  return { ...numbered, unit: 'chapter', number, end, inVolume, bare, likeChapter }
}

/**
 * The title of a book decides its unit; else the name does, when it has the same number; otherwise books are volumes.
 */
function unitOfBook({ counted, number }: BookOfSeries, read: ReadName): Unit {
  if (counted !== 'books') return counted === 'issues' ? 'issue' : 'volume'
  return read.issue !== '' && sameNumber(read.issue, number) && !COLLECTED.test(read.format) ? 'issue' : 'volume'
}

function numbersOf(info: ParsedComicInfo | undefined, read: ReadName) {
  const infoNumber = tidy(info?.number ?? info?.book?.number ?? '')
  const named = tidy(read.issue || (info?.book?.number ? read.volume : ''))
  if (infoNumber === '') return { number: named, end: tidy(read.issue_end), numbersDiffer: false }
  const numbersDiffer = named !== '' && !sameNumber(infoNumber, named)
  return { number: infoNumber, end: '', numbersDiffer, ...(numbersDiffer ? { namedNumber: named } : {}) }
}

/** A special keeps its word, so that "Special 1" differs from issue 1. */
function special({ info, special: said, alone, fileName }: NumberSources, number: string, end: string) {
  const word = alone.issue !== '' && isInTitle(said, fileName) ? '' : said
  const special = /\b(?:special|fcbd)\b/i.exec(info?.format ?? '')?.[0] ?? (info?.number === undefined ? word : '')
  if (special === '' || /\d/.test(special))
    return { number: special === '' ? number : tidy(special), end: special === '' ? end : '' }
  if (/one[\s-]?shot/i.test(special)) return { number, end }
  return { number: `${special} ${number || alone.year}`.trim(), end: '' }
}

/** "Chapter 10 - Special Guest": the word belongs to the title after the number. */
function isInTitle(word: string, fileName: string): boolean {
  const [before = '', behind] = word === '' ? [] : fileName.split(word, 2)
  return behind !== undefined && /\d\s*[-–—:]\s+(?:.*\s)?$/.test(before)
}

const CHAPTER = /(?:^|[^\p{L}])(?:c|ch|chp|chap|chapter|chapitre|cap|capitulo|capítulo|kapitel|ep|episode)[\s._-]*\d/iu
const COUNTER = /\d\s*[話话화회章回]/u
const THREE_DIGITS = /(?<!\d)\d{3}(?!\d)/

/** Whether a word before the number or a sign after it marks it as a chapter. */
function saysChapter({ fileName, folders }: NumberSources): boolean {
  return [fileName, ...folders.slice(-1)].some((text) => CHAPTER.test(text) || COUNTER.test(text))
}

const tidy = (printed: string) => normalNumber(printed.slice(0, 100))
