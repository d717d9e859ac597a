import { between } from '../platform/clock'
import type { Instant } from '../platform/ports'

/** Nobody looks at a page for less, and whoever looks at one for longer went away meanwhile. */
const SHORTEST_MS = 1500
const LONGEST_MS = 600_000
/** So many pages in a row are a reading: an app that shows a first page, or a second, is still looking around. */
const IN_A_ROW = 3
/** Two pages that are asked for together lie side by side; more are fetched in advance. */
const MOST_TOGETHER = 2

/** What one app asked for last of one issue. */
export interface Pace {
  page: number
  at: Instant
  /** Pages in order at the pace of reading. */
  row: number
  /** Pages that were asked for at once, this one among them. */
  together: number
}

export interface PaceStep {
  pace: Pace
  /** The page counts as read. */
  reads: boolean
}

/** Goes on from the page that was asked for before. Covers never come here. */
export function nextPace(before: Pace | undefined, page: number, at: Instant): PaceStep {
  const begin = { pace: { page, at, row: 1, together: 1 }, reads: false }
  if (!before) return begin
  if (page === before.page) return { pace: before, reads: false } // asked for again, in another size
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
