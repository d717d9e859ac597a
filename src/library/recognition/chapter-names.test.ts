import { expect, test } from 'bun:test'
import type { ContentType } from '../series/states'
import { readChapterName } from './chapter-names'
import { readFolderNames } from './folder-facts'

/** How the name is read; undefined when it stays unchanged. */
function spoken(path: string, kind: ContentType = 'manga'): string | undefined {
  const parts = path.split('/')
  const name = parts.pop()!
  const place = { root: '/manga', path: `/manga/${parts.join('/')}`, parts }
  const reading = { kind, year: 2026 }
  const read = readChapterName(name, place, readFolderNames(place, reading), reading)
  if (read.byFolder) return read.name
  expect(read.name).toBe(name)
  return undefined
}

test.each<[string, string, string | undefined]>([
  ['a group in front of a chapter', 'Source/Quiet Wolves/Moon Scans_Chapter 12_8c4077.cbz', 'Chapter 12.cbz'],
  ['a group and a hash in a folder of the library', 'Quiet Wolves/Moon Scans_Chapter 12_8c4077.cbz', 'Chapter 12.cbz'],
  ['a group without a hash below a source', 'Source/Quiet Wolves/Moon Scans_Ch. 3.cbz', 'Ch. 3.cbz'],
  ['a group without a hash right in the library', 'Quiet Wolves/Moon Scans_Ch. 3.cbz', undefined],
  ['words that are written with the sign', 'Source/Quiet Wolves/Moon_Scans_Ch_3.cbz', undefined],
  ['two signs beside a space', 'Source/Quiet Wolves/Moon Scans_Vol.1_Ch.3.cbz', 'Vol.1_Ch.3.cbz'],
  ['no group', 'Source/Quiet Wolves/Chapter 12_8c4077.cbz', 'Chapter 12.cbz'],
  ['no group and no hash', 'Source/Quiet Wolves/Chapter 12.cbz', undefined],
  ['an empty group', 'Source/Quiet Wolves/_Chapter 12_8c4077.cbz', 'Chapter 12.cbz'],
  ['a title without a chapter after a group', 'Source/Quiet Wolves/Moon Scans_The Long Night_8c4077.cbz', 'The Long Night.cbz'],
  ['a title and a hash alone', 'Source/Quiet Wolves/The Long Night_8c4077.cbz', 'The Long Night.cbz'],
  ['a chapter with a title', 'Source/Quiet Wolves/Chapter 12_Night_8c4077.cbz', 'Chapter 12_Night.cbz'],
  ['a group of one word without a hash', 'Source/Quiet Wolves/Moon_Ch3.cbz', 'Ch3.cbz'],
  ['a title without a hash', 'Source/Quiet Wolves/Moon Scans_The Long Night.cbz', undefined],
  ['the name of the series in front', 'Source/Quiet Wolves/Quiet Wolves_Chapter 12_8c4077.cbz', undefined],
  ['more than the name of the series in front', 'Source/Quiet Wolves/Quiet Wolves Gaiden_Chapter 12_8c4077.cbz', undefined],
  ['a special of a group', 'Source/Quiet Wolves/Moon Scans_Special_8c4077.cbz', 'Special.cbz'],
  ['five digits that are no hash', 'Source/Quiet Wolves/Moon Scans_Chapter 12_8c407.cbz', 'Chapter 12_8c407.cbz'],
  ['capitals that are no hash', 'Quiet Wolves/Moon Scans_Chapter 12_8C4077.cbz', undefined],
  ['a folder that is not the nearest', 'Source/Quiet Wolves/v01 extras/Moon Scans_Chapter 12_8c4077.cbz', undefined],
  ['no folder', 'Moon Scans_Chapter 12_8c4077.cbz', undefined],
])('%s', (_, path, name) => expect(spoken(path)).toBe(name as never)) // biome-ignore format: a table

test('names of comics are read unchanged', () => {
  expect(spoken('Source/Quiet Wolves/Moon Scans_Chapter 12_8c4077.cbz', 'comic')).toBeUndefined()
})
