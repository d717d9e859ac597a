import { expect, test } from 'bun:test'
import { formatTable, parseTable } from './clipboard'
import { blockOf, isSingle, pastePlaces, placeAfterKey, placeAfterTab } from './places'

const SIZE = { rows: 30, cols: 4 }

test.each<[string, boolean, [number, number], [number, number] | undefined]>([
  ['ArrowDown', false, [0, 0], [1, 0]],
  ['ArrowUp', false, [0, 0], [0, 0]],
  ['ArrowRight', false, [0, 3], [0, 3]],
  ['ArrowDown', true, [3, 1], [29, 1]],
  ['ArrowLeft', true, [3, 2], [3, 0]],
  ['PageDown', false, [3, 2], [15, 2]],
  ['PageUp', false, [3, 2], [0, 2]],
  ['Home', false, [3, 2], [3, 0]],
  ['Home', true, [3, 2], [0, 0]],
  ['End', true, [3, 2], [29, 3]],
  ['x', false, [3, 2], undefined],
])('%s (with Control: %p) at %p leads to %p', (key, ctrl, [row, col], target) => {
  const moved = placeAfterKey(key, { row, col }, SIZE, ctrl)
  expect(moved && [moved.row, moved.col]).toEqual(target)
})

test('Tab continues in the next row, and leaves the table at both ends', () => {
  expect(placeAfterTab({ row: 0, col: 3 }, SIZE, false)).toEqual({ row: 1, col: 0 })
  expect(placeAfterTab({ row: 1, col: 0 }, SIZE, true)).toEqual({ row: 0, col: 3 })
  expect([placeAfterTab({ row: 0, col: 0 }, SIZE, true), placeAfterTab({ row: 29, col: 3 }, SIZE, false)]).toEqual([undefined, undefined]) // biome-ignore format: one line
})

test.each([
  ['one value fills the selection', [['x']], [0, 0, 1, 1], '0,0 x|0,1 x|1,0 x|1,1 x'],
  ['one row fills every selected row', [['x', 'y']], [0, 0, 1, 0], '0,0 x|0,1 y|1,0 x|1,1 y'],
  ['a block begins at the selection', [['x'], ['y']], [1, 2, 1, 2], '1,2 x|2,2 y'],
  ['a block ends at the edge of the table', [['x', 'y'], ['z', 'w']], [29, 3, 29, 3], '29,3 x'],
  ['short rows leave cells', [['x', 'y'], ['z']], [0, 0, 0, 0], '0,0 x|0,1 y|1,0 z'],
])('%s', (_says, clip, [top, left, bottom, right], places) => {
  const block = { top: top!, left: left!, bottom: bottom!, right: right! }
  expect(pastePlaces(clip, block, SIZE).map(({ row, col, text }) => `${row},${col} ${text}`).join('|')).toBe(places)
}) // biome-ignore format: one glance

test('a block has its corners whatever the direction of the selection', () => {
  expect(blockOf({ row: 3, col: 0 }, { row: 1, col: 2 })).toEqual({ top: 1, left: 0, bottom: 3, right: 2 })
  expect([isSingle(blockOf({ row: 1, col: 1 }, { row: 1, col: 1 }))]).toEqual([true])
})

test.each([
  ['a\tb\nc\td', [['a', 'b'], ['c', 'd']]],
  ['a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd']]],
  ['"a\tb"\t"say ""hi"""\n"two\nlines"\t', [['a\tb', 'say "hi"'], ['two\nlines', '']]],
  ['5" tall', [['5" tall']]],
  ['', [['']]],
  ['a\n\nb', [['a'], [''], ['b']]],
])('%j is read as %j', (text, cells) => {
  expect(parseTable(text)).toEqual(cells)
}) // biome-ignore format: a table

test('copied cells are parsed as they were', () => {
  const cells = [['a\tb', 'say "hi"'], ['two\nlines', '']] // biome-ignore format: one line
  expect(parseTable(formatTable(cells))).toEqual(cells)
})
