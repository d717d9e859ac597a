import { ordinalWords, scoreWords } from '../../../base/platform/words'
import type { Offer } from '../offer'
import { foldedText, formatIn, type RuleHit } from '../rules/rule-set'
import type { ReleaseVerdict } from './judge'

/** An offer with its verdict. */
export interface JudgedOffer {
  offer: Offer
  verdict: ReleaseVerdict
  /** Position of its indexer in the user's order, from 0. */
  order: number
  /** Number of missing issues in the release, counted for a series. */
  fills?: number
}

/** The rank of an accepted offer among the accepted ones, and the reasons for it. */
export interface Ranking {
  place: number
  score: number
  /** "Ranked 2nd: smaller than the best, same format, preferred group Harbor +10". */
  line: string
}

export type RankedOffer<T extends JudgedOffer> = T & { ranking: Ranking }

/** One criterion of the order. Larger is better; the first criterion that differs decides. */
interface Criterion {
  value: (each: JudgedOffer) => number
  /** The offers that it compares; by default all. */
  only?: (each: JudgedOffer) => boolean
  /** Text for an offer that is behind the best by it. */
  behind: string | ((own: number, best: number) => string)
  /** Text for an offer that is ahead of the best by it, and behind by a stronger criterion. */
  ahead: string
  /** Text for the best offer, ahead of the next by it. */
  first: string | ((own: number, next: number) => string)
}

/** Repairs of a release that was broken before. */
const MENDED = /\b(?:fixed|repaired|proper|repack|f\d)\b/i

const isPack = ({ verdict }: JudgedOffer) => verdict.match_kind === 'pack'

const SCORE: Criterion = {
  value: ({ verdict }) => verdict.score ?? 0,
  behind: (own, best) => `score ${scoreWords(own)}, the best has ${scoreWords(best)}`,
  ahead: 'higher score than the best',
  first: (own, next) => `score ${scoreWords(own)}, the next has ${scoreWords(next)}`,
}

/** For a series, packs come first, and those with the most missing issues. */
const FOR_SERIES: readonly Criterion[] = [
  {
    value: ({ fills = 0 }) => fills,
    behind: 'fills fewer missing issues than the best',
    ahead: 'fills more missing issues than the best',
    first: 'fills more missing issues than the next',
  },
  { value: (each) => (isPack(each) ? 1 : 0), behind: 'not a pack', ahead: 'a pack', first: 'a pack' },
]

/**
 * A single issue precedes a pack, and packs with many missing issues those with few. Then come repaired releases, more
 * seeders, the user's order of indexers, and the larger scan within reason.
 */
const FOR_ISSUE: readonly Criterion[] = [
  {
    value: (each) => (isPack(each) ? 0 : 1),
    behind: 'a pack, not a single issue',
    ahead: 'a single issue, not a pack',
    first: 'a single issue, not a pack',
  },
  {
    value: (each) => (isPack(each) ? densityOf(each) : 0),
    only: isPack,
    behind: 'fills fewer missing issues for its size than the best',
    ahead: 'fills more missing issues for its size than the best',
    first: 'fills more missing issues for its size than the next',
  },
  {
    value: ({ offer }) => (MENDED.test(offer.title) ? 1 : 0),
    behind: 'not a repaired release',
    ahead: 'a repaired release',
    first: 'a repaired release',
  },
  {
    value: aliveness,
    behind: 'too few seeders',
    ahead: 'enough seeders, unlike the best',
    first: 'enough seeders, unlike the next',
  },
  {
    value: ({ order }) => -order,
    behind: 'indexer lower in your order',
    ahead: 'indexer higher in your order',
    first: 'indexer higher in your order',
  },
  {
    value: ({ offer }) => stepOf(offer.size),
    behind: 'smaller than the best',
    ahead: 'larger than the best',
    first: 'larger than the next',
  },
  {
    value: ({ offer }) => -(offer.password ?? 0),
    behind: 'may need a password',
    ahead: 'needs no password',
    first: 'needs no password',
  },
]

const CRITERIA = {
  issue: [SCORE, ...FOR_ISSUE],
  series: [SCORE, ...FOR_SERIES, ...FOR_ISSUE.slice(1)],
} as const

interface RankOptions {
  target?: keyof typeof CRITERIA
  /** Releases with a lower score are only downloaded by the user. */
  least?: number | null
}

/** The accepted offers, best first, each with its rank and the reasons. Equal offers keep their order. */
export function rank<T extends JudgedOffer>(
  offers: readonly T[],
  { target = 'issue', least = null }: RankOptions = {},
): RankedOffer<T>[] {
  const criteria = CRITERIA[target]
  const marked = offers
    .filter(({ verdict }) => verdict.accepted)
    .map((each) => ({ each, marks: criteria.map(({ value }) => value(each)) }))
    .sort((a, b) => compare(b.marks, a.marks))
  return marked.map((one, at) => {
    const facts = at === 0 ? factsOfFirst(criteria, one, marked[1]) : factsOfOther(criteria, one, marked[0]!)
    const { score = 0, hits = [] } = one.each.verdict
    const rules = hits.filter((hit) => hit.score !== 0).map(hitWords)
    const tooLow = least !== null && score < least ? ['below the minimum score for automatic downloads'] : []
    const line = `Ranked ${ordinalWords(at + 1)}: ${[...facts, ...rules, ...tooLow].join(', ')}`
    return { ...one.each, ranking: { place: at + 1, score, line } }
  })
}

interface Marked {
  each: JudgedOffer
  marks: readonly number[]
}

/** Only the deciding advantage is named, since all advantages of the best would be a long list. */
function factsOfFirst(criteria: readonly Criterion[], { marks }: Marked, next: Marked | undefined): string[] {
  if (!next) return ['the only acceptable release']
  const at = marks.findIndex((mark, index) => mark !== next.marks[index])
  if (at < 0) return ['found first, the next is equally good']
  const { first } = criteria[at]!
  return [typeof first === 'string' ? first : first(marks[at]!, next.marks[at]!)]
}

/** The deciding difference comes first, then the other differences from the best. */
function factsOfOther(criteria: readonly Criterion[], { each, marks }: Marked, best: Marked): string[] {
  const facts = criteria.flatMap(({ behind, ahead, only }, index) => {
    const [own, theirs] = [marks[index]!, best.marks[index]!]
    if (own === theirs || (only && !(only(each) && only(best.each)))) return []
    if (own > theirs) return [ahead]
    return [typeof behind === 'string' ? behind : behind(own, theirs)]
  })
  if (facts.length === 0) facts.push('found after the best, which is equally good')
  const [own, theirs] = [each, best.each].map(({ offer }) => formatIn(foldedText(offer.title)))
  return own !== '' && own === theirs ? [...facts, 'same format'] : facts
}

/** "preferred group Harbor +10". */
export function hitWords({ match, text, score }: RuleHit): string {
  const name = match === 'format' ? text.toUpperCase() : text
  return score < 0
    ? `unwanted ${match} ${name} ${scoreWords(score)}`
    : `preferred ${match} ${name} ${scoreWords(score)}`
}

/** Missing issues per gigabyte of a pack: a huge pack for one issue is the last resort. */
function densityOf({ offer: { size }, verdict: { satisfies } }: JudgedOffer): number {
  return satisfies.length / Math.max(0.05, (size ?? 1_000_000_000) / 1_000_000_000)
}

/** A torrent without seeders ranks last; beyond a few, more make no difference. */
function aliveness({ offer: { protocol, seeders } }: JudgedOffer): number {
  if (protocol !== 'torrent' || seeders === undefined) return 2
  return seeders === 0 ? 0 : seeders < 3 ? 1 : 2
}

/** Twenty megabytes more mean a better scan, two do not. */
const stepOf = (size: number | undefined) => Math.min(10, Math.floor((size ?? 0) / 20_000_000))

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((mark, index) => mark !== b[index])
  return at < 0 ? 0 : a[at]! - b[at]!
}
