import { expect, test } from 'bun:test'
import { parseSearch } from './search'

test.each([
  ['Spider-Man', { keys: ['spiderman'] }],
  ['the amazing  spider', { keys: ['amazing', 'spider'] }],
  ['The', { keys: ['the'] }],
  ['saga 012', { keys: ['saga', '012'], numbered: { keys: ['saga'], number: '12' } }],
  ['saga #1.5', { keys: ['saga', '15'], numbered: { keys: ['saga'], number: '1.5' } }],
  ['2000', { keys: ['2000'] }],
  ['Dr. Odd & Co', { keys: ['dr', 'odd', 'and', 'co'] }],
  ['漫画の家', { keys: ['漫画の家'] }],
  ['   ', { keys: [] }],
])('%j searches for %j', (words, expected) => {
  expect(parseSearch(words)).toEqual(expected)
})

test('at most twelve words are used', () => {
  expect(parseSearch('word '.repeat(500)).keys).toHaveLength(12)
})
