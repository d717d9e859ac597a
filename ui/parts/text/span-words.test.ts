import { expect, test } from 'bun:test'
import { spanWords } from './span-words'

test('spans are shown in the largest unit that fits', () => {
  expect([0, 1, 59, 61, 130, 3_600, 100_000, 400_000].map(spanWords)).toEqual([
    'less than a second',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 minutes',
    '1 hour',
    '28 hours',
    '5 days',
  ])
})
