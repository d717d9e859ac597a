import { expect, test } from 'bun:test'
import { dayOfWords, whenWords } from './when'

const now = new Date(2026, 10, 21, 15, 30)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test.each([
  [at(2026, 10, 21, 9, 5), 'today 9:05'],
  [at(2026, 10, 20, 23, 59), 'yesterday 23:59'],
  [at(2026, 10, 22, 0, 5), 'tomorrow 0:05'],
  [at(2026, 10, 19, 12, 0), '19 Nov 2026'],
  [at(2012, 0, 2, 12, 0), '2 Jan 2012'],
  ['nonsense', ''],
])('%s is %p', (instant, words) => {
  expect(whenWords(instant, now)).toBe(words)
})

test.each([
  [at(2026, 10, 21, 9, 5), 'Today'],
  [at(2026, 10, 20, 23, 59), 'Yesterday'],
  [at(2026, 10, 19, 12, 0), '19 Nov 2026'],
])('%s is listed under %p', (instant, words) => {
  expect(dayOfWords(instant, now)).toBe(words)
})
