import { type IssueCard, isComing, isIgnored } from './issue-card'

/** Issues under one heading; without a title there is only one group. */
export type IssueGroup = {
  key: string
  title: string
  detail: string
  cards: IssueCard[]
  owned: number
  /** Issues that can be owned today, with the gaps among them; ignored ones only when owned. */
  released: number
  announced: number
  /** Whether no other issue is known to belong to the group. */
  known: boolean
}

/** What the series says about the issues that are not listed. */
export type ListedFacts = {
  /** Whether all issues are listed; undefined when the list shows only some of them. */
  known: boolean | undefined
  volume_gaps: readonly number[]
  chapter_gaps: readonly number[]
}

/** For a list with some of the issues only. */
export const SOME_SHOWN: ListedFacts = { known: undefined, volume_gaps: [], chapter_gaps: [] }
const ALL_LISTED: ListedFacts = { known: true, volume_gaps: [], chapter_gaps: [] }

/**
 * Chapters under their volumes, in the order of the list; chapters without a volume count as the newest. Comics, and
 * manga with only chapters or only volumes, need no headings.
 */
export function groupsOf(cards: readonly IssueCard[], down = false, facts = ALL_LISTED): IssueGroup[] {
  const chapters = cards.some((card) => card.unit === 'chapter')
  if (!chapters || !cards.some((card) => card.volume)) return [groupOf('all', '', [...cards], facts)]
  const byVolume = Map.groupBy(cards, (card) => card.volume)
  const ordered = [...byVolume].sort(([a], [b]) => (down ? -1 : 1) * (rank(a) - rank(b)))
  const groups = ordered.map(([volume, own]) =>
    groupOf(volume, volume ? `Volume ${volume}` : 'Not in a volume yet', wholeFirst(own), facts),
  )
  return together(groups, facts)
}

/** The volume itself comes before its chapters. */
const wholeFirst = (cards: readonly IssueCard[]) => [
  ...cards.filter(({ unit }) => unit === 'volume'),
  ...cards.filter(({ unit }) => unit !== 'volume'),
]

/** Volumes without chapters share one group instead of a heading each. */
function together(groups: readonly IssueGroup[], facts: ListedFacts): IssueGroup[] {
  const out: IssueGroup[] = []
  for (const group of groups) {
    const before = out.at(-1)
    if (before && isBare(before) && isBare(group)) out[out.length - 1] = joined(before, group, facts)
    else out.push(group)
  }
  return out
}

const isBare = ({ cards }: IssueGroup) => cards.every((card) => card.unit === 'volume')

function joined(a: IssueGroup, b: IssueGroup, facts: ListedFacts): IssueGroup {
  const cards = [...a.cards, ...b.cards]
  const numbers = cards.map((card) => card.number)
  const [first, last] = [numbers[0] as string, numbers.at(-1) as string]
  const [low, high] = rank(first) <= rank(last) ? [first, last] : [last, first]
  return groupOf(a.key, `Volumes ${low} to ${high}`, cards, facts)
}

/** A volume without a number, such as "Extra", comes after those with one. */
function rank(volume: string): number {
  if (volume === '') return Number.MAX_VALUE
  return Number.parseFloat(volume) || Number.MAX_SAFE_INTEGER
}

function groupOf(key: string, title: string, cards: IssueCard[], facts: ListedFacts): IssueGroup {
  const gaps = gapsAmong(cards, 'volume', facts.volume_gaps) + gapsAmong(cards, 'chapter', facts.chapter_gaps)
  // The heading names the first and the last volume, and a volume itself contains all of its chapters.
  const known = facts.known ?? false
  const holdsVolume = facts.known === false && cards.some((card) => card.unit === 'volume')
  return {
    key,
    title,
    detail: title ? chapterRange(cards) : '',
    cards,
    ...countsOf(cards, gaps),
    known: known || holdsVolume,
  }
}

/** Annuals, which are the last group. */
export const annualsGroup = (cards: IssueCard[], { known = false }: ListedFacts): IssueGroup => ({
  key: 'annuals',
  title: 'Annuals',
  detail: '',
  cards,
  ...countsOf(cards, 0),
  known,
})

function countsOf(cards: readonly IssueCard[], gaps: number) {
  const announced = cards.filter(isComing).length
  const owned = cards.filter((card) => card.owned || card.state === 'have').length
  return { owned, announced, released: cards.length - announced - cards.filter(isIgnored).length + gaps }
}

/** The missing numbers between the first and the last of the unit in the group. */
function gapsAmong(cards: readonly IssueCard[], unit: IssueCard['unit'], gaps: readonly number[]): number {
  const numbers = cards.filter((card) => card.unit === unit).map(({ number }) => Number(number))
  return gaps.filter((gap) => numbers.some((number) => number < gap) && numbers.some((number) => number > gap)).length
}

/** "Chapters 19 to 27", in either order of the list. */
function chapterRange(cards: readonly IssueCard[]): string {
  const numbers = cards.filter((card) => card.unit === 'chapter').map((card) => card.number)
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return ''
  if (first === last) return `Chapter ${first}`
  const up = Number(first) <= Number(last)
  return `Chapters ${up ? first : last} to ${up ? last : first}`
}

/**
 * Missing issues that are not skipped, each page once: a volume includes its chapters. For a manga counted in chapters
 * the chapters are wanted instead of the volume.
 */
export function toWant(cards: readonly IssueCard[], unit: string): IssueCard[] {
  const open = cards.filter((card) => card.open)
  const volumesOf = (of: readonly IssueCard[]) => new Set(of.map(({ volume }) => volume).filter(Boolean))
  const ordered = volumesOf(cards.filter((card) => card.unit === 'volume' && (card.wanted || card.state === 'way')))
  const wholes = volumesOf(
    unit === 'chapter' ? [] : cards.filter((card) => card.unit === 'volume' && (card.open || card.owned)),
  )
  const split = volumesOf(unit === 'chapter' ? cards.filter((card) => card.unit === 'chapter') : [])
  return open.filter(({ unit: own, volume }) =>
    own === 'volume' ? !split.has(volume) : !ordered.has(volume) && !wholes.has(volume),
  )
}
