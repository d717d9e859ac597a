import { readNumber } from '../releases/numbers'
import type { Wanted } from './verdict/wanted'

/** Words that indexers drop, or that releases leave out. */
const DROPPED = /\b(?:and|the|a|an)\b|[&+]/gi
/** What full-text search takes apart or chokes on. Apostrophes join. */
const APOSTROPHES = /['’‘`´]/g
const MARKS = /[^\p{L}\p{N}]+/gu
const MOST = 6

/**
 * The texts to ask an indexer with, by how often they find something: the number as releases print it, then unpadded,
 * then as two digits, and last the name alone where that is short of results. Aliases follow; each is asked once.
 */
export function queriesFor(wanted: Wanted): string[] {
  const numbers = wanted.kind === 'manga' ? mangaNumbers(wanted) : comicNumbers(wanted)
  const names = [wanted.series, ...(wanted.aliases ?? [])].map(plainName).filter((name) => name !== '')
  const first = names[0]
  if (first === undefined) return []
  const texts = numbers.map((number) => `${first} ${number}`.trim())
  for (const name of names.slice(1)) if (numbers[0] !== undefined) texts.push(`${name} ${numbers[0]}`.trim())
  if (wanted.allow_packs || numbers.length === 0) texts.push(first)
  return [...new Set(texts)].slice(0, MOST)
}

/** Without punctuation, and without the words that one writes and another leaves out. */
export function plainName(name: string): string {
  const words = name.normalize('NFKC').replace(APOSTROPHES, '').replace(DROPPED, ' ').replace(MARKS, ' ').trim()
  return words === '' ? name.replace(MARKS, ' ').trim() : words
}

/** `007`, `7`, `07`; `7.1` as it is; annuals with their word; one-shots without a number. */
function comicNumbers({ issue, booktype, series, issue_year, year }: Wanted): string[] {
  const annual = /^annual$/i.test(booktype ?? '') && !/\bannual\b/i.test(series) ? 'Annual ' : ''
  if (/^(?:one-?shot|gn)$/i.test(booktype ?? '') || issue === '') return [`${annual}${issue_year ?? year ?? ''}`.trim()]
  if (/^(?:tpb|hc|omnibus)$/i.test(booktype ?? '')) return [`v${padded(issue, 2)}`, `Vol ${issue}`, issue]
  return unique([padded(issue, 3), issue, padded(issue, 2)]).map((number) => annual + number)
}

function mangaNumbers({ issue, unit }: Wanted): string[] {
  if (unit === 'volume') return unique([`v${padded(issue, 2)}`, `Vol ${issue}`, padded(issue, 2)])
  return unique([`c${padded(issue, 3)}`, padded(issue, 3), `Chapter ${issue}`])
}

function padded(printed: string, digits: number): string {
  const read = readNumber(printed)
  if (!read || read.negative || (read.whole === '0' && read.fraction !== '' && !printed.includes('.'))) return printed
  return printed.replace(/^\D*\d+/, (head) => head.replace(/^0+(?=\d)/, '').padStart(digits, '0'))
}

const unique = (texts: string[]) => [...new Set(texts)]
