import { formatAt } from './brackets.ts'
import { cleanName, splitPath } from './clean.ts'
import { collect, type Found } from './collect.ts'
import { fillFromFolders } from './folders.ts'
import { evidenceOfManga, type Kind } from './kinds.ts'
import { type Choice, select } from './select.ts'
import { readSeries, readTitle, type SeriesFound } from './series.ts'
import { scan, type Token } from './tokens.ts'
import { LANGUAGES, Trait } from './vocabulary.ts'

/** What a file or release name says. Every text is empty where the name says nothing: nothing is invented. */
export interface ReadName {
  kind: Kind
  series: string
  /** Issue of a comic or chapter of a manga, without padding, suffix kept: 7, 12.5, 78.BEY, -1, ½, Alpha. */
  issue: string
  /** Last number of a range, else empty. */
  issue_end: string
  /** Volume number, or the year of the run where the name writes v2016. */
  volume: string
  volume_end: string
  /** Year of the item; of the run where only that is given. */
  year: string
  /** Total of a mini series: (of 06). */
  count: string
  annual: boolean
  /** The word that makes it one, as printed: Special, FCBD, SP01, Extra. */
  special: string
  /** Book type: tpb, hc, gn, one-shot, omnibus, deluxe edition; empty for a plain issue. */
  format: string
  title: string
  publisher: string
  scan_group: string
  /** ISO 639-1, or `raw` for the language of the original. Empty when no tag names one. */
  language: string
  extension: string
  /** Another way to read the name of the series, for look-ups only. */
  alt_series?: string
  /** First and last year of the run, where the name gives them beside or instead of the year of the item. */
  run_year?: string
  run_year_end?: string
  season?: string
  /** Tags in brackets and in the tail, lower case. */
  tags?: string[]
  /** What else a pack holds: annuals, tpbs, extras. */
  also?: string[]
  complete?: boolean
  ids?: string[]
}

export interface ReadOptions {
  kind?: Kind
  /** The year the name is read in: later years than the next one are words of titles. */
  year: number
  /** Folders the file stands in, nearest last. */
  folder?: string[]
}

/** Reads a bare name or a path with either slash. Never throws; linear in the length of the name. */
export function readName(name: string, options: ReadOptions): ReadName {
  const path = splitPath(name)
  const folders = options.folder ? [...options.folder, ...path.folders] : path.folders
  const read = readPiece(path.file, options)
  return folders.length > 0 ? fillFromFolders(read, folders, options, readPiece) : read
}

/** Reads one path component on its own. */
export function readPiece(name: string, options: ReadOptions, asFolder = false): ReadName {
  const { text, extension } = cleanName(name)
  const tokens = scan(text)
  const found = collect(tokens, { first: 1900, last: options.year + 1 })
  const choice = select(found, options.year + 1, asFolder)
  const series = readSeries(found, choice)
  const kind = options.kind ?? (evidenceOfManga(found, choice) ? 'manga' : 'comic')
  return assemble(found, choice, series, kind, extension)
}

function assemble(found: Found, choice: Choice, series: SeriesFound, kind: Kind, extension: string): ReadName {
  const { issue, volume, year, run } = choice
  // An ordinal is a chapter only where nothing else in a manga name is a number.
  const ordinal = kind === 'manga' && !issue && !volume && found.numbers.length === 0 ? found.ordinals[0] : undefined
  const read: ReadName = {
    kind,
    series: series.text,
    issue: (issue?.numeral ?? ordinal)?.text ?? '',
    issue_end: issue?.numeral.end ?? '',
    volume: volume?.numeral.text ?? '',
    volume_end: volume?.numeral.end ?? '',
    year: year?.date.year ?? (series.order.length === 6 ? series.order.slice(0, 4) : ''),
    count: found.count,
    annual: isAnnual(found, choice),
    special: specialOf(found, choice),
    format: series.format || formatOf(found, series.end),
    title: readTitle(found, choice),
    publisher: series.publisher,
    scan_group: '',
    language: series.language,
    extension,
  }
  if (series.alternative !== '' && series.alternative !== series.text) read.alt_series = series.alternative
  if (run || year?.date.endYear || year?.date.open) addRun(read, choice)
  if (found.season !== '') read.season = found.season
  addBrackets(read, found, series)
  addTail(read, found, choice, series)
  return read
}

function addRun(read: ReadName, { year, run }: Choice): void {
  const span = run ?? year
  if (!span) return
  read.run_year = span.date.year
  if (span.date.endYear !== '') read.run_year_end = span.date.endYear
}

/** Annual is a kind of issue only where it names the item: "+ Annuals" is more content of a pack. */
function isAnnual({ tokens, annuals }: Found, { issue }: Choice): boolean {
  return annuals.some((at) => tokens[at - 1]?.word !== '+' && (!issue || at < issue.to) && tokens[at + 1]?.word !== '+')
}

function specialOf({ tokens, specials, ends }: Found, { issue, volume }: Choice): string {
  const glued = issue?.numeral.special || volume?.numeral.special
  if (glued) return glued
  const at = specials[0] ?? ends.find((end) => tokens[end]!.word === 'sp')
  if (at === undefined) return ''
  const token = tokens[at]!
  if (token.kind === 'group') return token.text.slice(1, -1)
  return token.word === 'sp' ? token.text + (tokens[at + 1]?.text ?? '') : token.text
}

/** A book type anywhere behind the name. */
function formatOf(found: Found, from: number): string {
  for (let at = from; at < found.tokens.length; at++) {
    const bracket = found.tokens[at]!.bracket
    if (bracket?.role === 'format') return bracket.value
    const format = found.tokens[at]!.kind === 'word' ? formatAt(found.tokens, at) : null
    if (format) return format.format
  }
  return ''
}

function addBrackets(read: ReadName, found: Found, series: SeriesFound): void {
  for (let at = 0; at < found.tokens.length; at++) {
    const bracket = found.tokens[at]!.bracket
    if (!bracket) continue
    if (bracket.role === 'language') read.language ||= bracket.value
    else if (bracket.role === 'publisher') addPublisher(read, at, bracket.value)
    else if (bracket.role === 'id') push(read, 'ids', bracket.value)
    else if (bracket.role === 'tag') push(read, 'tags', bracket.value)
    else if (bracket.role === 'unknown' && (at >= series.end || at === 0) && bracket.value !== read.series)
      read.scan_group = bracket.value
    if (bracket.group) read.scan_group = bracket.group
  }
}

/** "[Viz] Title" is how groups sign; "(Viz)" behind the name is the publisher. */
function addPublisher(read: ReadName, at: number, value: string): void {
  if (at === 0) read.scan_group ||= value
  else read.publisher ||= value
}

function push(read: ReadName, list: 'ids' | 'tags' | 'also', value: string): void {
  if (value === '') return
  read[list] = [...(read[list] ?? []), value]
}

/** Words outside brackets behind the name: language, tags, what else is in a pack, and the group behind the last hyphen. */
function addTail(read: ReadName, found: Found, { issue, volume, year }: Choice, series: SeriesFound): void {
  const { tokens } = found
  const from = Math.max(series.end, issue?.to ?? 0, volume?.to ?? 0, year?.to ?? 0)
  for (let at = series.end; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind !== 'word') continue
    if (tokens[at - 1]?.word === '+') push(read, 'also', token.word)
    if (token.traits & Trait.complete) read.complete = true
    if (at < from) continue
    if (token.traits & (Trait.tag | Trait.cover)) push(read, 'tags', token.word)
    if (token.traits & Trait.language && token.end - token.start > 2 && isCapitals(token.text))
      read.language ||= LANGUAGES[token.word]!
  }
  const last = tokens.at(-1)
  if (read.scan_group === '' && last && endsInGroup(tokens, from)) read.scan_group = last.text
}

/** Free-standing language words count in capitals only (FRENCH, iTALiAN): in titles they are words. */
function isCapitals(text: string): boolean {
  return text.slice(1).replaceAll('i', 'I') === text.slice(1).toUpperCase()
}

function endsInGroup(tokens: Token[], from: number): boolean {
  const at = tokens.length - 2
  return (
    at >= from &&
    tokens[at]!.word === '-' &&
    !tokens[at]!.gap &&
    !tokens[at + 1]!.gap &&
    tokens[at + 1]!.kind === 'word'
  )
}
