import { expect, test } from 'bun:test'
import type { FileEntry } from '../../base/platform/ports'
import { findSidecars, inheritSidecars } from './sidecars'

const files = (...names: string[]) => names.map((name) => ({ name, kind: 'file' }) as FileEntry)
const FOLDER = { path: '/comics/Harbor', parts: ['Harbor'] }

test('sidecars that name the series are found in its folder, and never in the library folder', () => {
  const named = files('Series.JSON', 'CVINFO', 'a.cbz')
  expect(findSidecars(FOLDER, named)).toEqual({
    seriesJson: '/comics/Harbor/Series.JSON',
    cvinfo: '/comics/Harbor/CVINFO',
    lists: [],
  })
  expect(findSidecars({ path: '/comics', parts: [] }, named)).toEqual({ lists: [] })
  expect(findSidecars(FOLDER, files('.series.json', 'myseries.json', 'cvinfo.txt'))).toEqual({ lists: [] })
  expect(findSidecars(FOLDER, [{ name: 'series.json', kind: 'folder' } as FileEntry])).toEqual({ lists: [] })
})

test("a folder's own one wins over its parent's", () => {
  const beside = { seriesJson: '/above/series.json', cvinfo: '/above/cvinfo', lists: [] }
  expect(findSidecars({ ...FOLDER, beside }, files('a.cbz'))).toEqual(beside)
  expect(findSidecars({ ...FOLDER, beside }, files('series.json', 'cvinfo'))).toEqual({
    seriesJson: '/comics/Harbor/series.json',
    cvinfo: '/comics/Harbor/cvinfo',
    lists: [],
  })
})

test('reading lists include those of the folders above, and no more than 50', () => {
  const above = { lists: ['/comics/Z.cbl'] }
  const lists = (...names: string[]) => findSidecars({ ...FOLDER, beside: above }, files(...names)).lists
  expect(lists()).toEqual(['/comics/Z.cbl'])
  expect(lists('One.CBL', 'x.cbl.bak', '._One.cbl')).toEqual(['/comics/Z.cbl', '/comics/Harbor/One.CBL'])
  expect(lists('b.cbl', 'a.cbl')).toEqual(['/comics/Z.cbl', '/comics/Harbor/a.cbl', '/comics/Harbor/b.cbl'])
  expect(lists(...Array.from({ length: 60 }, (_, n) => `${n}.cbl`))).toHaveLength(50)
  expect(findSidecars({ path: '/comics', parts: [] }, files('a.cbl')).lists).toEqual(['/comics/a.cbl'])
})

test('folders that sort the files of a series inherit what names it, others only the lists', () => {
  const beside = { seriesJson: '/comics/Harbor/series.json', cvinfo: '/comics/Harbor/cvinfo', lists: ['/comics/Z.cbl'] }
  expect(inheritSidecars(beside, 'Annuals')).toEqual(beside)
  expect(inheritSidecars(beside, 'Specials')).toEqual(beside)
  expect(inheritSidecars(beside, 'Copper Orchard')).toEqual({ lists: ['/comics/Z.cbl'] })
})
