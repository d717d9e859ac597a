import { type ReadName, readName } from '../../releases/names'
import { readNumber, sameNumber } from '../../releases/numbers'
import { matchKey } from '../../releases/titles'
import { type Kinship, kinship } from './kinship'
import { inSpans, type Span, spanOf } from './spans'
import type { Target, WantedFacts } from './wanted'
import { readWeek, type Week } from './week'

/** A release title as the rules look at it. */
export interface ParsedRelease extends ReadName {
  /** Its series, folded. */
  key: string
  /** How its series relates to the wanted one. */
  kin: Kinship
  /** What its number counts. */
  unit: 'issue' | 'chapter' | 'volume'
  number: string
  /** Runs of numbers it holds; empty for a single item. */
  spans: readonly Span[]
  /** Volumes and chapters together. */
  mixed: boolean
  /** It holds the annuals as well. */
  annualsToo: boolean
  /** A collection of issues, a book: nothing single. */
  collection: boolean
  /** A pack of all that came out in a week. */
  week: Week | undefined
  /** Years of a run and no number: a whole manga. */
  wholeRun: boolean
}

export function readRelease(listed: string, target: Target, year: number): ParsedRelease {
  const { wanted } = target
  const title = behindWeek(listed)
  const parsed = readName(title, { kind: wanted.kind, year, title: true })
  const ownNumber = holdsOwnNumber(parsed, target, title)
  const named = parsed.series === '' ? { ...parsed, series: parsed.title, title: '' } : bookOfLine(parsed, target)
  const read = ownNumber === undefined ? named : { ...parsed, series: ownNumber, issue: '', bare: false }
  const manga = wanted.kind === 'manga'
  const unit = manga ? unitOf(read, target) : 'issue'
  const spans = spansOf(read, unit, title)
  const reading: ParsedRelease = {
    ...read,
    key: matchKey(read.series),
    kin: 'other',
    unit,
    number: unit === 'volume' || (!manga && target.book) ? read.volume || read.issue : read.issue,
    spans,
    mixed: read.volume_end !== '' && read.issue !== '',
    annualsToo: read.also.includes('annuals'),
    collection: isCollection(read),
    week: readWeek(title),
    wholeRun: manga && read.issue === '' && read.volume === '' && read.run_year_end !== '',
  }
  reading.kin = kinship(reading, target)
  return reading
}

/** "2019.08.28.DC.Week+/Lantern.010.2019": one file of a weekly pack. A slash between blanks lists formats. */
function behindWeek(title: string): string {
  const slash = title.lastIndexOf('/')
  const divides = slash > 0 && title[slash - 1] !== ' ' && title[slash + 1] !== ' '
  return divides && readWeek(title.slice(0, slash)) ? title.slice(slash + 1) : title
}

const BEFORE_BRACKETS = /^[^[({]+/

/** "Mob Psycho 100", "Lantern 5 Special 2010": the number belongs to the name that is looked for. That name, or undefined. */
function holdsOwnNumber(read: ReadName, { keys, numbered }: Target, title: string): string | undefined {
  const { series, issue, issue_end } = read
  if (!numbered || issue === '' || issue_end !== '' || keys.has(matchKey(series))) return undefined
  const names = [`${series} ${issue}`, BEFORE_BRACKETS.exec(title)?.[0].trim() ?? '']
  return names.find((name) => keys.has(matchKey(name)))
}

/** "Lantern Collection Vol. 03 - Low Tide" is the whole of "Lantern Collection: Low Tide": it has no number there. */
function bookOfLine(read: ReadName, { book, oneShot, keys }: Target): ReadName {
  if (!book || !oneShot || read.volume === '' || read.title === '') return read
  const series = `${read.series} ${read.title.replace(BY, '')}`
  return keys.has(matchKey(series)) ? { ...read, series, title: '', volume: '', volume_end: '' } : read
}

const BY = /\s+by\s+\p{Lu}.*$/u

/** What the number of a manga counts: its marker says, and of bare ones the series' settings. */
function unitOf(read: ReadName, { wanted, unit }: Target): 'chapter' | 'volume' {
  if (read.issue === '') return 'volume'
  if (read.volume !== '') {
    if (read.issue_end === '' && read.volume_end === '') return 'chapter'
    return unit === 'chapter' && isAmongChapters(read, wanted) ? 'chapter' : 'volume'
  }
  if (!read.bare) return 'chapter'
  const mode = wanted.bare_number_mode ?? 'auto'
  if (mode !== 'auto') return mode === 'volumes' ? 'volume' : 'chapter'
  const volumes = wanted.volume_count ?? 0
  const number = Number(readNumber(read.issue_end || read.issue)?.whole ?? 0)
  if (read.issue.includes('.') || volumes === 0 || number > volumes) return 'chapter'
  // The number could be either: it is what is looked for.
  return wanted.unit ?? 'chapter'
}

/** "v01-09 + c081-095" holds chapter 90 beside its volumes. "v06 (c027-033)" is volume 6. */
function isAmongChapters(read: ReadName, { issue, in_volume }: WantedFacts): boolean {
  if (read.volume_end === '' && in_volume && sameNumber(in_volume, read.volume)) return false
  return inSpans(issue, chaptersOf(read))
}

function chaptersOf({ issue, issue_end }: ReadName): Span[] {
  if (issue_end !== '') return [spanOf(issue, issue_end) ?? []].flat()
  const single = Number(issue)
  return Number.isInteger(single) ? [{ from: single, to: single }] : []
}

function spansOf(read: ReadName, unit: ParsedRelease['unit'], title: string): Span[] {
  const volumes = read.volume_end !== ''
  if (volumes && (unit === 'volume' || read.issue === '')) {
    return [spanOf(read.volume, read.volume_end) ?? []].flat()
  }
  if (volumes) return unit === 'chapter' ? chaptersOf(read) : []
  if (unit === 'volume' && read.volume !== '') return []
  const span = spanOf(read.issue, read.issue_end)
  return span ? [span, ...furtherSpans(title)] : []
}

const FURTHER = /\+\s*#?(\d{1,5})\s*[-–—]\s*#?(\d{1,5})(?![\d.])/g

/** "#1 – 12 + #600 – 621": what is joined by a plus. */
function furtherSpans(title: string): Span[] {
  if (!title.includes('+')) return []
  return [...title.matchAll(FURTHER)].flatMap(([, first, last]) => spanOf(first!, last!) ?? [])
}

/** A volume without an issue, or a word for a book that holds several. */
function isCollection(read: ReadName): boolean {
  if (BOOK_FORMATS.test(read.format)) return true
  return read.volume !== '' && read.issue === ''
}

const BOOK_FORMATS =
  /^(?:tpb|hc|gn|omnibus|compendium|treasury|treasury edition|deluxe|collect|complete|absolute|library|digest|box|vizbig|3-in-1|2-in-1|hardcover|trade|book|masterworks|epic)/i
