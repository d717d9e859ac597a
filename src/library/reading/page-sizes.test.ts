import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { ComicArchive } from '../../base/formats/archives/archive'
import { imageFacts } from '../../base/formats/images/images'
import { nextTurn } from '../../base/platform/event-loop'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbr, makeCbz, makeJpeg, makePages, makePng } from '../../testing/archives/archives'
import { makePdf } from '../../testing/archives/books'
import { makeCbt } from '../../testing/archives/cbt'
import { addFile } from '../../testing/archives/comics'
import { flatPage } from '../../testing/archives/rare-zips'
import { JXL_OF_JPEG, TURNED_AVIF } from '../../testing/archives/real-pictures'
import { until } from '../../testing/harness/until'
import { makeIssues, makeSeries } from '../../testing/make'
import type { OpenArchives } from './open-archives'
import { PAGES_A_TURN, PageSizes } from './page-sizes'
import type { Pages } from './pages'
import { fileOfIssue, findSource } from './source'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1])
})
afterEach(() => app.close())

const AT = '/api/reading/issues/harbor-1'
const sizes = async () => (await app.reader.json<{ pages: unknown[] }>(200, app.reader.get(`${AT}/sizes`))).pages
/**
 * For files whose pages are unpacked whole: unpacking waits until the file has not been read for a moment. Requests the
 * sizes until all are known.
 */
async function sizesLater(): Promise<unknown[]> {
  let found: unknown[] = []
  const requested = sizes().then((pages) => {
    found = pages
  })
  const step = async () => {
    if (app.clock.isAwaited('2 s')) await app.clock.advance('2 s')
    return found
  }
  await Promise.all([requested, until(step, (pages) => pages.length > 0)])
  return found.includes(null) ? sizesLater() : found
}
const rows = (count: number) => Array.from({ length: count }, () => ({ width: 60, height: 90, type: 'png' }))

test('PDF pages have the size at which they are rendered', async () => {
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

test('RAR pages have their real size', async () => {
  addFile(app, ['harbor-1'], 'Harbor.cbr', makeCbr(makePages(3)))
  expect(await sizes()).toEqual(rows(3))
})

test('sizes are those of the pictures as shown: rotated ones upright, like the pages made from them', async () => {
  const jpeg = await makeJpeg(40, 60, [9, 80, 160])
  const exif = Buffer.from('ffe10022457869660000' + '49492a0008000000010012010300010000000600000000000000', 'hex')
  const turned = Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
  const pages = { '1.jpg': turned, '2.jxl': JXL_OF_JPEG, '3.avif': TURNED_AVIF, '4.jpg': jpeg }
  addFile(app, ['harbor-1'], 'Harbor.cbz', makeCbz(pages), { page_count: 4 })
  expect(await sizes()).toEqual([
    { width: 60, height: 40, type: 'jpeg' },
    { width: 48, height: 64, type: 'jxl' },
    { width: 48, height: 64, type: 'avif' },
    { width: 40, height: 60, type: 'jpeg' },
  ])
  for (const [page, width, height] of [
    [0, 30, 20],
    [1, 30, 40],
    [2, 30, 40],
  ] as const) {
    const bytes = await (await app.reader.get(`${AT}/pages/${page}?width=30`)).bytes()
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width, height })
  }
})

test('pages of a packed TAR and of a ZIP with rare methods have their real size', async () => {
  const tar = Bun.gzipSync(makeCbt(makePages(3)) as Uint8Array<ArrayBuffer>)
  addFile(app, ['harbor-1'], 'Harbor.cbt', tar, { format: 'cbt', page_count: 3 })
  expect(await sizesLater()).toEqual(rows(3))
})

test('in a ZIP with several methods each page is measured once', async () => {
  const zip = [...Object.entries(makePages(2)), ['p3.png', flatPage()] as const].map(([name, data], index) =>
    index === 1
      ? { name, data, packed: { method: 93, bytes: Bun.zstdCompressSync(data as Uint8Array<ArrayBuffer>) } }
      : { name, data },
  )
  addFile(app, ['harbor-1'], 'Harbor.cbz', makeCbz(zip), { page_count: 3 })
  expect(await sizesLater()).toEqual([...rows(2), { width: 300, height: 250, type: 'png' }])
})

test('an unreadable page has no size, the others have one', async () => {
  const entries = Object.entries(makePages(3)).map(([name, data], index) => ({ name, data, encrypted: index === 1 }))
  addFile(app, ['harbor-1'], 'Harbor.cbz', makeCbz(entries), { page_count: 3 })
  expect(await sizes()).toEqual([rows(1)[0], null, rows(1)[0]])
})

/** A library with one RAR of six large pages, whose archive is opened when `lend` resolves. */
function sizesOver(lend: () => Promise<void>) {
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
  } as unknown as ComicArchive
  type Use = <T>(path: string, version: string, work: (archive: ComicArchive) => Promise<T>) => Promise<T>
  const use: Use = (_, __, work) => work(archive)
  const useLater: Use = (_, __, work) => lend().then(() => work(archive))
  const openArchives = { with: use, inBackground: useLater } as unknown as OpenArchives
  const source = () => findSource(app.ports.files, fileOfIssue(app.db.read, 'harbor-1'))
  const { db, clock } = app
  return { unpacked, found: new PageSizes({ db, clock, openArchives, pages: { source } as unknown as Pages }) }
}

test('only a reasonable amount of a file is unpacked', async () => {
  const { found, unpacked } = sizesOver(() => Promise.resolve())
  expect(await found.of('harbor-1')).toEqual([...rows(3), null, null, null] as never)
  expect(await found.of('harbor-1')).toHaveLength(6)
  expect(unpacked).toEqual([0, 1, 2])
})

test('a request during reading gets the sizes that are known by then', async () => {
  let lent = 0
  const requested = Promise.withResolvers<void>()
  const { found } = sizesOver(() => {
    if (lent++ < 3) return Promise.resolve()
    requested.resolve()
    return new Promise(() => undefined)
  })
  const sizes = found.of('harbor-1')
  await requested.promise
  await app.clock.advance('5 s')
  expect(await sizes).toEqual([...rows(2), null, null, null, null] as never)
})

test.each(['pdf', 'cbz'] as const)('measuring pages of a %s does not block other requests', async (format) => {
  const count = 9000
  addFile(app, ['harbor-1'], `Harbor.${format}`, makePdf([{ draw: '' }]), { format, page_count: count })
  const size = { width: 60, height: 90 }
  const archive = {
    format,
    pages: Array.from({ length: count }, () => ({ size: 1 })),
    pagePixels: async () => size,
    pageHead: async () => new Uint8Array(1),
  } as unknown as ComicArchive
  type Use = <T>(path: string, version: string, work: (archive: ComicArchive) => Promise<T>) => Promise<T>
  const use: Use = (_, __, work) => work(archive)
  const source = () => findSource(app.ports.files, fileOfIssue(app.db.read, 'harbor-1'))
  const openArchives = { with: use, inBackground: use } as unknown as OpenArchives
  const found = new PageSizes({ db: app.db, clock: app.clock, openArchives, pages: { source } as unknown as Pages })
  let [turns, known] = [0, false]
  const requested = found.of('harbor-1').finally(() => {
    known = true
  })
  for (; !known; turns++) await nextTurn()
  expect(await requested).toEqual(Array.from({ length: count }, () => ({ ...size, type: 'jpeg' })))
  expect(turns).toBeGreaterThanOrEqual(count / PAGES_A_TURN)
})
