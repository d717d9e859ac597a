import { expect, test } from 'bun:test'
import { plus } from '../platform/clock'
import { waitWords } from './wait-words'

const NOW = '2026-11-21T08:00:00.000Z'

test.each([
  [-5000, '1 second'],
  [200, '1 second'],
  [30_000, '30 seconds'],
  [90_000, '90 seconds'],
  [91_000, '2 minutes'],
  [300_000, '5 minutes'],
  [90 * 60_000, '90 minutes'],
  [91 * 60_000, '2 hours'],
  [16 * 3_600_000, '16 hours'],
])('%i ms are %s', (ms, words) => {
  expect(waitWords(NOW, plus(NOW, ms))).toBe(words)
})
