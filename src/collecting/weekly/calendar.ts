import { between, fromMs } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'

/** Weeks of releases, from a Sunday to a Saturday: pure. A day is text such as `2026-11-18`. */

export interface CalendarWeek {
  /** The Sunday and the Saturday of the week. */
  first: string
  last: string
  /**
   * The year of the Sunday, and the week number in that year as `%U` counts: 1 to 53, since a Sunday is never in week
   * 0.
   */
  year: number
  week: number
}

export interface DaySpan {
  first: string
  last: string
}

const DAY_MS = 86_400_000
/** The first day of 1970 was a Thursday. */
const THURSDAY = 4

const serialOf = (day: string): number =>
  Math.round(between('1970-01-01T00:00:00.000Z', `${day}T00:00:00.000Z`) / DAY_MS)
const dayOf = (serial: number): string => fromMs(serial * DAY_MS).slice(0, 10)

export const dayAt = (instant: Instant): string => instant.slice(0, 10)

export const addDays = (day: string, days: number): string => dayOf(serialOf(day) + days)

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => serialOf(to) - serialOf(from)

/** The seven days around a day that begin on `firstWeekday`, 0 for Sunday. */
export function weekAround(day: string, firstWeekday: number): DaySpan {
  const serial = serialOf(day)
  const first = serial - ((weekday(serial) - firstWeekday + 7) % 7)
  return { first: dayOf(first), last: dayOf(first + 6) }
}

/** The week of a day. */
export function calendarWeekOf(day: string): CalendarWeek {
  const serial = serialOf(day)
  return weekFrom(serial - weekday(serial))
}

/**
 * The week that `%U` counts as `week` of `year`, 0 to 53. Week 0 is the last week of the previous year, and a number
 * after the last Sunday of the year is a week of the next year: each number is one whole week.
 */
export function weekNumbered(year: number, week: number): CalendarWeek {
  return weekFrom(firstSunday(year) + (week - 1) * 7)
}

/** The week that is `count` weeks later; earlier with a negative `count`. */
export const weekAfter = ({ first }: CalendarWeek, count: number): CalendarWeek => weekFrom(serialOf(first) + count * 7)

/** Every week that has a day from `first` to `last`. */
export function weeksIn({ first, last }: DaySpan): CalendarWeek[] {
  const weeks = [calendarWeekOf(first)]
  while (weeks.at(-1)!.last < last) weeks.push(weekAfter(weeks.at(-1)!, 1))
  return weeks
}

function weekFrom(sunday: number): CalendarWeek {
  const first = dayOf(sunday)
  const year = Number(first.slice(0, 4))
  return { first, last: dayOf(sunday + 6), year, week: (sunday - firstSunday(year)) / 7 + 1 }
}

function firstSunday(year: number): number {
  const january = serialOf(`${year}-01-01`)
  return january + ((7 - weekday(january)) % 7)
}

/** 0 on a Sunday; also before 1970, where the remainder is negative. */
const weekday = (serial: number): number => (((serial + THURSDAY) % 7) + 7) % 7
