import { expect, test } from 'bun:test'
import { type FileLocation, insideOf, isMade, nameToParse, shownPath } from './downloaded-file'

const FILE = { source_path: '/done/pack.zip', pictures: false, packed_in: null, inner: '' }

test.each<[string, Partial<FileLocation>, name: string, shown: string, isMade: boolean]>([
  ['a file', {}, 'pack.zip', '/done/pack.zip', false],
  ['pages in a folder', { source_path: '/done/Harbor Lights 3', pictures: true }, 'Harbor Lights 3.cbz', '/done/Harbor Lights 3', true],
  ['a comic in an archive', { inner: 'a/b.cbz' }, 'b.cbz', '/done/pack.zip/a/b.cbz', true],
  ['a comic in archives', { packed_in: ['x/one.zip', 'two.zip'], inner: 'b.cbz' }, 'b.cbz', '/done/pack.zip/x/one.zip/two.zip/b.cbz', true],
  ['a name with characters that Windows forbids', { inner: 'a\\b.cbz' }, 'b.cbz', '/done/pack.zip/a/b.cbz', true],
  ['a name that leads elsewhere', { inner: '../..//./b.cbz' }, 'b.cbz', '/done/pack.zip/b.cbz', true],
  ['an invalid name', { inner: '../../' }, '', '/done/pack.zip', true],
])('%s is named and shown correctly', (_, more, name, shown, made) => {
  const file = { ...FILE, ...more }
  expect([nameToParse(file), shownPath(file), isMade(file)]).toEqual([name, shown, made])
}) // biome-ignore format: a table

test('the archives around a comic are listed outermost first', () => {
  expect(insideOf({ packed_in: null, inner: '' })).toEqual([])
  expect(insideOf({ packed_in: null, inner: 'b.cbz' })).toEqual(['b.cbz'])
  expect(insideOf({ packed_in: ['one.zip', 'two.zip'], inner: 'b.cbz' })).toEqual(['one.zip', 'two.zip', 'b.cbz'])
})
