import { between } from '../platform/clock'
import type { Instant } from '../platform/ports'

/** A page that is shown for less was not read; after a longer pause the user has stopped reading. */
const SHORTEST_MS = 1500
const LONGEST_MS = 600_000
/** Pages in a row that count as reading: an app that shows only a first or second page is still browsing. */
const IN_A_ROW = 3
/** Two pages fetched together are a double page; more are fetched in advance. */
const MOST_TOGETHER = 2

/** The last page that one app fetched of one issue. */
export interface ReadingPace {
  page: number
  at: Instant
  /** Pages in order at the pace of reading. */
  row: number
  /** Pages fetched at once, including this one. */
  together: number
}

export interface PaceStep {
  pace: ReadingPace
  /** The page counts as read. */
  reads: boolean
}

/** The pace after another page. Covers are not counted. */
export function nextPace(before: ReadingPace | undefined, page: number, at: Instant): PaceStep {
  const begin = { pace: { page, at, row: 1, together: 1 }, reads: false }
  if (!before) return begin
  if (page === before.page) return { pace: before, reads: false } // fetched again, in another size
  if (page !== before.page + 1) return begin
  const gap = between(before.at, at)
  if (gap > LONGEST_MS) return begin
  if (gap >= SHORTEST_MS) {
    const row = before.row + 1
    return { pace: { page, at, row, together: 1 }, reads: row >= IN_A_ROW }
  }
  const together = before.together + 1
  if (together > MOST_TOGETHER) return { pace: { page, at, row: 1, together }, reads: false }
  return { pace: { ...before, page, together }, reads: before.row >= IN_A_ROW }
}
