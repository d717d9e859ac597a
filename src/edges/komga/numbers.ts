import { readNumber } from '../../base/names/numbers'
import type { IssueRow } from '../../library/series/store'

/** An issue of a series, as far as its number is concerned. */
export type NumberedIssue = Pick<IssueRow, 'issue_id' | 'kind' | 'unit' | 'number' | 'sort_key' | 'volume_number'> & {
  readable: boolean
}

export interface BookNumber {
  /** Orders the series and is unique in it; trackers take the whole part of the highest as the number of issues. */
  sort: number
  /** Place in the series, from 1. */
  place: number
  /** As it is shown. */
  text: string
}

const STEP = 0.001
/** The share of the room before the next whole number that all that follows the highest may take. */
const ROOM = 0.9

const valueIn = ({ number }: NumberedIssue): number | undefined => {
  const read = readNumber(number)
  if (read === null) return undefined
  const size = Number(`${read.whole}.${read.fraction || '0'}`)
  return read.negative ? -size : size
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6

/**
 * The numbers of the readable issues of a series, in order. Two books with one number would hide each other from apps
 * that look for the next, so a number that is taken gets a step. Annuals and what has no number come just behind the
 * highest number; a volume beside chapters follows its last one.
 */
export function numbersOf(issues: readonly NumberedIssue[]): Map<string, BookNumber> {
  const placed = place(issues)
  const numbers = new Map<string, BookNumber>()
  let last = Number.NEGATIVE_INFINITY
  for (const { issue, value, step } of placed) {
    const sort = rounded(Math.max(value, last + step))
    const isOwn = issue.kind === 'issue' && issue.number !== ''
    numbers.set(issue.issue_id, { sort, place: numbers.size + 1, text: isOwn ? issue.number : String(sort) })
    last = sort
  }
  return numbers
}

interface Placed {
  issue: NumberedIssue
  value: number
  step: number
}

function place(issues: readonly NumberedIssue[]): Placed[] {
  const readable = issues.filter(({ readable }) => readable)
  const regular = readable.filter((issue) => issue.kind === 'issue' && valueIn(issue) !== undefined)
  const numbered = regular.length > 0 ? regular : readable.filter((issue) => valueIn(issue) !== undefined)
  const main = inOrder(issues, numbered)
  const rest = readable.filter((issue) => !numbered.includes(issue)).toSorted(bySortKey)
  if (main.length === 0) return rest.map((issue, at) => ({ issue, value: at + 1, step: STEP }))
  const highest = main.at(-1)!.value
  const room = (Math.floor(highest) + 1 - highest) * ROOM
  const step = Math.min(STEP, room / Math.max(1, rest.length))
  return [...main, ...rest.map((issue) => ({ issue, value: highest + step, step }))]
}

/** By their numbers; volumes of a series with chapters by those of their chapters. */
function inOrder(all: readonly NumberedIssue[], numbered: readonly NumberedIssue[]): Placed[] {
  const isMixed = numbered.some(({ unit }) => unit === 'chapter') && numbered.some(({ unit }) => unit === 'volume')
  const ends = isMixed ? lastChapters(all) : new Map<string, number>()
  return numbered
    .map((issue) => {
      const follows = isMixed && issue.unit === 'volume'
      // A volume whose chapters nobody knows comes first: it may contain any of them.
      const value = follows ? (ends.get(issue.number) ?? 0) : valueIn(issue)!
      return { issue, value, step: STEP, follows: follows ? 1 : 0 }
    })
    .toSorted((a, b) => a.value - b.value || a.follows - b.follows || bySortKey(a.issue, b.issue))
}

function lastChapters(all: readonly NumberedIssue[]): Map<string, number> {
  const ends = new Map<string, number>()
  for (const issue of all) {
    const value = issue.unit === 'chapter' ? valueIn(issue) : undefined
    if (value === undefined || issue.volume_number === null) continue
    ends.set(issue.volume_number, Math.max(value, ends.get(issue.volume_number) ?? Number.NEGATIVE_INFINITY))
  }
  return ends
}

const bySortKey = (a: NumberedIssue, b: NumberedIssue): number => {
  if (a.kind !== b.kind) return a.kind === 'issue' ? -1 : 1
  return a.sort_key < b.sort_key ? -1 : a.sort_key > b.sort_key ? 1 : a.issue_id < b.issue_id ? -1 : 1
}
