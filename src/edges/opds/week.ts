import { epochSeconds } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import { dayAfter, dayIn, startOfDay } from '../../library/reading/reading-day'
import type { CatalogWeek } from './store'

const DAY = 24 * 60 * 60
/** The first day of 1970 was a Thursday. */
const THURSDAY = 3

/** Monday to Sunday around `now`, in the reader's time zone. */
export function weekAround(now: Instant, zone: string): CatalogWeek {
  const today = dayIn(zone, now)
  const serial = Math.floor(epochSeconds(`${today}T00:00:00.000Z`) / DAY)
  const first = dayAfter(today, -((serial + THURSDAY) % 7))
  return { from: startOfDay(zone, first), first, last: dayAfter(first, 6) }
}
