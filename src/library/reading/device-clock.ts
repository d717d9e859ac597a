import { between, isTime, plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'

/** When a reading happened by this machine's clock, from what the clock of the device says. */

/** The last report of one device about one issue. */
export interface DeviceReport {
  /** The time of reading by the device's clock. */
  said_at: Instant
  /** The same by this machine's clock, as it was counted. */
  counted_at: Instant
  received_at: Instant
}

interface ReportTimes {
  /** When it was read, by the device's clock; absent: now. */
  at?: Instant
  /** What the device's clock showed when the report was sent. */
  now?: Instant
}

/** A report that was overtaken by the next one is no sign of a clock that was set back. */
const OVERTAKEN_MS = 60_000
/** Times of apps have whole seconds, and networks differ as much. */
const JITTER_MS = 2000
/** Before that there was no Panelkeep to read with: the device has lost its time. */
const FIRST_YEAR = '2020'

/** Throws Refusal 'invalid' for a time that no calendar has. `last`: null where the time is of no device. */
export function countedTime(report: ReportTimes, last: DeviceReport | null | undefined, now: Instant): Instant {
  const { at } = report
  for (const time of [at, report.now]) {
    if (time !== undefined && !isTime(time)) throw new Refusal('invalid', `${time} is not a valid time.`)
  }
  if (at === undefined) return now
  if (last && at === last.said_at) return last.counted_at
  const counted = report.now === undefined ? withoutNow(at, last, now) : plus(at, between(report.now, now))
  return earlier(now, last && at > last.said_at ? later(counted, plus(last.counted_at, 1)) : counted)
}

/**
 * A device reports in order, so a time before its last report is of a clock that is behind. Reports that were kept
 * while it was offline arrive faster than they were made; those keep their order.
 */
function withoutNow(at: Instant, last: DeviceReport | null | undefined, now: Instant): Instant {
  if (last === null) return at // other programs keep what was read years ago
  if (at < FIRST_YEAR) return now
  if (!last || at >= last.received_at) return at
  const made = between(last.said_at, at)
  const isLate = made < 0 ? made >= -OVERTAKEN_MS : made > between(last.received_at, now) + JITTER_MS
  return isLate ? plus(last.counted_at, made) : now
}

const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)
