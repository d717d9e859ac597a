import { countWords, pluralWords } from '../../base/platform/words'
import type { NumberOfFile } from './numbering'
import type { ParsedFile } from './parsed-file'

/** Files of a group whose page count contradicts what they are assigned to. */
interface OddPages {
  /** One to three pages: a cover, whatever its number. */
  covers: ParsedFile[]
  /** Far fewer than their neighbours: samples, or chapters among volumes. */
  thin: ParsedFile[]
  /** Far more: collected editions among issues. */
  thick: ParsedFile[]
  /** The neighbours' usual count; 0 when there are too few neighbours. */
  usual: number
  /** Files with a page count. */
  all: number
}

const MOST_OF_COVER = 3
const FEWEST = 4
/** Shares of the usual count, and counts that are odd even without neighbours. */
const BOUNDS = {
  issue: { thin: 0.45, thick: 3, least: 9, most: 100 },
  chapter: { thin: 0.25, thick: 4, least: 4, most: 110 },
  volume: { thin: 0.35, thick: 6, least: 50, most: 2000 },
} as const

/** Files without pages, such as books of text, are left out. */
export function oddPages(files: ReadonlyMap<ParsedFile, NumberOfFile>): OddPages {
  const odd: OddPages = { covers: [], thin: [], thick: [], usual: 0, all: 0 }
  const paged = [...files].filter(([{ pages }]) => pages > 0)
  odd.all = paged.length
  odd.covers = paged.filter(([{ pages }]) => pages <= MOST_OF_COVER).map(([parsed]) => parsed)
  const regular = paged.filter(([{ pages }, { kind }]) => pages > MOST_OF_COVER && kind === 'issue')
  let most = 0
  for (const [unit, some] of Map.groupBy(regular, ([, numbering]) => numbering.unit)) {
    const { thin, thick, least, most: mostPages } = BOUNDS[unit]
    const usual = some.length < FEWEST ? 0 : median(some.map(([{ pages }]) => pages))
    if (some.length > most) odd.usual = usual
    most = Math.max(most, some.length)
    for (const [parsed, { number, end }] of some) {
      if (parsed.pages < (usual === 0 ? least : usual * thin)) odd.thin.push(parsed)
      // A graphic novel has no number, and a double issue has two.
      else if (number !== '' && end === '' && parsed.pages > Math.max(mostPages, usual * thick)) odd.thick.push(parsed)
    }
  }
  return odd
}

/**
 * How certain it is that files with such counts are not issues: certain beside files with more pages, half certain for
 * a single file, hardly when several are all alike, as comic strips are.
 */
export function sureness({ length }: readonly ParsedFile[], { all, usual }: OddPages): number {
  if (length === 0) return 0
  if (length < all || usual > 0) return 1
  return all === 1 ? 0.5 : 0.15
}

function median(counts: number[]): number {
  return counts.sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}

/** The evidence in the counts, as sentences; empty when there is none. */
export function pageSentences({ covers, thin, thick, usual }: OddPages): Record<'covers' | 'thin' | 'thick', string> {
  const among = usual > 0 ? ` among files of ${usual}` : ''
  const few = pluralWords(thin.length, 'fewer than it should have', 'fewer than they should have')
  return {
    covers: pageSentence(covers, pluralWords(covers.length, 'a cover, not an issue', 'covers, not issues')),
    thin: pageSentence(thin, `${among.trim() || few}, maybe ${pluralWords(thin.length, 'a sample', 'samples')}`),
    thick: pageSentence(thick, `${among.trim() || 'as many as a book'}, maybe collected`),
  }
}

function pageSentence(files: readonly ParsedFile[], what: string): string {
  const [first] = files
  if (!first) return ''
  const colon = what.startsWith('among') ? ' ' : ': '
  if (files.length === 1) return `${first.name} has ${pagesOf(first.pages)}${colon}${what}`
  const counts = files.map(({ pages }) => pages)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return `${files.length} files have ${least === most ? pagesOf(least) : `${least} to ${most} pages`}${colon}${what}`
}

const pagesOf = (count: number) => countWords(count, 'page')
