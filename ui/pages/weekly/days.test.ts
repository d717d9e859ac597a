import { expect, test } from 'bun:test'
import { addDays, dayHeading, daysIn, isDay, monthAfter, monthOf, weekOf, weekWords } from './days'

test('a week is Sunday to Saturday, even around New Year', () => {
  expect(weekOf('2026-11-18')).toEqual({ first: '2026-11-15', last: '2026-11-21' })
  expect(weekOf('2026-11-15')).toEqual({ first: '2026-11-15', last: '2026-11-21' })
  expect(weekOf('2027-01-01')).toEqual({ first: '2026-12-27', last: '2027-01-02' })
})

test('a month is shown in whole weeks, never more than six', () => {
  expect(monthOf('2026-11-18')).toEqual({ first: '2026-11-01', last: '2026-12-05' })
  expect(monthOf('2027-02-28')).toEqual({ first: '2027-01-31', last: '2027-03-06' })
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
  ['2026-11-15', '15 – 21 November 2026'],
  ['2026-11-29', '29 November – 5 December 2026'],
  ['2026-12-27', '27 December 2026 – 2 January 2027'],
])('the week of %s is called %s', (day, words) => {
  expect(weekWords(weekOf(day))).toBe(words)
})

test('a day has a heading, and invalid text is no day', () => {
  expect(dayHeading('2026-11-18')).toBe('Wednesday 18 November')
  expect(['2026-11-18', '2026-11', 'today', undefined].map(isDay)).toEqual([true, false, false, false])
})
