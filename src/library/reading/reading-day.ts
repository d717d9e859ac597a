import { asDate, plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'

/** Calendar days where the reader is, as `2026-11-24`. */

const MOST_ZONES = 50
/** Created once: creating one takes longer than the rest of a report. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone)
  if (known) return known
  try {
    const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const format = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', options)
    if (formats.size >= MOST_ZONES) formats.clear()
    formats.set(zone, format)
    return format
  } catch {
    return undefined
  }
}

/** Whether this machine knows the zone; a browser may know newer ones. */
export function isZone(zone: string): boolean {
  return formatIn(zone) !== undefined
}

/** The zone of this machine. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The day of that moment in the zone, daylight saving included; in UTC for an unknown zone. */
export function dayIn(zone: string, at: Instant): string {
  const parts = formatIn(zone)?.formatToParts(asDate(at)) ?? []
  const [year, month, day] = (['year', 'month', 'day'] as const).map((type) => parts.find((part) => part.type === type))
  return year && month && day ? `${year.value}-${month.value}-${day.value}` : at.slice(0, 10)
}

/** When that day begins in the zone, to the minute. */
export function startOfDay(zone: string, day: string): Instant {
  const around = `${day}T00:00:00.000Z`
  // No zone is further from UTC than 14 hours, and days are consecutive.
  let [before, from] = [-MOST_OFFSET_MINUTES, MOST_OFFSET_MINUTES]
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(zone, plus(around, middle * MINUTE_MS)) < day) before = middle
    else from = middle
  }
  return plus(around, from * MINUTE_MS)
}

const MINUTE_MS = 60_000
const MOST_OFFSET_MINUTES = 15 * 60
const DAY_MS = 86_400_000

/** The day `days` later, or earlier for a negative number. Calendar days have no hours, so none is lost or doubled. */
export function dayAfter(day: string, days: number): string {
  return plus(`${day}T00:00:00.000Z`, days * DAY_MS).slice(0, 10)
}
