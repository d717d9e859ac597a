import { countWords, megabyteWords } from '../../../base/platform/words'
import type { FileRow } from '../../../library/series/file-store'

/** A file that is a copy of another one, with all that decides which of them is kept. */
export interface Copy extends Pick<FileRow, 'file_id' | 'path' | 'size' | 'modified_ms' | 'format' | 'added_at'> {
  pages: number
  hash: string | null
  digest: string | null
  /** Why the file cannot be opened. */
  problem: string | null
  missing_pages: string | null
  /** As the file states it. */
  language: string | null
  /** The language of the series; null when unknown. */
  wanted_language: string | null
  is_tagged: boolean
  issue_ids: string[]
}

interface Rule {
  /** Below zero: `a` is better. */
  compare: (a: Copy, b: Copy) => number
  /** Why `kept` is better than `other`, as the end of a sentence. */
  reason: (kept: Copy, other: Copy) => string
}

const yesFirst = (is: (copy: Copy) => boolean) => (a: Copy, b: Copy) => Number(is(b)) - Number(is(a))
const moreFirst = (of: (copy: Copy) => number) => (a: Copy, b: Copy) => of(b) - of(a)
const sizeWords = ({ size }: Copy) => megabyteWords(size / 1_000_000)

/** "pt-br" and "pt" are one language. */
const plain = (language: string | null) => language?.toLowerCase().split(/[-_]/)[0] ?? ''
const isInLanguage = ({ language, wanted_language }: Copy) =>
  plain(language) !== '' && plain(language) === plain(wanted_language)
/** A ZIP gives single pages fastest; the pages of a PDF have to be drawn. */
const FORMAT_RANKS: Partial<Record<Copy['format'], number>> = { cbz: 0, pdf: 2 }
const rankOf = ({ format }: Copy) => FORMAT_RANKS[format] ?? 1

/** In this order; the first rule that tells two copies apart decides. */
const RULES: readonly Rule[] = [
  { compare: yesFirst(({ problem }) => problem === null), reason: () => 'the other one cannot be opened' },
  {
    compare: moreFirst(({ issue_ids }) => issue_ids.length),
    reason: ({ issue_ids }) => `it holds ${countWords(issue_ids.length, 'issue')}`,
  },
  {
    compare: yesFirst(({ missing_pages }) => missing_pages === null),
    reason: (_, { missing_pages }) => `the other one lacks page ${missing_pages}`,
  },
  { compare: yesFirst(isInLanguage), reason: () => 'it is in the language of the series' },
  { compare: moreFirst(({ pages }) => pages), reason: (a, b) => `it has ${a.pages} pages, not ${b.pages}` },
  {
    compare: (a, b) => rankOf(a) - rankOf(b),
    reason: (a, b) => `${a.format.toUpperCase()} opens faster than ${b.format.toUpperCase()}`,
  },
  { compare: yesFirst(({ is_tagged }) => is_tagged), reason: () => 'it contains metadata' },
]

const LARGER: Rule = {
  compare: moreFirst(({ size }) => size),
  reason: (a, b) => {
    const [larger, smaller] = [sizeWords(a), sizeWords(b)]
    return larger === smaller ? 'it is slightly larger' : `it is larger: ${larger}, not ${smaller}`
  },
}
const FIRST: Rule = {
  compare: (a, b) => (a.added_at < b.added_at ? -1 : Number(a.added_at > b.added_at)),
  reason: () => 'it was added first',
}
const PATH: Rule = {
  compare: (a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1),
  reason: () => 'its path is the shorter one',
}

export interface ChosenCopy {
  keep: Copy
  others: Copy[]
  reason: string
}

/**
 * The copy to keep, and why. Copies with equal pages have the same pictures, so that a larger file is no better.
 * Undefined when there is only one.
 */
export function chooseCopy(copies: readonly Copy[], hasEqualPages: boolean): ChosenCopy | undefined {
  const rules = hasEqualPages ? [...RULES, FIRST, PATH] : [...RULES, LARGER, FIRST, PATH]
  const ordered = copies.toSorted((a, b) => {
    for (const { compare } of rules) {
      const order = compare(a, b)
      if (order !== 0) return order
    }
    return 0
  })
  const [keep, ...others] = ordered
  const [next] = others
  if (!keep || !next) return undefined
  const rule = rules.find(({ compare }) => compare(keep, next) !== 0) ?? PATH
  return { keep, others, reason: `Keep this one: ${rule.reason(keep, next)}.` }
}
