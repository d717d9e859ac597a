import { expect, test } from 'bun:test'
import type { Claim } from './claim'
import { isTypedLike, likeLarger } from './typing'

test.each([
  ['harborlights', 'harbrlights', true],
  ['harborlights', 'harborllights', true],
  ['harborlights', 'hrabor'.concat('lights'), true],
  ['harborlights', 'harborlighst', true],
  ['harborlights', 'harbourlight', false],
  ['xmen', 'xman', false],
  ['harborlights2', 'harborlights3', false],
  ['harborlights', 'harborlights', true],
])('%s and %s are typed alike: %p', (one, other, expected) => {
  expect(isTypedLike(one, other)).toBe(expected)
  expect(isTypedLike(other, one)).toBe(expected)
})

test('a name that is almost that of a larger series is found among many', () => {
  const family = (key: string, files: number) =>
    [key, Array.from({ length: files }, () => ({ series: key }) as Claim)] as const
  const almost = likeLarger(new Map([family('harborlights', 9), family('harborlihgts', 1), family('copperorchard', 3)]))
  expect(almost('harborlihgts')).toBe('harborlights')
  expect(almost('harborlights')).toBeUndefined()
  expect(almost('copperorchard')).toBeUndefined()
})
