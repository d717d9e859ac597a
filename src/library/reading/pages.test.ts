import { afterEach, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { UnpackHelper } from '../../base/formats/helper/unpacker'
import { makePicture } from '../../base/platform/images'
import { Refusal } from '../../base/refusal'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { damage, makeCbr, makeCbz, makeJpeg, makePages, makePng, png } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeTiff } from '../../testing/archives/make-tiff'
import { JXL_OF_JPEG, TURNED_AVIF } from '../../testing/archives/real-pictures'
import { makeIssues, makeSeries } from '../../testing/make'
import { OpenArchives } from './open-archives'
import { PageCache } from './page-cache'
import { Pages } from './pages'
import { PictureQueue } from './picture-queue'

let open: TestApp | undefined
let openArchives: OpenArchives | undefined
afterEach(async () => {
  await openArchives?.close()
  await open?.close()
  open = undefined
})

async function start(archive: Uint8Array, name = 'Harbor Lights 001.cbz') {
  open = await testApp({ library: true })
  const { db, clock, ports } = open
  const rar = new UnpackHelper({ processes: archiveHelper(), clock })
  openArchives = new OpenArchives({ files: ports.files, unpacker: rar, clock })
  const pictureQueue = new PictureQueue(2)
  const made: string[] = []
  let underWay = 0
  const counted = <T>(work: Promise<T>) => {
    underWay += 1
    return work.finally(() => {
      underWay -= 1
    })
  }
  const [make, read] = [pictureQueue.make.bind(pictureQueue), openArchives.with.bind(openArchives)]
  pictureQueue.make = (key, job, urgent) => {
    made.push(`${key.split(' ').at(-3)}${urgent ? '' : ' ahead'}`)
    return counted(make(key, job, urgent))
  }
  openArchives.with = (path, version, use) => counted(read(path, version, use))
  /**
   * Waits until work started beside the reply is done: reading and making pages take several turns of the event loop.
   */
  const settled = async () => {
    await clock.advance('1 s')
    do await new Promise(setImmediate)
    while (underWay > 0)
  }
  const pages = new Pages({
    db,
    files: ports.files,
    openArchives,
    pictures: rar,
    pictureQueue,
    pageCache: new PageCache(clock),
    clock,
  })
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2])
  const path = addFile(open, ['harbor-1'], name, archive)
  const page = async (index: number, options = {}) => (await pages.page('harbor-1', index, options)).make()
  return { pages, page, path, made, settled }
}

const facts = (bytes: Uint8Array) => new Bun.Image(bytes).metadata()
const JPEG = await makeJpeg(400, 600, [20, 120, 60])
const PNG = makePng(400, 600, [90, 20, 60])
const WEBP = await makePicture(PNG, { type: 'webp', quality: 80 })

async function kindOf(answer: Promise<unknown>) {
  const error = await answer.catch((thrown: unknown) => thrown)
  return error instanceof Refusal ? `${error.kind}: ${error.detail}` : error
}

test('an opened issue lists its pages in reading order', async () => {
  const { pages } = await start(makeCbz(makePages(12)))
  const opened = await pages.openIssue('harbor-1')
  expect(opened.format).toBe('cbz')
  expect(opened.pages.map((page) => page.name).slice(8, 11)).toEqual(['p9.png', 'p10.png', 'p11.png'])
})

test('a page that the app can show is sent unchanged', async () => {
  const { page } = await start(makeCbz({ '1.jpg': JPEG, '2.png': PNG, '3.webp': WEBP }))
  expect(await page(0, { jpeg: true })).toEqual({ bytes: Buffer.from(JPEG), type: 'image/jpeg' })
  expect(await page(1)).toEqual({ bytes: Buffer.from(PNG), type: 'image/png' })
  expect((await page(2)).type).toBe('image/webp')
})

test('for an app that only shows JPEG, everything becomes JPEG of the same size', async () => {
  const { page } = await start(makeCbz({ '1.png': PNG, '2.webp': WEBP }))
  for (const index of [0, 1]) {
    const { bytes, type } = await page(index, { jpeg: true })
    expect(type).toBe('image/jpeg')
    expect(await facts(bytes)).toEqual({ width: 400, height: 600, format: 'jpeg' })
  }
})

test('a page is made no wider than requested and never wider than the original', async () => {
  const { page } = await start(makeCbz({ '1.jpg': JPEG, '2.png': PNG }))
  expect(await facts((await page(0, { width: 200 })).bytes)).toEqual({ width: 200, height: 300, format: 'jpeg' })
  expect(await facts((await page(1, { width: 1 })).bytes)).toMatchObject({ width: 1 })
  expect((await page(0, { width: 4000, jpeg: true })).bytes).toEqual(Buffer.from(JPEG))
})

test('the next two pages are made while pages are read in order', async () => {
  const large = await makeJpeg(700, 900, [20, 120, 60])
  const { page, made, settled } = await start(
    makeCbz(Object.fromEntries([...'12345'].map((name) => [`${name}.jpg`, large]))),
  )
  await page(0, { width: 600 })
  await settled()
  expect(made).toEqual(['0', '1 ahead', '2 ahead'])
  await page(1, { width: 600 })
  await settled()
  expect(made.slice(3)).toEqual(['3 ahead'])
})

test('while pages are turned quickly, none is made in advance of the one that a client waits for', async () => {
  const large = await makeJpeg(700, 900, [20, 120, 60])
  const { page, made, settled } = await start(
    makeCbz(Object.fromEntries([...'12345'].map((name) => [`${name}.jpg`, large]))),
  )
  for (const index of [0, 1, 2]) await page(index, { width: 600 })
  expect(made).toEqual(['0', '1', '2'])
  await settled()
  expect(made.slice(3)).toEqual(['3 ahead', '4 ahead'])
})

test('they are made from the page where an issue was left, and from the first one when it is read again', async () => {
  const large = await makeJpeg(700, 900, [20, 120, 60])
  const { page, made, settled } = await start(
    makeCbz(Object.fromEntries([...'12345'].map((name) => [`${name}.jpg`, large]))),
  )
  await page(2, { width: 600 })
  await settled()
  expect(made).toEqual(['2', '3 ahead', '4 ahead'])
  await page(0, { width: 600 })
  await settled()
  expect(made.slice(3)).toEqual(['0', '1 ahead'])
})

test('nothing is made in advance for jumps, for a strip of thumbnails, or past the last page', async () => {
  const large = await makeJpeg(700, 900, [20, 120, 60])
  const { page, made, settled } = await start(
    makeCbz(Object.fromEntries([...'1234567'].map((name) => [`${name}.jpg`, large]))),
  )
  for (const index of [0, 1]) await page(index, { width: 160 })
  await page(1, { width: 600 })
  await page(4, { width: 600 })
  await settled()
  expect(made).toEqual(['0', '1', '1', '4'])
  for (const index of [6, 5]) await page(index, { width: 600 })
  await page(6, { width: 600 })
  await settled()
  expect(made.slice(4)).toEqual(['6', '5'])
})

test('every page, width and type has its own ETag, which changes with the file', async () => {
  const { pages } = await start(makeCbz({ '1.jpg': JPEG, '2.png': PNG }))
  const tags = async (): Promise<string[]> => [
    (await pages.page('harbor-1', 0, {})).etag,
    (await pages.page('harbor-1', 1, {})).etag,
    (await pages.page('harbor-1', 0, { width: 100 })).etag,
    (await pages.page('harbor-1', 0, { jpeg: true })).etag,
  ]
  const before = await tags()
  addFile(open!, ['harbor-1'], 'Harbor Lights 001.cbz', makeCbz({ '1.jpg': JPEG }))
  expect(new Set([...before, ...(await tags())]).size).toBe(8)
})

test('a versioned address can be cached permanently', async () => {
  const { pages } = await start(makeCbz({ '1.jpg': JPEG }))
  const { version } = await pages.openIssue('harbor-1')
  expect((await pages.page('harbor-1', 0, { version })).lasting).toBe(true)
  expect((await pages.page('harbor-1', 0, { version: 'old' })).lasting).toBe(false)
})

test('pages are read from a RAR too', async () => {
  const { page } = await start(makeCbr(makePages(3)), 'Harbor Lights 001.cbr')
  expect(await facts((await page(2, { jpeg: true })).bytes)).toMatchObject({ width: 60, height: 90 })
})

test('an unreadable page is refused with the reason', async () => {
  const { page, pages, path } = await start(makeCbz({ '1.jpg': JPEG, '2.png': PNG.slice(0, 40) }))
  expect(await kindOf(page(2))).toBe('missing: There is no page 3: the issue has 2.')
  expect(await kindOf(page(1, { jpeg: true }))).toBe('damaged: Page 2 is damaged.')
  expect(await kindOf(pages.page('harbor-2', 0, {}))).toBe('missing: No file of this issue is in the library.')
  expect(await kindOf(pages.page('nothing', 0, {}))).toBe('missing: There is no issue nothing.')
  rmSync(path)
  expect(await kindOf(page(0))).toStartWith('gone: Harbor Lights 001.cbz is no longer in its folder.')
})

test('a damaged archive is refused with its name', async () => {
  const { page, pages } = await start(damage(makeCbz({ '1.jpg': JPEG }), 'cut'))
  expect(await kindOf(page(0))).toStartWith('damaged: Harbor Lights 001.cbz cannot be read. The file was cut off')
  expect(await kindOf(pages.openIssue('harbor-1'))).toStartWith('damaged: ')
})

test('AVIF, JPEG XL and TIFF are converted for the reader page', async () => {
  const tiff = makeTiff(2, 1, Uint8Array.of(1, 2, 3, 4, 5, 6))
  const { page } = await start(makeCbz({ '1.avif': TURNED_AVIF, '2.jxl': JXL_OF_JPEG, '3.tif': tiff }))
  for (const index of [0, 1]) {
    const { bytes, type } = await page(index, { jpeg: true })
    expect([type, await facts(bytes)]).toMatchObject(['image/jpeg', { width: 48, height: 64, format: 'jpeg' }])
  }
  expect((await page(0)).type).toBe('image/avif')
  expect((await page(1)).type).toBe('image/jpeg')
  expect((await page(2, { browser: true })).type).toBe('image/jpeg')
  const named = { browser: true, shows: ['jxl', 'tiff'] }
  expect(await page(1, named)).toEqual({ bytes: Buffer.from(JXL_OF_JPEG), type: 'image/jxl' })
  expect(await page(2, named)).toEqual({ bytes: Buffer.from(tiff), type: 'image/tiff' })
  expect((await page(1, { ...named, width: 24 })).type).toBe('image/jpeg')
})

test('a page too large to convert is sent to apps unchanged, and a browser gets the reason', async () => {
  const tiff = makeTiff(6000, 6000, new Uint8Array(9))
  const png = Buffer.from(PNG)
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  const { page } = await start(makeCbz({ '1.tif': tiff, '2.png': png }))
  expect((await page(0)).type).toBe('image/tiff')
  expect(await kindOf(page(0, { browser: true }))).toBe(
    'damaged: Page 1 is too large: 36 megapixels. Of TIFF up to 30 are shown.',
  )
  expect((await page(0, { browser: true, shows: ['tiff'], width: 100 })).type).toBe('image/tiff')
  expect((await page(1, { browser: true, width: 100 })).type).toBe('image/png')
})

test('a page much larger than a screen is sent smaller, one a little larger unchanged', async () => {
  const flat = (width: number, height: number) => {
    const rows = Buffer.alloc((1 + width * 3) * height, 0)
    return png(width, height, deflateSync(rows, { level: 1 }))
  }
  const { page } = await start(makeCbz({ '1.png': flat(6001, 10_000), '2.png': flat(6000, 10_000) }))
  const { bytes, type } = await page(0)
  expect([type, await facts(bytes)]).toMatchObject(['image/jpeg', { width: 3464, height: 5772 }])
  expect(await facts((await page(0, { width: 100 })).bytes)).toMatchObject({ width: 100 })
  expect((await page(1)).type).toBe('image/png')
}, 60_000)

test('a JPEG XL that cannot be decoded is damaged', async () => {
  const jxl = Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(40)])
  const { page } = await start(makeCbz({ '1.jxl': jxl }))
  expect(await kindOf(page(0, { jpeg: true }))).toBe('damaged: Page 1 is damaged.')
})

test('the sizes of a rotated picture decide what has to be resized', async () => {
  const { page } = await start(makeCbz({ '1.jxl': JXL_OF_JPEG, '2.avif': TURNED_AVIF }))
  expect((await page(1, { width: 48 })).type).toBe('image/avif')
  expect(await facts((await page(1, { width: 47 })).bytes)).toMatchObject({ width: 47, format: 'jpeg' })
})
