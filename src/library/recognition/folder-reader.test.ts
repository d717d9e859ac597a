import { expect, test } from 'bun:test'
import type { FileFacts, Files } from '../../base/platform/ports'
import type { ContentType } from '../series/states'
import { makeFolderReader } from './folder-reader'
import type { Sidecars } from './sidecars'

const MOST_BYTES = 1024 * 1024
const JSON_TEXT = JSON.stringify({ metadata: { type: 'comicSeries', name: 'Tin Sea', year: 2015 } })

/** The facts of a folder with a series.json of that size and text, the reported failures, and the number of reads. */
async function readResult(size: number | undefined, text: string | Error = JSON_TEXT) {
  const failed: string[] = []
  let reads = 0
  const files = {
    stat: async () => (size === undefined ? undefined : ({ size } as FileFacts)),
    read: async () => {
      reads += 1
      if (text instanceof Error) throw text
      return new TextEncoder().encode(text)
    },
  } as unknown as Files
  const read = makeFolderReader(files, { kind: 'comic', year: 2026 }, (sentence) => void failed.push(sentence))
  const place = (name: string) => ({
    root: '/c',
    path: `/c/Harbor/${name}`,
    parts: ['Harbor', name],
    beside: { seriesJson: '/c/Harbor/series.json', lists: [] },
  })
  const [first, second] = [await read(place('A')), await read(place('B'))]
  expect(second.series === 'Tin Sea').toBe(first.series === 'Tin Sea')
  return { isRead: first.series === 'Tin Sea', failed, reads }
}

test('a series.json is read once for all folders that inherit it', async () => {
  expect(await readResult(100)).toEqual({ isRead: true, failed: [], reads: 1 })
})

test('one of a megabyte is read, and a larger one reported', async () => {
  expect((await readResult(MOST_BYTES)).isRead).toBe(true)
  const { isRead, failed, reads } = await readResult(MOST_BYTES + 1)
  expect([isRead, failed, reads]).toEqual([false, ['/c/Harbor/series.json is left out. It has 1048577 bytes.'], 0])
})

test('one that is broken, or cannot be opened, is reported once', async () => {
  const [broken] = (await readResult(10, '{')).failed
  expect(broken).toStartWith('/c/Harbor/series.json is left out.')
  expect(broken).not.toContain('cannot be opened')
  expect((await readResult(10, new Error('EIO'))).failed).toEqual([
    '/c/Harbor/series.json is left out. The file cannot be opened.',
  ])
})

/** A folder reader over files in memory, and what it could not read. */
function readerOf(content: Record<string, string>, kind: ContentType = 'comic') {
  const failed: string[] = []
  let reads = 0
  const files = {
    stat: async (path: string) => ({ size: content[path]!.length }) as FileFacts,
    read: async (path: string) => {
      reads += 1
      return new TextEncoder().encode(content[path])
    },
  } as unknown as Files
  const read = makeFolderReader(files, { kind, year: 2026 }, (sentence) => void failed.push(sentence))
  return { read, failed, reads: () => reads }
}
const list = (...books: string[]) => `<ReadingList><Books>${books.join('')}</Books></ReadingList>`
const BOOK = '<Book Series="Harbor Lights" Number="4"/>'
const folder = (beside: Sidecars, parts: string[] = ['Harbor']) => ({
  root: '/c',
  path: ['/c', ...parts].join('/'),
  parts,
  beside,
})

test('a cvinfo states the id of the series', async () => {
  const { read } = readerOf({ '/c/cvinfo': 'https://comicvine.gamespot.com/harbor-lights/4050-77/' })
  expect((await read(folder({ cvinfo: '/c/cvinfo', lists: [] }))).volumeId).toBe('77')
})

test('a folder is read once for all of its files, and a document once for all folders below', async () => {
  const { read, reads } = readerOf({ '/c/a.cbl': list(BOOK), '/c/cvinfo': '4050-77' })
  const place = folder({ cvinfo: '/c/cvinfo', lists: ['/c/a.cbl'] })
  expect(await read(place)).toBe(await read(place))
  await read(folder({ cvinfo: '/c/cvinfo', lists: ['/c/a.cbl'] }, ['Harbor', 'TPB']))
  expect(reads()).toBe(2)
})

test('reading lists without a usable book, and broken ones, are left out', async () => {
  const content = { '/c/a.cbl': list(), '/c/b.cbl': list(BOOK), '/c/c.cbl': '<ReadingList' }
  const { read, failed } = readerOf(content)
  const { lists } = await read(folder({ lists: Object.keys(content) }))
  expect(lists.map(({ name }) => name)).toEqual(['b.cbl'])
  expect(failed).toEqual([expect.stringMatching(/^\/c\/c\.cbl is left out\. (?!It cannot be opened)/)])
  const manga = await readerOf(content, 'manga').read(folder({ lists: ['/c/b.cbl'] }))
  expect(manga.lists).toEqual([])
})

test('other work runs while a large list is read, and after each document', async () => {
  let turns = 0
  let done = false
  const count = () => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  await readerOf({ '/c/cvinfo': '4050-77' }).read(folder({ cvinfo: '/c/cvinfo', lists: [] }))
  expect(turns).toBeGreaterThan(0)
  turns = 0
  await readerOf({ '/c/a.cbl': list(BOOK.repeat(3000)) }).read(folder({ lists: ['/c/a.cbl'] }))
  done = true
  expect(turns).toBeGreaterThan(4)
})

test('a folder without sidecars is read by its name', async () => {
  const { read, failed } = readerOf({})
  const { series, lists } = await read({ root: '/c', path: '/c/Harbor', parts: ['Harbor'] })
  expect([series, lists, failed]).toEqual(['Harbor', [], []])
})
