import { expect, test } from 'bun:test'
import { HOSTILE_PIECES, slowPieces } from '../../../../src/testing/harness/linear-work'
import { blocksOf, inlineOf } from './blocks'

const PIECES = [...HOSTILE_PIECES, '```', '```\n', '|a|\n', '|a|\n\n', '- a\n', '- a\n\n', '# ', '# #', '**a', '** ', '*a ', '`a', '` `', '[a](', '[a]', '![', '1. '] // biome-ignore format: one glance

test('parsing the blocks of a reply takes time in proportion to its length', () => {
  expect(slowPieces(blocksOf, { length: 24_000, pieces: PIECES })).toEqual([])
  expect(slowPieces((text) => blocksOf(`# ${text}\u2028`), { length: 24_000, pieces: PIECES })).toEqual([])
})

test('parsing the marks of the longest lines takes time in proportion to their length', () => {
  const lines = (text: string) => Array.from({ length: 10 }, () => inlineOf(text))
  expect(slowPieces(lines, { length: 3990, pieces: PIECES })).toEqual([])
})
