import { afterEach, expect, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DiskCache } from '../../base/platform/disk-cache'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { damage, makeCbr, makeCbz, makePages, makePng } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { JXL_OF_JPEG, TURNED_AVIF } from '../../testing/archives/real-pictures'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileOf } from '../series/file-store'
import { findSeries } from '../series/store'
import { seriesCover } from '../series/wire'
import { Covers } from './covers'
import { findCover } from './store'

let open: TestApp | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

/** One series with one issue and its file on disk. */
async function start(archive: Uint8Array, name = 'Harbor Lights 001.cbz'): Promise<TestApp & { path: string }> {
  open = await testApp({ library: true })
  makeSeries(open.db)
  makeIssues(open.db, 'harbor', [1])
  return { ...open, path: addFile(open, ['harbor-1'], name, archive) }
}

const WIDE = makePng(800, 1200, [40, 90, 200])
const comic = () => makeCbz({ 'p0.png': WIDE, ...makePages(2) })
const picture = async (reply: Response) => new Bun.Image(await reply.bytes()).metadata()

test('the cover of an issue is a JPEG in the next stored width', async () => {
  const { reader } = await start(comic())
  for (const [query, width] of [
    ['', 300],
    ['?width=10', 150],
    ['?width=151', 300],
    ['?width=9999', 600],
  ] as const) {
    const reply = await reader.get(`/api/covers/issues/harbor-1${query}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(await picture(reply)).toEqual({ width, height: width * 1.5, format: 'jpeg' })
  }
})

test('a browser that accepts WebP gets WebP', async () => {
  const { reader } = await start(comic())
  const reply = await reader.get('/api/covers/issues/harbor-1', { Accept: 'image/avif,image/webp,*/*' })
  expect(reply.headers.get('content-type')).toBe('image/webp')
  expect(reply.headers.get('vary')).toBe('Accept')
  expect(await picture(reply)).toMatchObject({ width: 300, format: 'webp' })
})

test('the cover of a series is that of its first issue with a file, and its versioned address can be cached', async () => {
  const { reader, db } = await start(comic())
  const plain = await reader.get('/api/covers/series/harbor')
  expect(plain.headers.get('cache-control')).toBe('private, no-cache')
  const kept = await reader.get(seriesCover(findSeries(db.read, 'harbor')!)!)
  expect(kept.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(kept.headers.get('etag')).toBe(plain.headers.get('etag'))
})

test('a cover that the browser has is not sent again', async () => {
  const { reader } = await start(comic())
  const first = await reader.get('/api/covers/issues/harbor-1')
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/)
  const again = await reader.get('/api/covers/issues/harbor-1', { 'If-None-Match': `"other", ${tag}` })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  const larger = await reader.get('/api/covers/issues/harbor-1?width=600', { 'If-None-Match': tag })
  expect(larger.status).toBe(200)
})

test('a cover is made once: afterwards the file may be missing', async () => {
  const { reader, path, idle } = await start(comic())
  const first = await (await reader.get('/api/covers/issues/harbor-1')).bytes()
  await idle()
  rmSync(path)
  expect(await (await reader.get('/api/covers/issues/harbor-1')).bytes()).toEqual(first)
  await reader.json(410, reader.get('/api/covers/issues/harbor-1?width=600'))
})

test('size and color of a cover are stored', async () => {
  const { reader, db, idle } = await start(comic())
  await reader.get('/api/covers/issues/harbor-1')
  await idle()
  const row = findCover(db.read, fileOf(db.read, 'harbor-1')?.file_id ?? '')
  expect(row).toMatchObject({ width: 800, height: 1200 })
  expect(row?.color).toMatch(/^#[0-9a-f]{6}$/)
})

test('the page that the library has as the cover is used', async () => {
  open = await testApp({ library: true })
  makeSeries(open.db)
  makeIssues(open.db, 'harbor', [1])
  const pages = { 'a.png': makePng(100, 100, [0, 0, 0]), 'b.png': makePng(100, 150, [0, 0, 0]) }
  addFile(open, ['harbor-1'], 'one.cbz', makeCbz(pages), { cover_page: 1 })
  expect(await picture(await open.reader.get('/api/covers/issues/harbor-1'))).toMatchObject({ height: 150 })
})

for (const [name, bytes] of [
  ['1.jxl', JXL_OF_JPEG],
  ['1.avif', TURNED_AVIF],
] as const)
  test(`${name}, which the runtime does not decode, has a cover, upright`, async () => {
    const { reader, db, idle } = await start(makeCbz({ [name]: bytes }))
    expect(await picture(await reader.get('/api/covers/issues/harbor-1'))).toMatchObject({ width: 48, height: 64 })
    await idle()
    const row = findCover(db.read, fileOf(db.read, 'harbor-1')?.file_id ?? '')
    expect(row).toMatchObject({ width: 48, height: 64 })
  })

test('a first page that is too large for a cover gets an error that says so', async () => {
  const png = Buffer.from(makePng(1, 1, [1, 2, 3]))
  png.writeUInt32BE(20_000, 16)
  png.writeUInt32BE(20_000, 20)
  const { reader } = await start(makeCbz({ '1.png': png }))
  expect(await reader.json(422, reader.get('/api/covers/issues/harbor-1'))).toEqual({
    detail: 'No cover could be made. The first page is too large: 400 megapixels. Of PNG up to 150 are shown.',
  })
})

test('a RAR has a cover too', async () => {
  open = await testApp({ library: true, ports: { processes: { ...archiveHelper(), launch: async () => false } } })
  makeSeries(open.db)
  makeIssues(open.db, 'harbor', [1])
  addFile(open, ['harbor-1'], 'one.cbr', makeCbr(makePages(2)))
  expect(await picture(await open.reader.get('/api/covers/issues/harbor-1'))).toMatchObject({ width: 60, height: 90 })
})

test('the first page of a strip does not become a tall, narrow cover', async () => {
  const { reader } = await start(makeCbz({ 'p1.png': makePng(300, 3000, [9, 9, 9]) }))
  expect(await picture(await reader.get('/api/covers/issues/harbor-1'))).toMatchObject({ width: 60, height: 600 })
})

test('without a file, series and issue have no cover and say why', async () => {
  open = await testApp({ library: true })
  makeSeries(open.db)
  makeIssues(open.db, 'harbor', [1])
  const { reader } = open
  const detail = async (path: string) => (await reader.json(404, reader.get(path))).detail
  expect(await detail('/api/covers/series/harbor')).toBe('No file of Harbor Lights is in the library.')
  expect(await detail('/api/covers/issues/harbor-1')).toBe('No file of this issue is in the library.')
  expect(await detail('/api/covers/series/none')).toBe('There is no series none.')
  expect(await detail('/api/covers/issues/none')).toBe('There is no issue none.')
})

test('a missing or damaged file is refused with its name, and is opened only once', async () => {
  const { reader, path, log } = await start(damage(comic(), 'cut'))
  const reply = await reader.json(422, reader.get('/api/covers/issues/harbor-1'))
  expect(reply.detail).toStartWith('Harbor Lights 001.cbz cannot be read. ')
  await reader.json(422, reader.get('/api/covers/issues/harbor-1'))
  expect(log.filter((line) => line.includes('cover not made'))).toHaveLength(1)
  makeFile(open!.db, { path, size: 1, issues: ['harbor-1'] })
  rmSync(path)
  const missing = await reader.json(410, reader.get('/api/covers/issues/harbor-1'))
  expect(missing.detail).toBe('Harbor Lights 001.cbz is no longer in its folder. Scan the library again.')
})

test('a first page that no decoder reads is refused', async () => {
  const { reader } = await start(makeCbz({ 'p1.png': WIDE.slice(0, 60) }))
  await reader.json(422, reader.get('/api/covers/issues/harbor-1'))
})

test('only a session opens covers, and a width must be a number', async () => {
  const { guest, reader } = await start(comic())
  await guest.json(401, guest.get('/api/covers/issues/harbor-1'))
  await guest.json(401, guest.get('/api/covers/series/harbor'))
  await reader.json(422, reader.get('/api/covers/series/harbor?width=wide'))
})

test('a disk error costs the cache but not the cover', async () => {
  const { reader, folder, log, idle } = await start(comic())
  writeFileSync(join(folder, 'cache'), 'a file where the folder should be')
  expect((await reader.get('/api/covers/issues/harbor-1')).status).toBe(200)
  await idle()
  expect(log.some((line) => line.includes('cover not stored'))).toBe(true)
})

test('covers are in the cache folder by file, version and width', async () => {
  const { reader, folder, idle } = await start(comic())
  await reader.get('/api/covers/issues/harbor-1')
  await idle()
  const covers = join(folder, 'cache', 'covers')
  const kept = readdirSync(covers, { recursive: true }).filter((name) => String(name).endsWith('.jpeg'))
  expect(kept).toHaveLength(1)
  expect(String(kept[0])).toMatch(/^[0-9a-f]{2}[/\\][^/\\]+-[0-9a-z]+-[0-9a-z]+-300\.jpeg$/)
})

test('tidying keeps what fits and logs what it removed', async () => {
  const { log } = await start(comic())
  const cache = new DiskCache(join(open!.folder, 'cache/covers'))
  await cache.put('ab/big.jpeg', new Uint8Array(2 * 1024 * 1024))
  const covers = new Covers({ cache, log: open!.ports.log } as ConstructorParameters<typeof Covers>[0])
  await covers.tidy(3)
  expect(await cache.get('ab/big.jpeg')).toBeDefined()
  await covers.tidy(1)
  expect(await cache.get('ab/big.jpeg')).toBeUndefined()
  expect(log.at(-1)).toContain('old covers removed removed=1 bytes_left=0')
})
