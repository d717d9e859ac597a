import { between, plus } from '../platform/clock'
import type { Instant } from '../platform/ports'

/**
 * Requests sent, counted by resource in slices of five minutes: `issues 2026-11-21T08:05` → 12. Slices instead of
 * single times, because the row of a day with 5,000 requests is written with each of them.
 */
export type RequestCounts = Record<string, number>

export interface RequestBudget {
  questions: number
  perMs: number
  /** Counted separately for each resource, or for all together. */
  of: 'each resource' | 'all'
}

const SLICE_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** One of ten requests is reserved for people: routine work stops before the budget is used up. */
const FOR_ROUTINE = 0.9

/** Counts one more request and drops entries older than `keepMs`. */
export function countRequest(spent: RequestCounts, resource: string, now: Instant, keepMs: number): RequestCounts {
  const since = plus(now, -keepMs - SLICE_MS)
  const key = `${resource} ${sliceOf(now)}`
  const kept = Object.entries(spent).filter(([each]) => startOf(each) >= since)
  return { ...Object.fromEntries(kept), [key]: (spent[key] ?? 0) + 1 }
}

/** When the next request fits into the budget; undefined while one fits now. */
export function budgetResetAt(
  spent: RequestCounts,
  { questions, perMs, of }: RequestBudget,
  request: { resource: string; urgent: boolean; now: Instant },
): Instant | undefined {
  const most = request.urgent ? questions : Math.floor(questions * FOR_ROUTINE)
  const since = plus(request.now, -perMs)
  const slices = Object.entries(spent)
    .filter(([key]) => (of === 'all' || resourceOf(key) === request.resource) && endOf(key) > since)
    .sort(([a], [b]) => (startOf(a) < startOf(b) ? -1 : 1))
  let left = slices.reduce((sum, [, count]) => sum + count, 0)
  if (left < most) return undefined
  for (const [key, count] of slices) {
    left -= count
    if (left < most) return plus(endOf(key), perMs)
  }
  return plus(request.now, perMs)
}

/** Requests of the last hour: of the busiest resource where each resource has its own budget. */
export function requestsLastHour(spent: RequestCounts, of: RequestBudget['of'], now: Instant): number {
  const sums = new Map<string, number>()
  for (const [key, count] of Object.entries(spent)) {
    if (between(endOf(key), now) >= HOUR_MS) continue
    const whose = of === 'all' ? '' : resourceOf(key)
    sums.set(whose, (sums.get(whose) ?? 0) + count)
  }
  return Math.max(0, ...sums.values())
}

function sliceOf(now: Instant): Instant {
  const minutes = Number(now.slice(14, 16))
  return `${now.slice(0, 14)}${String(minutes - (minutes % 5)).padStart(2, '0')}`
}

const startOf = (key: string): Instant => `${key.slice(key.lastIndexOf(' ') + 1)}:00.000Z`
const endOf = (key: string): Instant => plus(startOf(key), SLICE_MS)
const resourceOf = (key: string): string => key.slice(0, key.lastIndexOf(' '))
