import { expect, test } from 'bun:test'
import { begunBy, isBlockedUntil, isDay, isWithin, plus } from './clock'

const NOW = '2026-11-21T08:00:00.000Z'

test('a moment counts as recent until the span is over, and not when it is in the future', () => {
  const at = (ms: number) => isWithin(plus(NOW, ms), NOW, 60_000)
  expect([at(0), at(-59_999), at(-60_000), at(1), at(86_400_000)]).toEqual([true, true, false, false, false])
})

test('a pause lasts a day at most', () => {
  const at = (ms: number) => isBlockedUntil(plus(NOW, ms), NOW)
  expect([at(0), at(1), at(86_400_000), at(86_400_001), at(-1)]).toEqual([false, true, true, false, false])
})

test('a start in the future counts as now', () => {
  const at = (ms: number) => begunBy(plus(NOW, ms), NOW)
  expect([at(-5), at(0), at(5), begunBy(null, NOW)]).toEqual([plus(NOW, -5), NOW, NOW, NOW])
})

test.each([
  ['2026-11-18', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-11', false],
  ['2026-13-01', false],
  ['next week', false],
])('%s is a day: %p', (day, is) => {
  expect(isDay(day)).toBe(is)
})
