/** Days of releases as text such as `2026-11-18`: weeks from Sunday to Saturday, as the server keeps them. */

const DAY_MS = 86_400_000
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

export type Days = { first: string; last: string }

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const isDay = (text: string | undefined): text is string =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(timeOf(text as string))

export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10)

const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay()

export function weekOf(day: string): Days {
  const first = addDays(day, -weekdayOf(day))
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

const dayNumber = (day: string) => Number(day.slice(8))
const monthName = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1] as string

export const weekdayWords = (day: string): string => WEEKDAYS[weekdayOf(day)] as string

/** "Wednesday, 18 November" */
export const dayHeading = (day: string): string => `${weekdayWords(day)}, ${dayNumber(day)} ${monthName(day)}`

/** "November 2026" */
export const monthWords = (day: string): string => `${monthName(day)} ${day.slice(0, 4)}`

/** "15 – 21 November 2026", "29 November – 5 December 2026" */
export function weekWords({ first, last }: Days): string {
  const year = first.slice(0, 4) === last.slice(0, 4) ? '' : ` ${first.slice(0, 4)}`
  const month = first.slice(0, 7) === last.slice(0, 7) ? '' : ` ${monthName(first)}`
  return `${dayNumber(first)}${month}${year} – ${dayNumber(last)} ${monthWords(last)}`
}
