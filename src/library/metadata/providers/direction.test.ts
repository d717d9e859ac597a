import { expect, test } from 'bun:test'
import { directionOf } from './direction'

test.each([
  [['Long Strip', 'Full Color'], false, 'down'],
  [['Long Strip'], undefined, 'down'],
  [[], true, 'rtl'],
  [['Full Color'], false, 'ltr'],
  [[], undefined, undefined],
] as const)('a series tagged %p, Japanese: %p, is read %p', (tags, isJapanese, direction) =>
  expect(directionOf(tags, isJapanese)).toBe(direction as never),
)
