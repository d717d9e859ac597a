import { uptime } from 'node:os'
import type { Clock, Instant } from './ports'

export const systemClock: Clock = {
  now: () => new Date().toISOString(),
  uptime: () => uptime() * 1000,
  after: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
    }),
}

/** `instant` moved by `ms` milliseconds, which may be negative. */
export function plus(instant: Instant, ms: number): Instant {
  return new Date(Date.parse(instant) + ms).toISOString()
}

/** Milliseconds from `from` to `to`; negative when `to` is earlier. */
export function between(from: Instant, to: Instant): number {
  return Date.parse(to) - Date.parse(from)
}

/**
 * Whether less than `ms` passed since `at`. A time in the future was written before the clock was set back and counts
 * as long ago.
 */
export function isWithin(at: Instant, now: Instant, ms: number): boolean {
  const passed = between(at, now)
  return passed >= 0 && passed < ms
}

/**
 * The start of something known since `at`. A time in the future was written before the clock was set back: the start is
 * then now.
 */
export function begunBy(at: Instant | null | undefined, now: Instant): Instant {
  return at && at < now ? at : now
}

const DAY_MS = 86_400_000

/**
 * Whether `until` is still in the future. A time further away than any pause was written before the clock was set back.
 */
export function isBlockedUntil(until: Instant, now: Instant, longestMs = DAY_MS): boolean {
  const left = between(now, until)
  return left > 0 && left <= longestMs
}

/** Whether the text is a real moment: '2026-13-45T00:00:00Z' has the form of one but is invalid. */
export function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}

/** Whole seconds since 1970, as tokens and older wire fields count. */
export function epochSeconds(instant: Instant): number {
  return Math.floor(Date.parse(instant) / 1000)
}

/** `ms` since 1970 as an instant; file systems store times this way. */
export function fromMs(ms: number): Instant {
  return new Date(ms).toISOString()
}

/** The same for a time from a file: undefined when it is outside the calendar's range. */
export function instantOfFile(ms: number): Instant | undefined {
  return ms >= 0 && ms < Date.UTC(10_000, 0) ? fromMs(ms) : undefined
}

/** The form in the older routes: `2026-11-21 07:50:00`, UTC. */
export function toSqlDateTime(instant: Instant): string {
  return instant.slice(0, 19).replace('T', ' ')
}

/** The form of HTTP headers: `Sat, 21 Nov 2026 07:50:00 GMT`. */
export function httpDate(instant: Instant): string {
  return new Date(instant).toUTCString()
}

/** Whether the text is a full, valid date: `2026-02-28`, not `2026-02-30`. */
export function isDay(text: string): boolean {
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && isInCalendar(text)
}

/** Whether the text is a valid date as comics print it: a day, a month or a year. */
export function isPrintedDay(text: string): boolean {
  if (!/^(?!0000)\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d\d)?)?$/.test(text)) return false
  return text.length < 10 || isInCalendar(text)
}

function isInCalendar(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))]
  if (month < 1 || month > 12 || day < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 && isLeap ? 29 : DAYS[month - 1]!)
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** For libraries that expect the platform's own time type. */
export function asDate(instant: Instant): Date {
  return new Date(instant)
}

/** The moment of an HTTP date, `Sat, 21 Nov 2026 07:50:00 GMT`; undefined for anything else. */
export function fromHttpDate(text: string): Instant | undefined {
  const ms = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** The moment in a feed, RFC 822 or ISO, UTC where no zone is named; undefined for anything else. */
export function fromFeedDate(text: string): Instant | undefined {
  const zoned = /(?:[+-]\d{2}:?\d{2}|\b[A-Z]{1,4})$/.test(text.trim()) ? text : `${text} UTC`
  const ms = Date.parse(zoned)
  const known = ms > Date.UTC(1990, 0) && ms < Date.UTC(2100, 0)
  return known ? new Date(ms).toISOString() : undefined
}
