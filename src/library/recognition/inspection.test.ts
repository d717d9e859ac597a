import { afterAll, describe, expect, test } from 'bun:test'
import { UnpackHelper } from '../../base/formats/helper/unpacker'
import { systemClock } from '../../base/platform/clock'
import type { Files, OpenFile } from '../../base/platform/ports'
import { archiveHelper, memoryDisk, memoryFiles } from '../../testing/archives/archive-helper'
import { type Entries, makeCbz, makePages } from '../../testing/archives/archives'
import { makeEpub } from '../../testing/archives/books'
import { contentColumns, inspectFile } from './inspection'

const library: Record<string, Uint8Array> = {}
const unpacker = new UnpackHelper({ processes: archiveHelper(memoryDisk(library)), clock: systemClock })
afterAll(() => unpacker.stop())

const PAGES = makePages(4)
const COMICINFO = '<ComicInfo><Series>Harbor Lights</Series><Number>4</Number></ComicInfo>'
const METRON = '<MetronInfo><Series><Name>Harbor Lights</Name></Series><Number>5</Number></MetronInfo>'

/** The inspection of a comic with four pages and these files beside them. */
function seen(beside: Record<string, string>, pages: Entries = PAGES) {
  library['a.cbz'] = makeCbz({ ...(pages as typeof PAGES), ...beside })
  return inspectFile('a.cbz', { files: memoryFiles(library), unpacker })
}

describe('the metadata of a comic', () => {
  test.each<[string, Record<string, string>, object]>([
    ['is ComicInfo', { 'ComicInfo.xml': COMICINFO }, { info: { series: 'Harbor Lights', number: '4' }, saidBy: 'ComicInfo', numberBy: 'ComicInfo' }],
    ['is ComicInfo when that is alone, whatever it leaves open', { 'ComicInfo.xml': '<ComicInfo><Title>Fog</Title></ComicInfo>' }, { saidBy: 'ComicInfo', numberBy: 'ComicInfo' }],
    ['is MetronInfo where that is alone', { 'MetronInfo.xml': METRON }, { info: { number: '5' }, saidBy: 'MetronInfo', numberBy: 'MetronInfo' }],
    ['is ComicInfo when both exist', { 'ComicInfo.xml': COMICINFO, 'MetronInfo.xml': METRON }, { info: { number: '4' }, saidBy: 'ComicInfo', numberBy: 'ComicInfo' }],
    ['is of each what the other leaves open', { 'ComicInfo.xml': '<ComicInfo><Number>4</Number></ComicInfo>', 'MetronInfo.xml': METRON }, { info: { series: 'Harbor Lights', number: '4' }, saidBy: 'MetronInfo', numberBy: 'ComicInfo' }],
    ['is MetronInfo where ComicInfo is broken', { 'ComicInfo.xml': '<ComicInfo><Series', 'MetronInfo.xml': METRON }, { info: { number: '5' }, saidBy: 'MetronInfo', remark: 'ComicInfo.xml cannot be read' }],
    ['is ComicInfo where MetronInfo is broken', { 'ComicInfo.xml': COMICINFO, 'MetronInfo.xml': '<MetronInfo' }, { info: { number: '4' }, saidBy: 'ComicInfo', remark: 'MetronInfo.xml cannot be read' }],
  ])('%s', async (_, beside, expected) => expect(await seen(beside)).toMatchObject(expected)) // biome-ignore format: a table

  test('is empty when both documents are broken, and both are named', async () => {
    const { info, remark } = await seen({ 'ComicInfo.xml': '<ComicInfo', 'MetronInfo.xml': '<MetronInfo' })
    expect([info, remark]).toEqual([undefined, 'ComicInfo.xml cannot be read. MetronInfo.xml cannot be read'])
  })

  test('is empty when its bytes are damaged, and that is reported', async () => {
    const bytes = Buffer.from(makeCbz(PAGES, { comicInfo: COMICINFO, store: true }))
    bytes.write('Xarbor Lights', bytes.indexOf('Harbor Lights'))
    library['a.cbz'] = bytes
    const { info, remark, pages } = await inspectFile('a.cbz', { files: memoryFiles(library), unpacker })
    expect([info, remark, pages]).toEqual([undefined, 'ComicInfo.xml cannot be read', 4])
  })

  test('has no remark when it is readable', async () => {
    expect(await seen({ 'ComicInfo.xml': COMICINFO, 'MetronInfo.xml': METRON })).not.toHaveProperty('remark')
  })

  test('is the package document of an EPUB when there is no ComicInfo', async () => {
    const metadata = '<dc:title>Crimson Gate, Vol. 1</dc:title><dc:creator>Jane Doe</dc:creator>'
    const inside = async (more: Record<string, string> = {}) => {
      library['9781632365128.epub'] = makeEpub(PAGES as Record<string, Uint8Array>, { metadata, more })
      return inspectFile('9781632365128.epub', { files: memoryFiles(library), unpacker })
    }
    expect(await inside()).toMatchObject({
      info: { series: 'Crimson Gate', writer: ['Jane Doe'], book: { number: '1', counted: 'volumes' } },
      saidBy: 'EPUB',
      numberBy: 'EPUB',
    })
    const both = await inside({ 'ComicInfo.xml': COMICINFO })
    expect(both).toMatchObject({ info: { series: 'Harbor Lights', number: '4' }, saidBy: 'ComicInfo' })
    expect(both.info).not.toHaveProperty('book')
  })

  test('names the cover page', async () => {
    const cover = '<ComicInfo><Pages><Page Image="0"/><Page Image="2" Type="FrontCover"/></Pages></ComicInfo>'
    expect(await seen({ 'ComicInfo.xml': cover })).toMatchObject({ coverPage: 2, pages: 4, format: 'cbz' })
  })
})

test("a comic with a damaged page is refused with the page's problem", async () => {
  const last = Object.keys(PAGES).at(-1)!
  const damaged = seen({}, { ...PAGES, [last]: 'no picture' } as typeof PAGES)
  expect(await damaged.catch((error) => error)).toMatchObject({
    fault: 'damaged',
    detail: expect.stringContaining(last),
  })
})

test('a disk failure while reading the metadata is not broken metadata, and the file is closed', async () => {
  const filler = 'x'.repeat(200_000)
  const entries = { ...PAGES, 'a.txt': filler, 'ComicInfo.xml': COMICINFO, 'b.txt': filler }
  const bytes = makeCbz(entries, { store: true })
  library['a.cbz'] = bytes
  const at = Buffer.from(bytes).indexOf('Harbor Lights')
  let closed = 0
  const open = async (path: string): Promise<OpenFile> => {
    const file = await memoryFiles(library).open(path)
    const read: OpenFile['read'] = async (offset, length) => {
      if (offset <= at && at < offset + length) throw new Error('EIO: the disk does not answer')
      return file.read(offset, length)
    }
    return { size: file.size, read, close: async () => void closed++ }
  }
  const failed = inspectFile('a.cbz', { files: { open } as Pick<Files, 'open'>, unpacker })
  expect(await failed.catch((error) => error)).toMatchObject({ fault: 'unreadable' })
  expect(closed).toBe(1)
})

test('a row stores format, page count and cover', () => {
  expect(contentColumns({ format: 'cbz', pages: 24, coverPage: 1 })).toEqual({
    format: 'cbz',
    page_count: 24,
    cover_page: 1,
  })
})
