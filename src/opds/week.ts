import { epochSeconds, fromMs } from '../platform/clock'
import type { Instant } from '../platform/ports'
import type { CatalogWeek } from './store'

const DAY = 24 * 60 * 60
/** The first day of 1970 was a Thursday. */
const THURSDAY = 3

/** Monday to Sunday around `now`, in UTC. */
export function weekAround(now: Instant): CatalogWeek {
  const today = Math.floor(epochSeconds(now) / DAY)
  const monday = today - ((today + THURSDAY) % 7)
  const from = fromMs(monday * DAY * 1000)
  return { from, first: from.slice(0, 10), last: fromMs((monday + 6) * DAY * 1000).slice(0, 10) }
}
