/** Days of releases as text such as `2026-11-18`, in weeks that begin as the locale's do. */

import { dates, firstWeekday } from '../../parts/text/locale'

const DAY_MS = 86_400_000
export type Days = { first: string; last: string }

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const isDay = (text: string | undefined): text is string =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(timeOf(text as string))

export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Days since the week began. */
const daysPassed = (day: string): number => (new Date(timeOf(day)).getUTCDay() - firstWeekday() + 7) % 7

export function weekOf(day: string): Days {
  const first = addDays(day, -daysPassed(day))
  return { first, last: addDays(first, 6) }
}

/** The whole weeks that a calendar of the month shows. */
export function monthOf(day: string): Days {
  const first = `${day.slice(0, 7)}-01`
  return { first: weekOf(first).first, last: weekOf(addDays(monthAfter(first, 1), -1)).last }
}

/** The first day of the month that is `count` months later. */
export function monthAfter(day: string, count: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
}

export const daysIn = ({ first, last }: Days): string[] =>
  Array.from({ length: Math.round((timeOf(last) - timeOf(first)) / DAY_MS) + 1 }, (_, at) => addDays(first, at))

const UTC = { timeZone: 'UTC' } as const
const MONTH = { ...UTC, month: 'long', year: 'numeric' } as const

export const weekdayWords = (day: string): string => dates('weekday', { ...UTC, weekday: 'long' }).format(timeOf(day))

/** "Wed", above a column. */
export const shortWeekday = (day: string): string =>
  dates('short weekday', { ...UTC, weekday: 'short' }).format(timeOf(day))

/** "Wednesday 18 November" */
export const dayHeading = (day: string): string =>
  dates('day heading', { ...UTC, weekday: 'long', day: 'numeric', month: 'long' }).format(timeOf(day))

/** "November 2026" */
export const monthWords = (day: string): string => dates('whole month', MONTH).format(timeOf(day))

/** "15 – 21 November 2026", "29 November – 5 December 2026" */
export const weekWords = ({ first, last }: Days): string =>
  dates('whole day', { ...MONTH, day: 'numeric' }).formatRange(timeOf(first), timeOf(last))
