import type { Anchor, NumberCandidate, ScannedName } from './candidates.ts'
import { cleanName, splitPath } from './clean.ts'
import { collect } from './collect.ts'
import { YEARS_AHEAD } from './dates.ts'
import { isGenericName } from './generic-names.ts'
import { evidenceOfManga, type NameKind } from './kinds.ts'
import { behindScanlator, fillFromFolders } from './name-from-folders.ts'
import { readRemarks } from './remarks.ts'
import { scan } from './scanner.ts'
import { type NumberChoice, select } from './select.ts'
import { readSeriesTokens, type SeriesTokens, yearOfAnnual } from './series.ts'
import { readTitle } from './story-title.ts'
import { dashBetween, joins, onlyBracketsBefore, separates, type Token, textBetween } from './tokens.ts'

/** The fields of a file or release name. A text is empty when the name has no such value: nothing is guessed. */
export interface ReadName {
  kind: NameKind
  series: string
  /** Issue of a comic or chapter of a manga, without padding, suffix kept: 7, 12.5, 78.BEY, -1, ½, Alpha. */
  issue: string
  /** Last number of a range, else empty. */
  issue_end: string
  /** The number has no marker: no word for chapters, no #. */
  bare: boolean
  /** The volume number, or the year of the run where the name writes v2016. */
  volume: string
  volume_end: string
  /** The year of the item; the year of the run where only that is given. */
  year: string
  /** Total of a mini series: (of 06). */
  count: string
  annual: boolean
  /** The year in the name of an annual, which distinguishes it from those of other years: 2022 Annual. */
  annual_year: string
  /** The word that makes it a special, as printed: Special, FCBD, SP01, Extra. */
  special: string
  /** Book type: tpb, hc, gn, one-shot, omnibus, deluxe edition; empty for a plain issue. */
  format: string
  title: string
  /** Words between a volume and the number of an issue: "v02 - Low Tide 05". */
  story: string
  publisher: string
  scan_group: string
  /** ISO 639-1, or `raw` for the language of the original. Empty when no tag names one. */
  language: string
  extension: string
  /** An alternative reading of the series name, for look-ups only. */
  alt_series: string
  /** First and last year of the run, when the name has them besides or instead of the year of the item. */
  run_year: string
  run_year_end: string
  season: string
  /** Tags in brackets and at the end, lower case. */
  tags: readonly string[]
  /** Further content of a pack: annuals, tpbs, extras. */
  also: readonly string[]
  /**
   * An edition besides the plain one, with its own volume numbers: color, deluxe, kanzenban. Empty for the plain one.
   */
  edition: string
  /**
   * The number precedes the series: "Vol 7 Low Tide", "003 Low Tide". In the folder of a series that text is a title.
   */
  leading: boolean
  /** The series is only a word for a part or a book beside a series: Prologue, Side Story, 番外篇. */
  generic: boolean
  /** The name marks the file as the whole series. */
  complete: boolean
  /** Ids in brackets, as printed: cvid-145600, 913302. */
  ids: readonly string[]
}

export interface ReadOptions {
  kind?: NameKind
  /** The current year. Numbers far above it are words of titles. */
  year: number
  /** The folders of the file, nearest last. */
  folder?: string[]
  /** The name is a release title: a slash in it does not separate folders ("[01/14]"). */
  title?: boolean
}

/** Reads a bare name or a path with either slash. Never throws; linear in the length of the name. */
export function readName(name: string, options: ReadOptions): ReadName {
  if (options.title) return readPiece(name, options, false).read
  const path = splitPath(name)
  const folders = options.folder ? [...options.folder, ...path.folders] : path.folders
  if (folders.length === 0) return readPiece(path.file, options, false).read
  const file = options.kind === 'manga' ? behindScanlator(path.file, folders) : path.file
  return fillFromFolders(readPiece(file, options, false), folders, options, readPiece)
}

/** One path component. */
export interface NamePiece {
  read: ReadName
  /** The series was in a bracket, which may also hold a group. */
  bracketed: boolean
  /** A padded number precedes the series: "003 Low Tide". In the folder of a series the text is a title. */
  counted: boolean
}

function readPiece(name: string, options: ReadOptions, asFolder: boolean): NamePiece {
  const { text, extension, dotted } = cleanName(name)
  const found = collect(scan(text), { first: 1900, last: options.year + YEARS_AHEAD }, dotted, options.kind === 'manga')
  // The folder "Night Watch Season 8" has the name of a series of comics.
  if (asFolder && options.kind !== 'manga' && found.seasons[0]! > 0) found.seasons.length = 0
  const choice = select(found, options.year + 1, asFolder)
  const series = readSeriesTokens(found, choice)
  const kind = options.kind ?? (evidenceOfManga(found, choice) ? 'manga' : 'comic')
  return {
    read: assemble(found, choice, series, kind, extension),
    bracketed: series.bracketed,
    counted: series.text !== '' && (isCount(found, choice, kind) || (series.leading && !choice.issue)),
  }
}

function assemble(
  found: ScannedName,
  choice: NumberChoice,
  series: SeriesTokens,
  kind: NameKind,
  extension: string,
): ReadName {
  const { issue, volume, year } = choice
  // An ordinal is a chapter only when a manga name has no other number.
  const ordinal = kind === 'manga' && !issue && !volume && isOnlyNumber(found) ? found.ordinals[0] : undefined
  const run = choice.run ?? (year && (year.date.endYear !== '' || year.date.open) ? year : null)
  const remarks = readRemarks(found, choice, series)
  const generic = isGenericName(series.text)
  return {
    kind,
    series: series.text,
    issue: (issue?.numeral ?? ordinal)?.text ?? '',
    issue_end: issue?.numeral.end ?? '',
    bare: issue !== null && isBare(issue.anchor),
    volume: volume?.numeral.text ?? '',
    volume_end: volume?.numeral.end ?? '',
    year: year?.date.year ?? (series.order.length >= 6 ? series.order.slice(0, 4) : ''),
    count: found.count,
    annual: found.annuals.length > 0 && isAnnual(found, choice),
    annual_year: found.annuals.length > 0 ? yearOfAnnual(found) : '',
    special: specialOf(found, choice) || (generic ? series.text : ''),
    format: series.format || remarks.format,
    title: readTitle(found, choice),
    story: wordsBetween(found, choice),
    publisher: series.publisher || remarks.publisher,
    scan_group: remarks.group,
    language: series.language || remarks.language,
    extension,
    alt_series: series.alternative === series.text ? '' : series.alternative,
    run_year: run?.date.year ?? '',
    run_year_end: run?.date.endYear ?? '',
    season: found.season,
    tags: remarks.tags,
    also: remarks.also,
    edition: remarks.edition,
    leading: series.leading,
    generic,
    complete: remarks.complete,
    ids: remarks.ids,
  }
}

function isCount({ tokens }: ScannedName, { issue, volume }: NumberChoice, kind: NameKind): boolean {
  if (!issue || volume || !onlyBracketsBefore(tokens, issue.from)) return false
  // A manga folder belongs to its series: "5 - Low Tide", "#5 Low Tide".
  if (kind === 'manga') return issue.anchor === 'free' || issue.anchor === 'hash'
  // "Issue 6 - Low Tide".
  if (issue.anchor === 'issue') return separates(tokens, issue.to)
  if (issue.anchor !== 'free' || tokens[issue.to]?.sign === '.') return false
  // "261 - Low Tide": a name of three digits has no spaced dash after it.
  return issue.numeral.padded || (issue.numeral.plain && issue.numeral.text.length === 3 && separates(tokens, issue.to))
}

function wordsBetween({ tokens }: ScannedName, { issue, volume }: NumberChoice): string {
  if (!issue || !volume || issue.bracketed || volume.bracketed || issue.from <= volume.to) return ''
  let words = ''
  for (let at = volume.to; at < issue.from; at++) {
    const token = tokens[at]!
    if (token.kind === 'word' && token.traits === 0) words += words === '' ? token.text : ` ${token.text}`
  }
  return words
}

function isOnlyNumber({ numbers, season }: ScannedName): boolean {
  return numbers.length === 0 && season === ''
}

function isBare(anchor: Anchor): boolean {
  return anchor === 'free' || anchor === 'bracket' || anchor === 'count' || anchor === 'dated' || anchor === 'glued'
}

/** Annual is a kind of issue only when it names the item: "+ Annuals" is more content of a pack. */
function isAnnual({ tokens, annuals }: ScannedName, { issue }: NumberChoice): boolean {
  return annuals.some((at) => tokens[at - 1]?.sign !== '+' && (!issue || at < issue.to) && tokens[at + 1]?.sign !== '+')
}

/** "Chapter 010 - Special Guest", "Ch.2 - Extra": the title follows the dash. */
function isInTitle(tokens: Token[], { to, anchor, bracketed }: NumberCandidate, at: number): boolean {
  if (bracketed || at <= to || tokens[at]!.kind !== 'word' || !dashBetween(tokens, to, at)) return false
  return anchor === 'chapter' || anchor === 'long chapter' || tokens[at + 1]?.kind === 'word'
}

function specialOf({ tokens, specials, seriesEnds }: ScannedName, { issue, volume }: NumberChoice): string {
  const glued = issue?.numeral.special || volume?.numeral.special
  if (glued) return glued
  if (specials.length === 0 && seriesEnds.length === 0) return ''
  const at = specials.length > 0 ? specials[0] : seriesEnds.find((end) => tokens[end]!.is('sp'))
  if (at === undefined || (issue && isInTitle(tokens, issue, at))) return ''
  const token = tokens[at]!
  if (token.kind === 'group') return token.text.slice(1, -1)
  if (token.is('hors')) return textBetween(tokens, at, joins(tokens, at + 1) ? at + 3 : at + 2)
  return token.is('sp') ? token.text + (tokens[at + 1]?.text ?? '') : token.text
}
