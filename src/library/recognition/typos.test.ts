import { expect, test } from 'bun:test'
import type { ParsedFile } from './parsed-file'
import { findLargerNamesake, isTypoOf } from './typos'

test.each([
  ['harborlights', 'harbrlights', true],
  ['harborlights', 'harborllights', true],
  ['harborlights', 'hrabor'.concat('lights'), true],
  ['harborlights', 'harborlighst', true],
  ['harborlights', 'harbourlight', false],
  ['xmen', 'xman', false],
  ['abcde', 'abcdf', false],
  ['abcde', 'abcdef', false],
  ['abcdef', 'abcdeg', true],
  ['abcdef', 'abcdefg', true],
  ['abcdef', 'abcdefgh', false],
  ['harborlights', 'harbotlighst', false],
  ['harborlights', 'habzorlights', false],
  ['harborlights', 'ahrborlightz', false],
  ['harborlights2', 'harborlights3', false],
  ['harborlights', 'harborlights', true],
])('%s and %s are almost the same: %p', (one, other, expected) => {
  expect(isTypoOf(one, other)).toBe(expected)
  expect(isTypoOf(other, one)).toBe(expected)
})

test('names of 80 characters are compared, and longer ones are not', () => {
  const almost = (letters: number, less = 0) => {
    const name = 'harborlights'.repeat(8).slice(0, letters)
    const families = [[name, 2], [`${name.slice(0, -1)}x`.slice(less), 1]] as const // biome-ignore format: short
    const parsedFiles = (key: string, files: number) =>
      Array.from({ length: files }, () => ({ series: key }) as ParsedFile)
    return findLargerNamesake(new Map(families.map(([key, files]) => [key, parsedFiles(key, files)])))(families[1][0])
  }
  expect([6, 80].map((letters) => almost(letters)?.length)).toEqual([6, 80])
  expect([5, 81].map((letters) => almost(letters))).toEqual([undefined, undefined])
})

test('a name that is almost that of a larger series is found among many', () => {
  const family = (key: string, files: number) =>
    [key, Array.from({ length: files }, () => ({ series: key }) as ParsedFile)] as const
  const almost = findLargerNamesake(
    new Map([
      family('harborlihgts', 1),
      family('harborlights', 9),
      family('arborlightsx', 12),
      family('copperorchard', 3),
    ]),
  )
  expect(almost('harborlihgts')).toBe('harborlights')
  expect(almost('harborlights')).toBeUndefined()
  expect(almost('copperorchard')).toBeUndefined()
})
