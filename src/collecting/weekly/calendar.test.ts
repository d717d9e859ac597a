import { describe, expect, test } from 'bun:test'
import { addDays, calendarWeekOf, daysBetween, weekAfter, weekAround, weekNumbered, weeksIn } from './calendar'

/** Counts like `%U` of strftime: Sundays up to the day. */
function sundaysUpTo(day: string): number {
  let count = 0
  for (let each = `${day.slice(0, 4)}-01-01`; each <= day; each = addDays(each, 1))
    if (new Date(`${each}T00:00:00Z`).getUTCDay() === 0) count++
  return count
}

const years = Array.from({ length: 21 }, (_, at) => 2015 + at)

describe.each(years)('around the end of %i', (year) => {
  const days = Array.from({ length: 22 }, (_, at) => addDays(`${year}-12-21`, at))

  test('every day is in exactly one week, from a Sunday to a Saturday', () => {
    for (const day of days) {
      const week = calendarWeekOf(day)
      expect(new Date(`${week.first}T00:00:00Z`).getUTCDay()).toBe(0)
      expect(week.last).toBe(addDays(week.first, 6))
      expect(day >= week.first && day <= week.last).toBe(true)
    }
  })

  test('the week number that a tool sends for a day leads to the week of that day, also as week 0', () => {
    for (const day of days) {
      const number = sundaysUpTo(day)
      expect(weekNumbered(Number(day.slice(0, 4)), number)).toEqual(calendarWeekOf(day))
    }
  })

  test('the number of a week is that of its Sunday', () => {
    for (const day of days) {
      const week = calendarWeekOf(day)
      expect(week.year).toBe(Number(week.first.slice(0, 4)))
      expect(week.week).toBe(sundaysUpTo(week.first))
      expect(week.week).toBeGreaterThan(0)
      expect(weekNumbered(week.year, week.week)).toEqual(week)
    }
  })

  test('weeks follow each other without a gap, and a week 54 does not exist', () => {
    const first = weekNumbered(year, 1)
    let week = first
    for (let count = 0; count < 53; count++) {
      const next = weekAfter(week, 1)
      expect(next.first).toBe(addDays(week.last, 1))
      week = next
    }
    expect(week).toEqual(weekNumbered(year, 54))
    expect(weekAfter(week, -53)).toEqual(first)
    expect(week.year).toBe(year + 1)
  })
})

test('only some years have a week 53; in the others that number is the first week of the next year', () => {
  expect(weekNumbered(2017, 53)).toEqual({ first: '2017-12-31', last: '2018-01-06', year: 2017, week: 53 })
  expect(weekNumbered(2018, 0)).toEqual(weekNumbered(2017, 53))
  expect(weekNumbered(2026, 53)).toEqual({ first: '2027-01-03', last: '2027-01-09', year: 2027, week: 1 })
})

test('a span of days covers the weeks of its ends and those between', () => {
  expect(weeksIn({ first: '2026-12-01', last: '2026-12-31' }).map(({ first }) => first)).toEqual([
    '2026-11-29',
    '2026-12-06',
    '2026-12-13',
    '2026-12-20',
    '2026-12-27',
  ])
  expect(weeksIn({ first: '2026-12-06', last: '2026-12-12' })).toHaveLength(1)
})

test('days before 1970 are also counted', () => {
  expect(calendarWeekOf('1938-06-01')).toMatchObject({ first: '1938-05-29', last: '1938-06-04' })
})

test('days are counted across months', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2)
  expect(daysBetween('2026-03-01', '2024-02-29')).toBe(-731)
})

test('a week around a day begins on the given weekday and holds the day', () => {
  for (const [first, expected] of [
    [0, { first: '2026-11-29', last: '2026-12-05' }],
    [1, { first: '2026-11-23', last: '2026-11-29' }],
    [6, { first: '2026-11-28', last: '2026-12-04' }],
  ] as const)
    expect(weekAround('2026-11-29', first)).toEqual(expected)
  for (const day of Array.from({ length: 9 }, (_, at) => addDays('2026-12-27', at)))
    expect(weekAround(day, 0)).toMatchObject({ first: calendarWeekOf(day).first, last: calendarWeekOf(day).last })
})
