import { expect, test } from 'bun:test'
import { arcIssueName, isMissing, listedAs } from './wire'

test.each([
  [{ series: 'Fog', volume: 2010, number: '3' }, 'Fog (2010) #3'],
  [{ series: 'Fog', volume: null, number: '3' }, 'Fog #3'],
  [{ series: 'Fog', volume: 2010, number: '' }, 'Fog (2010)'],
])('a row of a list with %j is named %p', (listed, words) => {
  expect(listedAs({ listed } as never)).toBe(words)
})

test.each([
  ['Added', true],
  ['Skipped', true],
  ['Wanted', false],
  ['Downloaded', false],
])('an issue that is %s is missing: %p', (Status, isOne) => {
  expect(isMissing({ Status } as never)).toBe(isOne)
})

test('an issue is named with its series', () => {
  expect(arcIssueName({ ComicName: 'Fog', label: '#3' } as never)).toBe('Fog #3')
})
