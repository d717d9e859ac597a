import { expect, test } from 'bun:test'
import { durationWords } from './duration-words'

test('a duration is shown in its largest unit', () => {
  expect([15, 60, 90, 720, 1440, 2880, 10_080, 43_800, 525_600].map(durationWords)).toEqual([
    '15 minutes',
    '1 hour',
    '90 minutes',
    '12 hours',
    '1 day',
    '2 days',
    '1 week',
    '1 month',
    '1 year',
  ])
  expect([90 / 60, 1 / 6].map(durationWords)).toEqual(['90 seconds', '10 seconds'])
})
