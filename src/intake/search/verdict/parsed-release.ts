import { NUMBER_WORDS } from '../../../base/names/number-words'
import { readNumber, sameNumber } from '../../../base/names/numbers'
import { type ReadName, readName } from '../../../base/names/read-name'
import { matchKey } from '../../../base/names/titles'
import { isOwnVolume, nameWithEdition, volumeInName } from './book-identity'
import { type Kinship, kinship } from './kinship'
import { ownVolume } from './own-volume'
import { readWithOwnNumbers, readWithOwnWords } from './own-words'
import { inSpans, type NumberSpan, numberSpanOf } from './spans'
import { isSingleIssue, type VerdictTarget, type WantedFacts } from './wanted'
import { type PackWeek, readPackWeek } from './week'

/** A release title in the form that the rules need. */
export interface ParsedRelease extends ReadName {
  /** Folded name of the series. */
  key: string
  /** How its series relates to the wanted one. */
  kin: Kinship
  /** The unit of its number. */
  unit: 'issue' | 'chapter' | 'volume'
  number: string
  /** Ranges of numbers in the release; empty for a single item. */
  spans: readonly NumberSpan[]
  /** The release has both volumes and chapters. */
  mixed: boolean
  /** The release has the annuals as well. */
  annualsToo: boolean
  /** A book of collected issues: not a single issue. */
  collection: boolean
  /** A pack of all releases of a week. */
  week: PackWeek | undefined
  /** Years of a run and no number: a complete manga. */
  wholeRun: boolean
}

export function readRelease(listed: string, target: VerdictTarget, year: number): ParsedRelease {
  const list = listOfIssues(behindPlace(withoutSite(behindWeek(listed)), target), target)
  const { title } = list
  const options = { kind: target.wanted.kind, year, title: true }
  const parsed = readWithOwnNumbers(title, target.ownWords, options) ?? readName(title, options)
  const reading = relate(parsed, target, list)
  if (reading.kin !== 'other' || target.ownWords.length === 0) return reading
  const own = readWithOwnWords(title, target.ownWords, options)
  return own ? relate(own, target, list) : reading
}

function relate(parsed: ReadName, target: VerdictTarget, { title, spans: listed, gaps }: IssueList): ParsedRelease {
  const { wanted } = target
  const ownNumber = holdsOwnNumber(parsed, target, title)
  const book = behindAuthor(
    bookInWords(bookOfLine(numberBeforeRun(numberBehindMonth(parsed, target, title), target), target), target),
    target,
    title,
  )
  const counted = wanted.kind === 'manga' ? volumesWithBlanks(volumeOfYear(book, title), title) : book
  const whole = ownVolume(counted, target, title)
  const named = parsed.series === '' ? { ...parsed, series: parsed.title, title: '' } : whole
  const read = ownNumber === undefined ? named : { ...parsed, series: ownNumber, issue: '', bare: false }
  const manga = wanted.kind === 'manga'
  const unit = manga ? unitOf(read, target, title) : 'issue'
  const spans = target.book && namesContents(read, title) ? [] : withoutGaps(listed ?? spansOf(read, unit, title), gaps)
  const reading: ParsedRelease = {
    ...read,
    key: matchKey(read.series),
    kin: 'other',
    unit,
    number: unit === 'volume' || (!manga && target.book) ? read.volume || read.issue : read.issue,
    spans,
    mixed: read.volume_end !== '' && read.issue !== '',
    annualsToo: read.also.includes('annuals'),
    collection: isCollection(read) && !isSeriesOfBooks(read, target),
    week: readPackWeek(title),
    wholeRun: manga && read.issue === '' && read.volume === '' && read.run_year_end !== '',
  }
  // "Lantern v02 - The Long Tide 01-08": the issues of the story in a book, not of the run.
  reading.kin = read.story === '' || manga || target.book ? kinship(reading, target) : 'other'
  return reading
}

/** A title that lists its issues one by one. */
interface IssueList {
  /** The title with the list replaced by its first and last number. */
  title: string
  spans?: readonly NumberSpan[]
  /** Numbers missing from the pack. */
  gaps: readonly NumberSpan[]
}

const RANGE = String.raw`#?(?!(?:19|20)\d\d\b)\d{1,4}(?: ?[-–] ?#?(?!(?:19|20)\d\d\b)\d{1,4})?`
const LIST = new RegExp(String.raw`(?<![\p{L}\d.,/-])${RANGE}(?: ?[,+&] ?${RANGE})+(?!\d|\.\d|[-–]\d|[-–]?\p{L})`, 'u')
const GAPS = new RegExp(
  String.raw`\b(?:missing|without|minus|except|lacks|lacking|no):? (?:issues? )?(${RANGE}(?:(?: ?[,+&] ?| and )${RANGE})*)(?! *(?:p|pgs?|pages?|covers?|ads?)\b)[)\]]?(?!\d)`,
  'i',
)
const NO_GAPS: NumberSpan[] = []
const HAS_RANGE = /\d ?[-–] ?#?\d/
const HAS_MORE = /[,+&] ?#?\d/

/** "Lantern 01-06, 08, 10-14", "Lantern 001-020 (missing 012)": a pack with gaps. */
function listOfIssues(title: string, { wanted }: VerdictTarget): IssueList {
  if (wanted.kind === 'manga' || !HAS_RANGE.test(title)) return { title, gaps: NO_GAPS }
  const missing = GAPS.exec(title)
  const gaps = missing ? rangesIn(missing[1]!) : NO_GAPS
  const whole = missing ? title.replace(missing[0], ' ').replace(/[([] *$|[([] *(?=[([])/g, '') : title
  const list = HAS_MORE.test(whole) ? LIST.exec(whole)?.[0] : undefined
  const spans = list ? rangesIn(list) : []
  const ascends = spans.every(({ from, to }, at) => to >= from && from > (spans[at - 1]?.to ?? -1))
  if (!list || !ascends || !spans.some(({ from, to }) => to > from)) return { title: whole, gaps }
  return { title: whole.replace(list, `${spans[0]!.from}-${spans.at(-1)!.to}`), spans, gaps }
}

function rangesIn(list: string): NumberSpan[] {
  return [...list.matchAll(/(\d+)(?: ?[-–] ?#?(\d+))?/g)].map(([, first, last]) => ({
    from: Number(first),
    to: Number(last ?? first),
  }))
}

function withoutGaps(spans: readonly NumberSpan[], gaps: readonly NumberSpan[]): readonly NumberSpan[] {
  return gaps.reduce<readonly NumberSpan[]>(
    (left, gap) =>
      left.flatMap(({ from, to }) => {
        if (gap.to < from || gap.from > to) return [{ from, to }]
        const parts = [
          { from, to: gap.from - 1 },
          { from: gap.to + 1, to },
        ]
        return parts.filter((part) => part.to >= part.from)
      }),
    spans,
  )
}

const YEAR = /^(?:19|20)\d\d$/
const HASHED = /#\d/

/** "Clouds Vol.2025 #01 (May, 2025)": comics are named by the start year; for manga, the numbers are volumes. */
function volumeOfYear(read: ReadName, title: string): ReadName {
  if (!YEAR.test(read.volume) || read.issue === '' || !HASHED.test(title)) return read
  return { ...read, volume: read.issue, volume_end: read.issue_end, issue: '', issue_end: '', run_year: read.volume }
}

const VOLUMES_WITH_BLANKS = /\bvol(?:ume)?s?\.? ?(\d{1,3}) [-–] (\d{1,3})(?= *(?:[([+]|$))/i

/** "Clouds Volume 1 - 12": for manga, all of these volumes; for comics, an issue of the first run. */
function volumesWithBlanks(read: ReadName, title: string): ReadName {
  const [, first, last] = VOLUMES_WITH_BLANKS.exec(title) ?? []
  if (first === undefined || !sameNumber(read.volume, first) || !sameNumber(read.issue, last!)) return read
  return { ...read, volume_end: read.issue, issue: '', bare: false }
}

const CONTENTS = /[([]#?\d{1,4} ?[-–] ?#?\d{1,4}[)\]]|\bv0\d (?!0*1-)\d{1,3}-\d{1,3}\b/i

/** "v02 (007-012)", "v02 07-12": the issues that are collected in a book. */
function namesContents({ volume, volume_end, issue_end }: ReadName, title: string): boolean {
  return volume !== '' && volume_end === '' && issue_end !== '' && CONTENTS.test(title)
}

/** "2019.08.28.DC.Week+/Lantern.010.2019": one file of a weekly pack. A slash between spaces separates formats. */
function behindWeek(title: string): string {
  const slash = title.lastIndexOf('/')
  const divides = slash > 0 && title[slash - 1] !== ' ' && title[slash + 1] !== ' '
  return divides && readPackWeek(title.slice(0, slash)) ? title.slice(slash + 1) : title
}

const PLACE = /(?<=^|")(?:\d{1,3}\. ?|0\d{1,2} - )(?=\p{Lu})/u
/** A dotted release name has no spaces. */
const GLUED_PLACE = /(?<=^|")\d{1,3}\.(?=\p{Lu}[^.]* )/u
const RUN_BEFORE_BOOK = /\bv(\d) (?=v\d\d\b)/i

/**
 * "018. Harbor Special", "11.Lantern v4 13-18": position in a reading order. "Lantern v2 v06": book 6 of the second
 * run.
 */
function behindPlace(title: string, { wanted, oneShot, book }: VerdictTarget): string {
  if (wanted.kind === 'manga') return title
  const name = title.replace(oneShot ? PLACE : GLUED_PLACE, '')
  const run = book ? RUN_BEFORE_BOOK.exec(name) : null
  return run && (wanted.volume ?? Number(run[1])) === Number(run[1]) ? name.replace(run[0], '') : name
}

const WHOLLY_QUOTED = /^"[^"]+"$/
const SITE = /[ ._-]+[([]?GetComics\.(?:info|org)[)\]]?(?=(?:\.\w{3})?$)/i

/** "Harbor TPB GetComics.INFO.cbr": a site that added its own name; quotes around the title. */
function withoutSite(listed: string): string {
  const title = WHOLLY_QUOTED.test(listed) ? listed.slice(1, -1) : listed
  return title.length > 15 && /comics\.(?:info|org)/i.test(title.slice(-22)) ? title.replace(SITE, '') : title
}

const PADDED = /(?<!\d)0+([1-9]\d*)(?!\d)/g
const BEFORE_BRACKETS = /^[^[({]+/

/**
 * "Mob Psycho 100", "Lantern 5 Special 2010": the number belongs to the wanted name. Returns that name, or undefined.
 */
function holdsOwnNumber(read: ReadName, { keys, numbered }: VerdictTarget, title: string): string | undefined {
  const { series, issue, issue_end } = read
  if (!numbered || issue === '' || issue_end !== '' || keys.has(matchKey(series))) return undefined
  // "Lantern 003" is an issue of Lantern, not "Lantern 3".
  for (const [, digits] of title.matchAll(PADDED)) if (digits === issue) return undefined
  const names = [`${series} ${issue}`, BEFORE_BRACKETS.exec(title)?.[0].trim() ?? '']
  return names.find((name) => keys.has(matchKey(name)))
}

const IN_WORDS = /^(.+?)(?:,? book)? (one|two|three|four|five|six|seven|eight|nine|ten)$/i

/** "Lantern Book One", "Lantern Compendium Two": the number of a book, unless the word is part of its name. */
function bookInWords(given: ReadName, { book, keys, identity }: VerdictTarget): ReadName {
  const withEdition = nameWithEdition(given)
  if (withEdition !== undefined && identity?.stemKeys.has(matchKey(withEdition)))
    return { ...given, series: withEdition, title: '' }
  const isNamed = (name: string) => keys.has(matchKey(name)) || identity?.stemKeys.has(matchKey(name))
  const isBook = book || identity !== undefined
  const inWords = given.volume !== '' && given.issue === '' && IN_WORDS.test(given.alt_series)
  if (inWords && isBook && isNamed(given.series) && !keys.has(matchKey(given.alt_series))) return given
  const read = inWords ? { ...given, series: given.alt_series, alt_series: '', volume: '' } : given
  if (!isBook || read.volume !== '' || read.issue !== '' || keys.has(matchKey(read.series))) return read
  const named = identity?.once ? volumeInName(read.series) : undefined
  if (named && identity?.stemKeys.has(matchKey(named.stem)))
    return { ...read, series: named.stem, volume: named.volume, title: named.subtitle }
  const [, series, word] = IN_WORDS.exec(read.series) ?? []
  const volume = word === undefined ? undefined : NUMBER_WORDS.get(word.toLowerCase())
  return volume && isNamed(series!) ? { ...read, series: series!, volume } : read
}

const AUTHOR_AND_YEAR = /^\p{Lu}[^ \d]+ \p{Lu}[^ \d]+ (?:19|20)\d\d (?=\P{N})/u

const ALBUM = /^\[BD\b/i
const BEFORE_LAST_DASH = /^.* - /

/**
 * "Haruka.Umino.2021.Clouds.T01.FRENCH.CBZ-Group": named by upload scripts for translations. "[BD] Berg - Moreau -
 * Lantern - Tome 5": albums, after their authors.
 */
function behindAuthor(read: ReadName, { keys }: VerdictTarget, title: string): ReadName {
  if (read.volume === '' || keys.has(matchKey(read.series))) return read
  if (ALBUM.test(title)) {
    const series = read.series.replace(BEFORE_LAST_DASH, '')
    if (series !== read.series && keys.has(matchKey(series))) return { ...read, series }
  }
  if (read.language === '') return read
  const series = read.series.replace(AUTHOR_AND_YEAR, '')
  return series !== read.series && keys.has(matchKey(series)) ? { ...read, series } : read
}

const MONTH_AND_NUMBER = /#((?:19|20)\d\d(?:0\d|1[0-2])) - Vol\.? ?(\d{1,4})\b/i

/** "Harbor Magazine #202011 - Vol. 302": the month in place of the number. */
function numberBehindMonth(read: ReadName, { wanted, book }: VerdictTarget, title: string): ReadName {
  if (wanted.kind === 'manga' || book || read.issue.length !== 6) return read
  const [, month, issue] = MONTH_AND_NUMBER.exec(title) ?? []
  return month === read.issue && wanted.issue !== month ? { ...read, issue: issue!, volume: '' } : read
}

const BEFORE_RUN = /^(.+?) #?(?!(?:19|20)\d\d$)(\d{3,4})$/

/** "Lantern 200 V1 (1955)": the run follows the number of the issue. */
function numberBeforeRun(read: ReadName, { wanted, book, keys }: VerdictTarget): ReadName {
  if (wanted.kind === 'manga' || book || read.issue !== '' || read.volume === '' || read.volume_end !== '') return read
  const [, series, issue] = BEFORE_RUN.exec(read.series) ?? []
  if (series === undefined || Number(read.volume) !== (wanted.volume ?? 1) || keys.has(matchKey(read.series)))
    return read
  return keys.has(matchKey(series)) ? { ...read, series, issue: issue!, title: '' } : read
}

/** "Lantern Collection Vol. 03 - Low Tide" is all of "Lantern Collection: Low Tide", which has no number there. */
function bookOfLine(read: ReadName, { book, oneShot, keys, identity, wanted }: VerdictTarget): ReadName {
  const once = book ? oneShot || identity?.once : oneShot && !isSingleIssue(wanted)
  if (!once || read.volume === '' || read.title === '') return read
  if (identity?.volume && !isOwnVolume(read.volume, identity)) return read
  const series = `${read.series} ${read.title.replace(BY, '')}`
  return keys.has(matchKey(series)) ? { ...read, series, title: '', volume: '', volume_end: '' } : read
}

const BY = /\s+by\s+\p{Lu}.*$/u

/** "(01-14)", "(01-07+)": chapters have a third digit. */
const OF_VOLUMES = /[([] ?0\d ?- ?\d\d ?\+? ?[)\]]/

/** "07 (Author) [Digital-1920]": only volumes state the width of their pages. */
const WIDTH = /\[Digital-\d{4}u?\]/i

/** The unit of a manga's number: by its marker and, for bare numbers, by the settings of the series. */
function unitOf(read: ReadName, { wanted, unit }: VerdictTarget, title: string): 'chapter' | 'volume' {
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
  if (volumes === 0 && read.issue_end !== '' && OF_VOLUMES.test(title)) return wanted.unit ?? 'chapter'
  if (volumes === 0 && !read.issue.includes('.') && WIDTH.test(title)) return 'volume'
  if (read.issue.includes('.') || volumes === 0 || number > volumes) return 'chapter'
  // The number could be either, so it counts as the wanted unit.
  return wanted.unit ?? 'chapter'
}

/** "v01-09 + c081-095" has chapter 90 besides its volumes. "v06 (c027-033)" is volume 6. */
function isAmongChapters(read: ReadName, { issue, in_volume }: WantedFacts): boolean {
  if (read.volume_end === '' && in_volume && sameNumber(in_volume, read.volume)) return false
  return inSpans(issue, chaptersOf(read))
}

function chaptersOf({ issue, issue_end }: ReadName): NumberSpan[] {
  if (issue_end !== '') return [numberSpanOf(issue, issue_end) ?? []].flat()
  const single = Number(issue)
  return Number.isInteger(single) ? [{ from: single, to: single }] : []
}

function spansOf(read: ReadName, unit: ParsedRelease['unit'], title: string): NumberSpan[] {
  const volumes = read.volume_end !== ''
  if (volumes && (unit === 'volume' || read.issue === '')) {
    return [numberSpanOf(read.volume, read.volume_end) ?? []].flat()
  }
  if (volumes) return unit === 'chapter' ? chaptersOf(read) : []
  if (unit === 'volume' && read.volume !== '') return []
  const span = numberSpanOf(read.issue, read.issue_end)
  if (span) return [span, ...furtherSpans(title)]
  // "Lantern 16.1 + 19-22".
  return unit === 'issue' && read.issue !== '' && BEHIND_SINGLE.test(title)
    ? [...chaptersOf(read), ...furtherSpans(title)]
    : []
}

const BEHIND_SINGLE = /\d\s*[+,&]\s*#?\d{1,5}\s*[-–—]\s*#?\d{1,5}(?!\.?\d)/

const FURTHER = /[+,&]\s*#?(?!(?:19|20)\d\d\b)(\d{1,5})\s*[-–—]\s*#?(\d{1,5})(?!\.?\d)/g

/** "#1 – 12 + #600 – 621", "#1-6, 8-12": ranges joined by a sign. */
function furtherSpans(title: string): NumberSpan[] {
  if (!/[+,&]/.test(title)) return []
  return [...title.matchAll(FURTHER)].flatMap(([, first, last]) => numberSpanOf(first!, last!) ?? [])
}

/** "Harbor Double Digest 294": the word for a book is part of the name of a series of issues. */
function isSeriesOfBooks({ format, issue, volume }: ReadName, { book, keys }: VerdictTarget): boolean {
  if (book || format === '' || issue === '' || volume !== '') return false
  const key = matchKey(format)
  return [...keys].some((name) => name.includes(key))
}

/** A volume without an issue, or a word for a book with several issues. */
function isCollection(read: ReadName): boolean {
  if (BOOK_FORMATS.test(read.format)) return true
  return read.volume !== '' && read.issue === ''
}

const BOOK_FORMATS =
  /^(?:tpb|hc|gn|omnibus|compendium|treasury|treasury edition|deluxe|collect|complete|absolute|library|digest|box|vizbig|3-in-1|2-in-1|hardcover|trade|book|masterworks|epic)/i
