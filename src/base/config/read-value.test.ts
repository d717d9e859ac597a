import { expect, test } from 'bun:test'
import type { OptionKind } from './option'
import { readAs } from './read-value'

const integer: OptionKind = { type: 'integer', default: 5, least: 1, most: 10 }
const words: OptionKind = { type: 'integer', default: 0, least: 0, most: 2, words: ['low', 'high', 'all'] }
const choice: OptionKind = { type: 'choice', default: 'a', choices: ['a', 'b'] }
const folders: OptionKind = { type: 'folders', default: [] }
const folder: OptionKind = { type: 'folder', default: '' }
const secret: OptionKind = { type: 'secret', default: '' }
const text: OptionKind = { type: 'text', default: 'x', pattern: /^[a-z]+$/, expects: 'small letters' }
const plain: OptionKind = { type: 'text', default: '' }
const yesNo: OptionKind = { type: 'switch', default: true }

test.each([
  [integer, '1', 1],
  [integer, 10, 10],
  [integer, ' 7 ', 7],
  [integer, null, 5],
  [words, 'HIGH', 1],
  [words, 'low', 0],
  [words, '2', 2],
  [choice, 'b', 'b'],
  [choice, '', 'a'],
  [folders, ' /a ; ; /b', ['/a', '/b']],
  [folders, [], []],
  [folder, ' /a ', '/a'],
  [folder, ' ', ''],
  [secret, ' key ', 'key'],
  [secret, 'k'.repeat(1000), 'k'.repeat(1000)],
  [text, 'abc', 'abc'],
  [plain, ' a b ', 'a b'],
  ...['true', 'ON', 'Yes', '1', 1, true].map((input) => [yesNo, input, true] as const),
  ...['false', 'off', 'no', '0', 0, false].map((input) => [yesNo, input, false] as const),
] as [OptionKind, unknown, unknown][])('%j accepts %j', (kind, input, value) =>
  expect(readAs(kind, input)).toEqual({ value: value as never }),
)

test.each([
  [integer, '0', 'a whole number from 1 to 10'],
  [integer, '11', 'a whole number from 1 to 10'],
  [integer, '1e1', 'a whole number from 1 to 10'],
  [words, 'middle', 'a whole number from 0 to 2, or low, high, all'],
  [choice, 'c', 'one of a, b'],
  [choice, ['a'], 'one of a, b'],
  [folders, 'a', 'whole paths of folders'],
  [folders, ['/a', 7], 'a list of folders'],
  [folders, ['/a', '/b\u0000'], 'a list of folders'],
  [folder, 'a', 'the whole path of a folder'],
  [folder, 7, 'the whole path of a folder'],
  [folder, '/a\n', 'the whole path of a folder'],
  [secret, 'k'.repeat(1001), 'a line of text'],
  [secret, 7, 'a line of text'],
  [secret, 'a\u007fb', 'a line of text'],
  [text, 'ABC', 'small letters'],
  [text, 'a\u001fb', 'a line of text'],
  [plain, 7, 'a line of text'],
  [yesNo, 'maybe', 'true or false'],
  [yesNo, 2, 'true or false'],
  [yesNo, {}, 'true or false'],
] as [OptionKind, unknown, string][])('%j does not accept %j', (kind, input, expected) =>
  expect(readAs(kind, input)).toEqual({ expected }),
)
