import { readNumber, sortKey } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { BareNumberMode, ContentType, IssueKind, Unit } from '../series/states'
import type { ParsedFile } from './parsed-file'
import { PAGES_OF_VOLUME } from './parsed-number'
import { separateRestarts } from './restarts'
import { numberKey } from './runs'
import { separateParts, separateTitles } from './same-numbers'
import { withoutCollectedWord } from './story-words'

/** The place of a file in its series. */
export interface NumberOfFile {
  kind: IssueKind
  unit: Unit
  number: string
  /** Last number of a file with several; empty otherwise. */
  end: string
}

export interface NumberedGroup {
  of: Map<ParsedFile, NumberOfFile>
  bareNumbers: BareNumberMode
  /** How bare numbers were read, as a sentence. */
  bareReason?: string
  issues: number
  /** Files with an issue that another file of the group contains too. */
  copies: number
}

/**
 * Gives each file of a series its unit and number. Files with the same number are copies of one issue; files without a
 * number differ in their titles, and a single one has none.
 */
export function numberGroup(
  parsedFiles: readonly ParsedFile[],
  kind: ContentType,
  mode: BareNumberMode = 'auto',
): NumberedGroup {
  const bare = kind === 'manga' ? readBareNumbers(parsedFiles, mode) : undefined
  const of = new Map<ParsedFile, NumberOfFile>()
  // "Volume 2, number 2" is a chapter where "volume 2, number 3" is beside it.
  const hasChapters = parsedFiles.some(({ unit, inVolume, saidBy }) => unit === 'chapter' && inVolume !== '' && saidBy)
  for (const parsed of parsedFiles) {
    if (parsed.mayBeFirst && hasChapters && !parsed.libraryIssue)
      Object.assign(parsed, { unit: 'chapter', inVolume: parsed.number })
    const unit = parsed.bare && bare?.mode === 'volumes' ? 'volume' : parsed.unit
    of.set(parsed, { kind: parsed.kind, unit, number: parsed.number, end: parsed.end })
  }
  if (kind === 'comic') alignUnits(of)
  numberByDates([...of].filter(([, { number }]) => number === ''))
  nameNumberless([...of].filter(([, { number }]) => number === ''))
  separateAnnuals(of)
  withoutCommonWord(of)
  separateRestarts(of)
  separateTitles(of)
  separateParts(of)
  spellAlike(of.values())
  const issues = new Set([...of.values()].map(numberKey)).size
  return { of, bareNumbers: bare?.mode ?? 'auto', bareReason: bare?.reason, issues, copies: of.size - issues }
}

/** "Gesamtausgabe 1" is 1 where the series consists of such books. */
function withoutCommonWord(of: ReadonlyMap<ParsedFile, NumberOfFile>): void {
  const all = [...of]
  if (!all.every(([{ libraryIssue }, { number }]) => !libraryIssue && withoutCollectedWord(number) !== number)) return
  for (const [, numbering] of all) numbering.number = withoutCollectedWord(numbering.number)
}

/** This many pages make a file a volume even when its number is written like a chapter's. */
const PAGES_OF_ANY_VOLUME = 150

interface Bare {
  mode: BareNumberMode
  reason: string
}

/**
 * Whether bare numbers count chapters or volumes: one reading for the whole series. An earlier decision stays. Files as
 * thick as volumes are volumes; with known counts the reading that fits them wins; the rest is a guess.
 */
function readBareNumbers(parsedFiles: readonly ParsedFile[], mode: BareNumberMode): Bare | undefined {
  const bare = parsedFiles.filter((parsed) => parsed.bare)
  if (bare.length === 0) return undefined
  if (mode !== 'auto') return { mode, reason: `Plain numbers are ${mode}, as in the library` }
  const known = (unit: Unit) =>
    new Set(parsedFiles.filter((c) => !c.bare && c.unit === unit).map(({ number }) => number))
  const pages = median(bare.map((parsed) => parsed.pages))
  const thick = bare.some((parsed) => parsed.likeChapter) ? PAGES_OF_ANY_VOLUME : PAGES_OF_VOLUME
  if (pages >= thick) return { mode: 'volumes', reason: `Plain numbers are volumes: the files have ${pages} pages` }
  const volumes = known('volume')
  const most = Math.max(...bare.map(({ number }) => Number(number) || 0))
  if (volumes.size > 0) {
    if (most > Math.max(...[...volumes].map((number) => Number(number) || 0)))
      return { mode: 'chapters', reason: `Plain numbers are chapters: they continue after the ${volumes.size} volumes` }
    const chapters = known('chapter').size
    const nearer = chapters === 0 || Math.abs(bare.length - volumes.size) <= Math.abs(bare.length - chapters)
    return nearer
      ? { mode: 'volumes', reason: `Plain numbers are volumes: they fit the ${volumes.size} that are marked` }
      : { mode: 'chapters', reason: 'Plain numbers are chapters: they fit the ones that are marked' }
  }
  return { mode: 'chapters', reason: 'Plain numbers are read as chapters (a guess)' }
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** "Asterix 01" among "Asterix T02" and "Asterix T03": a number without a word fills a gap in the volumes. */
function alignUnits(of: ReadonlyMap<ParsedFile, NumberOfFile>): void {
  const regular = [...of].filter(([, { kind, number }]) => kind === 'issue' && /^\d{1,3}$/.test(number))
  const volumes = regular.filter(([{ bookType }, { unit }]) => unit === 'volume' && bookType === undefined)
  const issues = regular.filter(([, { unit }]) => unit === 'issue')
  const taken = new Set(volumes.map(([, { number }]) => Number(number)))
  const most = Math.max(...taken) + 1
  const isGap = ([{ name, libraryIssue, saidBy }, { number }]: [ParsedFile, NumberOfFile]) =>
    !libraryIssue && !saidBy && !taken.has(Number(number)) && Number(number) <= most && !ISSUE_LIKE.test(name)
  if (issues.length >= volumes.length || !issues.every(isGap)) return
  for (const [, numbering] of issues) numbering.unit = 'volume'
}

/** A number in the form of issue numbers. */
export const ISSUE_LIKE = /#\s*\d|(?<!\d)\d{3}(?!\d)|\bissues?\b/i

/** Issues of a magazine are named by month; a single one needs no number. */
function numberByDates(files: readonly [ParsedFile, NumberOfFile][]): void {
  const dated = files.filter(([{ appeared, libraryIssue }]) => appeared !== undefined && !libraryIssue)
  if (new Set(dated.map(([{ appeared }]) => appeared)).size < 2) return
  for (const [{ appeared }, numbering] of dated) numbering.number = appeared!
}

/** "Annual 2012 #1" and "Annual 2014 #1": annuals with the same number are named by year. */
function separateAnnuals(of: ReadonlyMap<ParsedFile, NumberOfFile>): void {
  const annuals = [...of].filter(
    ([{ annualYear, libraryIssue }, { kind }]) => kind === 'annual' && annualYear !== '' && !libraryIssue,
  )
  for (const same of Map.groupBy(annuals, ([, numbering]) => numberKey(numbering)).values()) {
    if (new Set(same.map(([{ annualYear }]) => annualYear)).size < 2) continue
    for (const [{ annualYear }, numbering] of same) {
      const { number } = numbering
      numbering.number = number === '1' || number === '' ? annualYear : `${annualYear} ${number}`
    }
  }
}

/**
 * A file without a title keeps the empty number, and so does a single title; other files use their titles as numbers.
 */
function nameNumberless(files: [ParsedFile, NumberOfFile][]): void {
  const byUnit = Map.groupBy(files, ([, { kind, unit }]) => `${kind} ${unit}`)
  for (const group of byUnit.values()) {
    const titles = new Set(group.map(([parsed]) => (parsed.libraryIssue ? '' : matchKey(parsed.title))))
    if (titles.size === 1) continue
    for (const [parsed, numbering] of group) if (!parsed.libraryIssue) numbering.number = parsed.title.slice(0, 100)
  }
}

/** Equal numbers have many spellings (½, 0.5); the shortest is used for all. */
function spellAlike(numberings: Iterable<NumberOfFile>): void {
  const all = [...numberings]
  const spelling = new Map<string, string>()
  for (const numbering of all) {
    const key = numberKey(numbering)
    const best = spelling.get(key)
    if (best === undefined || numbering.number.length < best.length) spelling.set(key, numbering.number)
  }
  for (const numbering of all) numbering.number = spelling.get(numberKey(numbering))!
}

/** Larger values are dates or codes in place of a number. */
const MOST_COUNTED = 1_000_000_000

export interface NumberRange {
  first: number
  last: number
  /** The numbers between them, in order. */
  gaps: number[]
}

/** The whole numbers that a series covers; undefined when its numbers are not consecutive. */
export function numberRangeOf(numberings: Iterable<NumberOfFile>): NumberRange | undefined {
  const units = Map.groupBy(
    [...numberings].filter(({ kind }) => kind === 'issue'),
    ({ unit }) => unit,
  )
  const main = [...units.values()].sort((a, b) => b.length - a.length)[0] ?? []
  const whole = new Set<number>()
  for (const { number, end } of main) {
    const read = readNumber(number)
    if (!read || read.negative || read.fraction !== '' || read.suffix !== '') continue
    const first = Number(read.whole)
    // Above this, adding 1 gives the same number, and no series gets that far.
    if (first > MOST_COUNTED) continue
    for (let at = first; at <= Math.min(Number(end) || first, first + 50); at++) whole.add(at)
  }
  if (whole.size < 3) return undefined
  const sorted = [...whole].sort((a, b) => a - b)
  const [first, last] = [sorted[0]!, sorted.at(-1)!]
  if (last - first > sorted.length * 4) return undefined
  const gaps: number[] = []
  for (const [nth, number] of sorted.entries())
    for (let at = (sorted[nth - 1] ?? number) + 1; at < number; at++) gaps.push(at)
  return { first, last, gaps }
}

/** Order in which the files of a group are read. */
export function orderKey({ kind, unit, number }: NumberOfFile): string {
  return `${kind === 'issue' ? 0 : 1} ${unit === 'volume' ? 0 : 1} ${sortKey(number)}`
}
