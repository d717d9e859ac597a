import { expect, test } from 'bun:test'
import type { FileFacts, Files } from '../platform/ports'
import { makeFolderReader } from './folder-reader'

const MOST_BYTES = 1024 * 1024
const JSON_TEXT = JSON.stringify({ metadata: { type: 'comicSeries', name: 'Tin Sea', year: 2015 } })

/** What a folder says whose series.json has that size and that text, what was failed, and how often it was read. */
async function said(size: number | undefined, text: string | Error = JSON_TEXT) {
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

test('a series.json is read once for all folders that it is handed to', async () => {
  expect(await said(100)).toEqual({ isRead: true, failed: [], reads: 1 })
})

test('one of a megabyte is read, and a larger one named', async () => {
  expect((await said(MOST_BYTES)).isRead).toBe(true)
  const { isRead, failed, reads } = await said(MOST_BYTES + 1)
  expect([isRead, failed, reads]).toEqual([false, ['/c/Harbor/series.json is left out. It has 1048577 bytes.'], 0])
})

test('one that is broken, or cannot be opened, is named once', async () => {
  expect((await said(10, '{')).failed).toEqual([expect.stringContaining('/c/Harbor/series.json is left out.')])
  expect((await said(10, new Error('EIO'))).failed).toEqual(['/c/Harbor/series.json is left out. It cannot be opened.'])
})
