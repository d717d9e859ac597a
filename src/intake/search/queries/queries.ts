import { readNumber } from '../../../base/names/numbers'
import { ownNames } from '../verdict/book-identity'
import { bookIdentityOf, type WantedFacts } from '../verdict/wanted'
import { searchSpellings, unlike } from './spellings'

const MOST = 8

/** Books published in volumes. */
const BOOK = /^(?:tpb|hc|omnibus)$/i

/**
 * The texts to search an indexer for, most useful first: the number as releases print it, in each spelling of the name;
 * then the number unpadded, and with two digits; then aliases; and last the name alone if packs are allowed. No text is
 * repeated.
 */
export function queriesFor(wanted: WantedFacts): string[] {
  const identity = bookIdentityOf(wanted)
  if (!identity) return alone(wanted, numberedQueries(wanted))
  const names = ownNames(wanted, identity)
  if (!identity.volume || !identity.once)
    return alone(wanted, numberedQueries({ ...wanted, aliases: names.slice(1) }), identity.once)
  // "Paper Girls Vol. 3" is listed as volume 3 of Paper Girls, and by its full name.
  const [series = wanted.series, ...aliases] = identity.stems
  const ofSeries = numberedQueries({ ...wanted, series, aliases, booktype: 'tpb', issue: identity.volume })
  const ofBook = names.flatMap(queriesForSeries)
  // "Book Two" is rarely listed as "v02".
  const texts = identity.counter === 'book' ? [...ofBook, ...ofSeries] : [...ofSeries, ...ofBook]
  return unlike([], texts).slice(0, MOST)
}

/** A single book is rarely numbered: "Batman v03 - Death of the Family" has no 1 in its name. */
function alone({ kind, series, issue_count, booktype }: WantedFacts, numbered: string[], once = false): string[] {
  if (kind === 'manga' || !(once || issue_count === 1) || numbered.length === 0) return numbered
  const { plain } = searchSpellings(series)
  const texts = BOOK.test(booktype ?? '') ? [plain, ...numbered] : [...numbered.slice(0, MOST - 1), plain]
  return unlike([], texts).slice(0, MOST)
}

function numberedQueries(wanted: WantedFacts): string[] {
  const numbers = wanted.kind === 'manga' ? mangaNumbers(wanted) : comicNumbers(wanted)
  const [own, ...aliases] = [wanted.series, ...(wanted.aliases ?? [])].map(searchSpellings).filter(({ plain }) => plain)
  if (own === undefined) return []
  const [first = '', ...others] = numbers
  const numbered = [
    ...[own.plain, ...own.marked].map((name) => `${name} ${first}`),
    ...others.map((number) => `${own.plain} ${number}`),
    ...own.joined.map((name) => `${name} ${first}`),
    ...aliases.map(({ plain }) => `${plain} ${first}`),
  ].map((text) => text.trim())
  if (!wanted.allow_packs) return unlike([], numbered).slice(0, MOST)
  return unlike([], [...unlike([own.plain], numbered).slice(0, MOST - 1), own.plain])
}

/** Queries that find all releases of a series. */
export function queriesForSeries(name: string): string[] {
  const { plain, marked, joined } = searchSpellings(name)
  return unlike([], [plain, ...marked, ...joined])
}

/** `007`, `7`, `07`; `7.1` unchanged; annuals with their word; one-shots without a number. */
function comicNumbers({ issue, booktype, series, issue_year, year }: WantedFacts): string[] {
  const annual = /^annual$/i.test(booktype ?? '') && !/\bannual\b/i.test(series) ? 'Annual ' : ''
  if (/^(?:one-?shot|gn)$/i.test(booktype ?? '') || issue === '') return [`${annual}${issue_year ?? year ?? ''}`.trim()]
  if (BOOK.test(booktype ?? '')) return [`v${padded(issue, 2)}`, `Vol ${issue}`, issue]
  return unique([padded(issue, 3), issue, padded(issue, 2)]).map((number) => annual + number)
}

function mangaNumbers({ issue, unit }: WantedFacts): string[] {
  if (unit === 'volume') return unique([`v${padded(issue, 2)}`, `Vol ${issue}`, padded(issue, 2)])
  return unique([`c${padded(issue, 3)}`, padded(issue, 3), `Chapter ${issue}`])
}

function padded(printed: string, digits: number): string {
  const read = readNumber(printed)
  if (!read || read.negative || (read.whole === '0' && read.fraction !== '' && !printed.includes('.'))) return printed
  return printed.replace(/^\D*\d+/, (head) => head.replace(/^0+(?=\d)/, '').padStart(digits, '0'))
}

const unique = (texts: string[]) => [...new Set(texts)]
