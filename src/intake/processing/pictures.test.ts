import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { ArchiveError } from '../../base/formats/archives/archive-error'
import { openZip } from '../../base/formats/zip/zip'
import { systemFiles } from '../../base/platform/files'
import { packPictures, pictureFolders, picturesIn } from '../../library/recognition/service'
import { fileOf } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { bytesOf, makeCbz, makeJpeg, makePages } from '../../testing/archives/archives'
import {
  filesBelow,
  type GrabbedItem,
  importDownload,
  placementOutcomes,
  putDownload,
  startProcessing,
} from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'

let folder: string
let app: TestApp

async function start(settings: Parameters<typeof startProcessing>[1] = {}) {
  app = await startProcessing(folder, settings)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', ['1', '2', '3'])
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-pictures-'))
  await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const PAGES = makePages(12)
const layPages = (at: string, pages: Record<string, Uint8Array> = PAGES) => {
  for (const [name, bytes] of Object.entries(pages)) putDownload(folder, join(at, name), bytes)
}
const laid = (at: string, more: Partial<GrabbedItem> = {}): GrabbedItem => {
  return { comic_id: 'harbor', issues: ['harbor-3'], content_path: join(folder, 'downloads', at), ...more }
}
const fulfilled = (n: number) => findIssue(app.db.read, `harbor-${n}`)?.fulfillment
const placed = (n: number) => join('Harbor Lights (2015)', `Harbor Lights 00${n} (2015).cbz`)

async function inside(path: string): Promise<Record<string, Buffer>> {
  const file = await systemFiles.open(path)
  const zip = await openZip(file)
  const read = await Promise.all(zip!.entries.map(async (entry) => [entry.name, Buffer.from(await zip!.read(entry))]))
  await file.close()
  return Object.fromEntries(read)
}

describe('a folder of loose pages', () => {
  test('is one comic: its pages in natural order, and of the other files only notes stay', async () => {
    layPages('hl3')
    putDownload(folder, 'hl3/scan.nfo', 'made by somebody')
    putDownload(folder, 'hl3/ComicInfo.xml', '<ComicInfo><Number>3</Number></ComicInfo>')
    const item = await importDownload(app, laid('hl3'))
    expect(item).toMatchObject({ stage: 'post_processed', reason: null })
    expect(filesBelow(folder, 'comics')).toEqual([placed(3)])
    expect(filesBelow(folder, 'downloads')).toEqual(['hl3/scan.nfo'])
    const file = fileOf(app.db.read, 'harbor-3')!
    expect(file).toMatchObject({ page_count: 12, format: 'cbz' })
    const content = await inside(file.path)
    expect(Object.keys(content)).toEqual([...Array.from({ length: 12 }, (_, n) => `p${n + 1}.png`), 'ComicInfo.xml'])
    for (const [name, bytes] of Object.entries(PAGES)) expect(content[name]!.equals(Buffer.from(bytes))).toBe(true)
  })

  test('may hold pictures of several kinds', async () => {
    const jpeg = await makeJpeg(60, 90, [200, 30, 30])
    layPages('hl3', { ...makePages(4), 'p5.jpg': jpeg, 'p6.webp': await new Bun.Image(jpeg).webp().bytes() })
    expect(await importDownload(app, laid('hl3'))).toMatchObject({ stage: 'post_processed' })
    expect(fileOf(app.db.read, 'harbor-3')).toMatchObject({ page_count: 6 })
  })

  test.each(['hardlink', 'copy', 'softlink'] as const)('is not changed while it seeds (%s)', async (file_opts) => {
    await app.close()
    await start({ settings: { file_opts } })
    layPages('hl3')
    const item = await importDownload(app, laid('hl3', { protocol: 'torrent', client: 'gone' }))
    expect(item.stage).toBe('post_processed')
    expect(filesBelow(folder, 'downloads')).toHaveLength(12)
    expect(await Bun.file(join(folder, 'comics', placed(3))).exists()).toBe(true)
    expect(filesBelow(folder, 'comics')).toEqual([placed(3)])
  })

  test('for each issue is a pack', async () => {
    for (const n of [1, 2, 3]) layPages(`pack/Harbor Lights 00${n} (2015)`, { ...makePages(4 + n) })
    putDownload(folder, 'pack/cover.jpg', 'a cover')
    const item = await importDownload(app, laid('pack', { issues: ['harbor-1', 'harbor-2', 'harbor-3'], pack: true }))
    expect(item).toMatchObject({ stage: 'post_processed', again_at: null })
    expect([1, 2, 3].map(fulfilled)).toEqual(['downloaded', 'downloaded', 'downloaded'])
    expect([1, 2, 3].map((n) => fileOf(app.db.read, `harbor-${n}`)?.page_count)).toEqual([5, 6, 7])
    expect(filesBelow(folder, 'downloads')).toEqual(['pack/cover.jpg'])
  })

  test('with a truncated page is damaged', async () => {
    const p7 = bytesOf(PAGES['p7.png']!)
    layPages('hl3', { ...PAGES, 'p7.png': p7.subarray(0, p7.length / 2) })
    const item = await importDownload(app, laid('hl3'))
    expect(item.stage).toBe('failed')
    expect(item.reason).toContain('Page 7')
    expect(filesBelow(folder, 'downloads')).toHaveLength(12)
  })

  test('that arrives twice is the same file', async () => {
    layPages('one')
    await importDownload(app, laid('one', { client: 'gone', protocol: 'torrent' }))
    const item = await importDownload(app, laid('one', { item_id: 'two', digest: 'two' }))
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'kept', decision: 'duplicate' }])
    expect(existsSync(join(folder, 'downloads', 'one'))).toBe(false)
  })
})

describe('a packed folder', () => {
  const archives = { files: systemFiles, unpacker: {} as ArchiveDeps['unpacker'] }
  const lay = (pages: Record<string, Uint8Array> = makePages(5)) => {
    layPages('hl3', pages)
    return { from: join(folder, 'downloads', 'hl3'), to: join(folder, 'packed', 'hl3.cbz') }
  }

  test('is there completely, with the date of its last page', async () => {
    const { from, to } = lay()
    const [day, older] = [new Date('2020-05-06T07:08:10Z'), new Date('2019-05-06T07:08:10Z')]
    for (const name of readdirSync(from)) utimesSync(join(from, name), older, older)
    utimesSync(join(from, 'p3.png'), day, day)
    putDownload(folder, 'hl3/new.nfo', 'later')
    const { modified_ms, size, pages } = await picturesIn(from, systemFiles)
    expect([modified_ms, pages.length]).toEqual([day.getTime(), 5])
    expect(size).toBe(Object.values(makePages(5)).reduce((sum, { length }) => sum + length, 0))
    await packPictures(from, to, archives)
    expect(readdirSync(join(folder, 'packed'))).toEqual(['hl3.cbz'])
    expect(Object.keys(await inside(to))).toHaveLength(5)
  })

  test('gets no name when the written file differs from the source', async () => {
    const { from, to } = lay()
    const create: typeof systemFiles.create = (path, make) =>
      systemFiles.create(path, (write) =>
        make((bytes) => write(bytes.length > 80 ? bytes.map((byte, at) => (at === 70 ? byte ^ 1 : byte)) : bytes)),
      )
    const packed = packPictures(from, to, { ...archives, files: { ...systemFiles, create } })
    expect(await packed.catch((error: unknown) => error)).toBeInstanceOf(ArchiveError)
    expect(existsSync(to)).toBe(false)
  })

  test('is not started when the disk has no room for it', async () => {
    const { from, to } = lay()
    const freeSpace = async () => ({ free: 1000, total: 1e12, remote: false })
    const packed = packPictures(from, to, { ...archives, files: { ...systemFiles, freeSpace } })
    expect(await packed.catch(String)).toContain('too full')
    expect(readdirSync(join(folder, 'packed'))).toEqual([])
  })
})

test('folders with four pictures, beside no comic and below none, are comics', () => {
  const pages = (at: string, count: number) => Array.from({ length: count }, (_, n) => `/d/${at}/p${n}.jpg`)
  const folders = (paths: string[], comics: string[] = []) => pictureFolders([...paths, ...comics], comics)
  expect(folders(pages('a', 4))).toEqual(['/d/a'])
  expect(folders(pages('a', 3))).toEqual([])
  expect(folders([...pages('a 10', 4), ...pages('a 9', 5)])).toEqual(['/d/a 9', '/d/a 10'])
  expect(folders(pages('sample', 9))).toEqual([])
  expect(folders(pages('a', 9), ['/d/a/x.cbz'])).toEqual([])
  expect(folders(pages('a/b/c', 9), ['/d/a/x.cbz'])).toEqual([])
  expect(folders(pages('a', 9), ['/d/b/x.cbz'])).toEqual(['/d/a'])
})

describe('pictures that are not a comic', () => {
  const comic = makeCbz(makePages(3))

  test('are beside a comic, or in a folder of its extras', async () => {
    putDownload(folder, 'hl3/Harbor Lights 003 (2015).cbz', comic)
    putDownload(folder, 'hl3/cover.jpg', 'a cover')
    layPages('hl3/Variant covers', makePages(6))
    const item = await importDownload(app, laid('hl3'))
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'placed' }])
    expect(filesBelow(folder, 'downloads')).toHaveLength(7)
  })

  test('are beside a comic whose name says nothing', async () => {
    putDownload(folder, 'hl3/8f2a77c0', comic)
    layPages('hl3', makePages(5))
    const item = await importDownload(app, laid('hl3'))
    expect(placementOutcomes(app, item)).toMatchObject([{ state: 'placed' }])
    expect(fileOf(app.db.read, 'harbor-3')).toMatchObject({ page_count: 3 })
  })

  test('are too few, or samples', async () => {
    layPages('hl3', makePages(2))
    layPages('hl3/sample', makePages(9))
    const item = await importDownload(app, laid('hl3'))
    expect(item.reason).toContain('contains no comic')
  })
})
