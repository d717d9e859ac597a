import type { Reply } from '../api/contract'
import { firstWeekday } from '../parts/text/locale'

export type ReadingStatistics = Reply<'GET /api/reading/statistics'>
export type ReadingDay = ReadingStatistics['days'][number]

/** The time zone of this browser, which decides the current day. */
export function ownZone(): { zone?: string } {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone ? { zone: timeZone } : {}
}

const DAY_MS = 86_400_000
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The seven days of the reader's week around today; those to come are empty. */
export function thisWeek({ days, today }: Pick<ReadingStatistics, 'days' | 'today'>): ReadingDay[] {
  const passed = (new Date(timeOf(today)).getUTCDay() - firstWeekday() + 7) % 7
  return Array.from({ length: 7 }, (_, at) => {
    const day = new Date(timeOf(today) + (at - passed) * DAY_MS).toISOString().slice(0, 10)
    return days.find((one) => one.day === day) ?? { day, pages: 0, issues: 0, seconds: 0 }
  })
}

export function sumOf(days: readonly ReadingDay[]): { pages: number; issues: number; seconds: number } {
  const sum = { pages: 0, issues: 0, seconds: 0 }
  for (const { pages, issues, seconds } of days) {
    sum.pages += pages
    sum.issues += issues
    sum.seconds += seconds
  }
  return sum
}
