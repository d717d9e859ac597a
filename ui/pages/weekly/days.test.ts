import { afterEach, expect, test } from 'bun:test'
import { formatFor } from '../../parts/text/locale'
import { addDays, dayHeading, daysIn, isDay, monthAfter, monthOf, weekOf, weekWords } from './days'

afterEach(() => formatFor())

test("a week begins on the locale's first day, even around New Year", () => {
  formatFor(['en-US'])
  expect(weekOf('2026-11-18')).toEqual({ first: '2026-11-15', last: '2026-11-21' })
  expect(weekOf('2026-11-15')).toEqual({ first: '2026-11-15', last: '2026-11-21' })
  expect(weekOf('2027-01-01')).toEqual({ first: '2026-12-27', last: '2027-01-02' })
  formatFor(['de-DE'])
  expect(weekOf('2026-11-18')).toEqual({ first: '2026-11-16', last: '2026-11-22' })
  expect(weekOf('2026-11-22')).toEqual({ first: '2026-11-16', last: '2026-11-22' })
  expect(weekOf('2027-01-01')).toEqual({ first: '2026-12-28', last: '2027-01-03' })
})

test('a month is shown in whole weeks, never more than six', () => {
  expect(monthOf('2026-11-18')).toEqual({ first: '2026-10-26', last: '2026-12-06' })
  expect(monthOf('2027-02-28')).toEqual({ first: '2027-02-01', last: '2027-02-28' })
  for (let month = '2015-01-01'; month < '2035-01-01'; month = monthAfter(month, 1)) {
    const days = daysIn(monthOf(month))
    expect(days.length % 7).toBe(0)
    expect(days.length).toBeLessThanOrEqual(42)
    expect(days).toContain(month)
    expect(days).toContain(addDays(monthAfter(month, 1), -1))
  }
})

test('months are counted across years', () => {
  expect([monthAfter('2026-12-31', 1), monthAfter('2026-01-31', -1)]).toEqual(['2027-01-01', '2025-12-01'])
})

test.each([
  ['2026-11-16', '16 – 22 November 2026'],
  ['2026-11-30', '30 November – 6 December 2026'],
  ['2026-12-28', '28 December 2026 – 3 January 2027'],
])('the week of %s is called %s', (day, words) => {
  expect(weekWords(weekOf(day))).toBe(words)
})

test('a day has a heading, and invalid text is no day', () => {
  expect(dayHeading('2026-11-18')).toBe('Wednesday 18 November')
  expect(['2026-11-18', '2026-11', 'today', undefined].map(isDay)).toEqual([true, false, false, false])
})
