import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Archive } from '../formats/archive'
import { imageFacts } from '../formats/images'
import { type TestApp, testApp } from '../testing/app'
import { makeCbr, makeJpeg, makePages, makePng } from '../testing/archives'
import { makePdf } from '../testing/books'
import { addFile } from '../testing/comics'
import { makeIssues, makeSeries } from '../testing/make'
import { PageSizes } from './page-sizes'
import type { Pages } from './pages'
import type { Shelf } from './shelf'
import { fileOfIssue, sourceOf } from './source'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
})
afterEach(() => app.close())

const AT = '/api/reading/issues/harbor-1'
const sizes = async () => (await app.reader.json<{ pages: unknown[] }>(200, app.reader.get(`${AT}/sizes`))).pages
const rows = (count: number) => Array.from({ length: count }, () => ({ width: 60, height: 90, type: 'png' }))

test('pages of a PDF are as large as they are drawn', async () => {
  const jpeg = await makeJpeg(300, 450, [9, 80, 160])
  const pages = [{ jpeg, width: 200, height: 300 }, { draw: '0 0 100 100 re f' }]
  addFile(app, ['harbor-1'], 'Harbor.pdf', makePdf(pages), { format: 'pdf', page_count: 2 })
  const known = await sizes()
  const served = [0, 1].map(async (page) => {
    const bytes = await (await app.reader.get(`${AT}/pages/${page}`)).arrayBuffer()
    const { width, height, type } = imageFacts(new Uint8Array(bytes))!
    return { width, height, type }
  })
  expect(known).toEqual(await Promise.all(served))
})

test('pages of a RAR are as large as they are', async () => {
  addFile(app, ['harbor-1'], 'Harbor.cbr', makeCbr(makePages(3)))
  expect(await sizes()).toEqual(rows(3))
})

/** On a shelf with one RAR of six large pages, that is lent when `lend` resolves. */
function onShelf(lend: () => Promise<void>) {
  addFile(app, ['harbor-1'], 'Harbor.cbr', makeCbr(makePages(3)), { page_count: 6 })
  const unpacked: number[] = []
  const archive = {
    format: 'cbr',
    pages: Array.from({ length: 6 }, () => ({ size: 200_000_000 })),
    pagePixels: async () => undefined,
    pageHead: async () => undefined,
    page: async (page: number) => {
      unpacked.push(page)
      return makePng(60, 90, [1, 2, 3])
    },
  } as unknown as Archive
  type Use = <T>(path: string, version: string, work: (archive: Archive) => Promise<T>) => Promise<T>
  const use: Use = (_, __, work) => work(archive)
  const useLater: Use = (_, __, work) => lend().then(() => work(archive))
  const shelf = { with: use, inBackground: useLater } as unknown as Shelf
  const source = () => sourceOf(app.ports.files, fileOfIssue(app.db.read, 'harbor-1'))
  const { db, clock } = app
  return { unpacked, found: new PageSizes({ db, clock, shelf, pages: { source } as unknown as Pages }) }
}

test('no more of a file is unpacked than is reasonable', async () => {
  const { found, unpacked } = onShelf(() => Promise.resolve())
  expect(await found.of('harbor-1')).toEqual([...rows(3), null, null, null] as never)
  expect(await found.of('harbor-1')).toHaveLength(6)
  expect(unpacked).toEqual([0, 1, 2])
})

test('whoever asks while somebody reads the file is told what is known by then', async () => {
  let lent = 0
  const asked = Promise.withResolvers<void>()
  const { found } = onShelf(() => {
    if (lent++ < 3) return Promise.resolve()
    asked.resolve()
    return new Promise(() => undefined)
  })
  const sizes = found.of('harbor-1')
  await asked.promise
  await app.clock.advance('5 s')
  expect(await sizes).toEqual([...rows(2), null, null, null, null] as never)
})
