import { between } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'

/** A page shown for less time was not read; after a longer pause the user has stopped reading. */
const SHORTEST_MS = 1500
const LONGEST_MS = 600_000
/** No user turns pages that fast: the app fetches them in advance. */
const BURST_MS = 500
/** Turns in a row that count as reading: an app that shows only a first or second page is still browsing. */
const IN_A_ROW = 3
/** The same near the end, because an issue resumed late has no third page. */
const IN_A_ROW_AT_END = 2
/** Two pages fetched together are a double page; more are fetched in advance. */
const MOST_TOGETHER = 2

/** The pages that one app fetched of one issue. */
export interface ReadingPace {
  /** The last page. */
  page: number
  at: Instant
  /** Turns in order, at the pace of reading. */
  row: number
  /** Pages of the last turn. */
  together: number
  /** The pages that were fetched at once when the app opened the issue; they arrive in any order. */
  burst: readonly number[]
  /** Whether a page was turned since the opening. */
  turned: boolean
  /** Pages of the smallest turn before the last one; 0 without any. */
  step: number
}

interface PaceStep {
  pace: ReadingPace
  /** The page that counts as read. */
  read?: number
}

/** The pace after another page. Covers are not counted. */
export function nextPace(before: ReadingPace | undefined, page: number, at: Instant, pageCount: number): PaceStep {
  if (page === before?.page) return { pace: before } // the same page again, in another size
  const pace = (before && paceAfter(before, page, at)) ?? opened(page, at)
  const read = pace.page - leadOf(pace)
  const atEnd = pageCount === 1 ? 1 : IN_A_ROW_AT_END
  return pace.row >= (read === pageCount - 1 ? atEnd : IN_A_ROW) ? { pace, read } : { pace }
}

const opened = (page: number, at: Instant): ReadingPace => ({
  page,
  at,
  row: 1,
  together: 1,
  burst: [page],
  turned: false,
  step: 0,
})

/** Undefined when the page is unrelated to those before. */
function paceAfter(before: ReadingPace, page: number, at: Instant): ReadingPace | undefined {
  const { together, burst, turned } = before
  const isAtOnce = between(before.at, at) < BURST_MS
  if (!turned && isAtOnce)
    return { ...before, page: Math.max(page, before.page), at, together: together + 1, burst: [...burst, page] }
  const further = page - before.page
  if (further === 1 || further === 2) return following(before, page, at)
  // The first half of a double page, which arrived after the other half.
  return further === -1 && isAtOnce ? { ...before, together: together + 1 } : undefined
}

function following(before: ReadingPace, page: number, at: Instant): ReadingPace {
  const { together, turned, step, row } = before
  const gap = between(before.at, at)
  if (gap >= SHORTEST_MS) {
    const smallest = turned ? Math.min(step || together, together) : 0
    // After a pause the app has still fetched the same number in advance.
    return { ...before, page, at, row: gap > LONGEST_MS ? 1 : row + 1, together: 1, turned: true, step: smallest }
  }
  if (together < MOST_TOGETHER) return { ...before, page, together: together + 1 }
  return { ...before, page, at, row: 1, together: together + 1 }
}

/**
 * How many pages are fetched before they are shown: those of the opening, minus those that every turn shows at once.
 */
function leadOf({ burst, turned, step, together }: ReadingPace): number {
  return Math.max(0, inOneRow(burst) - (turned ? step || together : 1))
}

/**
 * How many consecutive pages end at the last one: some apps fetch the first page as well as those around the reader.
 */
function inOneRow(pages: readonly number[]): number {
  let first = Math.max(...pages)
  const last = first
  while (pages.includes(first - 1)) first--
  return last - first + 1
}
