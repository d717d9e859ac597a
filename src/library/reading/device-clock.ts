import { between, isTime, plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'

/** When a reading happened by this machine's clock, derived from the device's clock. */

/** The last report of one device about one issue. */
export interface DeviceReport {
  /** The time of reading by the device's clock. */
  said_at: Instant
  /** The same by this machine's clock, as counted. */
  counted_at: Instant
  received_at: Instant
}

interface ReportTimes {
  /** When the page was read, by the device's clock; absent: now. */
  at?: Instant
  /** What the device's clock showed when the report was sent. */
  now?: Instant
}

/** A report that a later one overtook does not mean that the clock was set back. */
const OVERTAKEN_MS = 60_000
/** Times of apps have whole seconds, and network delays differ as much. */
const JITTER_MS = 2000
/** Panelkeep did not exist before this time: such a device had lost its clock, even if its time is correct again. */
const FIRST_YEAR = '2020'

/** Throws Refusal 'invalid' for an impossible time. `last`: null when the time does not come from a device. */
export function countedTime(report: ReportTimes, last: DeviceReport | null | undefined, now: Instant): Instant {
  const { at } = report
  for (const time of [at, report.now]) {
    if (time !== undefined && !isTime(time)) throw new Refusal('invalid', `${time} is not a valid time.`)
  }
  if (at === undefined) return now
  if (last && at === last.said_at) return last.counted_at
  const counted = report.now === undefined ? withoutNow(at, last, now) : withNow(at, report.now, now)
  return earlier(now, last && at > last.said_at ? later(counted, plus(last.counted_at, 1)) : counted)
}

function withNow(at: Instant, theirs: Instant, now: Instant): Instant {
  const counted = plus(at, between(theirs, now))
  return counted < FIRST_YEAR ? now : counted
}

/**
 * A device reports in order, so a time before its last report comes from a clock that is behind. Reports stored while
 * the device was offline arrive faster than they were made; those keep their order.
 */
function withoutNow(at: Instant, last: DeviceReport | null | undefined, now: Instant): Instant {
  if (last === null) return at // other programs report readings from years ago
  if (at < FIRST_YEAR) return now
  if (!last || at >= last.received_at) return at
  const made = between(last.said_at, at)
  const isLate = made < 0 ? made >= -OVERTAKEN_MS : made > between(last.received_at, now) + JITTER_MS
  return isLate ? plus(last.counted_at, made) : now
}

const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b)
const later = (a: Instant, b: Instant): Instant => (a > b ? a : b)
