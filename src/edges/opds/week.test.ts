import { expect, test } from 'bun:test'
import { weekAround } from './week'

test.each([
  ['2026-11-21T10:00:00.000Z', '2026-11-16', '2026-11-22'],
  ['2026-11-22T23:59:59.999Z', '2026-11-16', '2026-11-22'],
  ['2026-11-23T00:00:00.000Z', '2026-11-23', '2026-11-29'],
  ['2025-01-01T00:00:00.000Z', '2024-12-30', '2025-01-05'],
  ['1970-01-01T00:00:00.000Z', '1969-12-29', '1970-01-04'],
])('the week around %s is %s to %s', (now, first, last) => {
  expect(weekAround(now, 'UTC')).toEqual({ from: `${first}T00:00:00.000Z`, first, last })
})

test("the week begins on Monday at midnight in the reader's time zone", () => {
  const now = '2026-11-22T23:30:00.000Z'
  const berlin = { from: '2026-11-22T23:00:00.000Z', first: '2026-11-23', last: '2026-11-29' }
  expect(weekAround(now, 'Europe/Berlin')).toEqual(berlin)
  const newYork = { from: '2026-11-16T05:00:00.000Z', first: '2026-11-16', last: '2026-11-22' }
  expect(weekAround(now, 'America/New_York')).toEqual(newYork)
})
