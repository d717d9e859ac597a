import { afterAll, describe, expect, test } from 'bun:test'
import { archiveHelper, memoryDisk, memoryFiles } from '../../../testing/archives/archive-helper'
import { damage, type Entries, makeBomb, makeCbr, makeCbz, makePages } from '../../../testing/archives/archives'
import { makeEpub, makePdf } from '../../../testing/archives/books'
import { makeCb7 } from '../../../testing/archives/cb7'
import { makeCbt } from '../../../testing/archives/cbt'
import { RARE_ZIPS } from '../../../testing/archives/rare-zips'
import { systemClock } from '../../platform/clock'
import { UnpackHelper } from '../helper/unpacker'
import { openArchive, openPacked } from './archive'
import type { ArchiveError } from './archive-error'

const pages = makePages(3)
const inner = makeCbz({ ...pages, 'ComicInfo.xml': '<ComicInfo/>' })
const library: Record<string, Uint8Array> = {}
const files = memoryFiles(library)
const unpacker = new UnpackHelper({ processes: archiveHelper(memoryDisk(library)), clock: systemClock })
afterAll(() => unpacker.stop())

const opened = (bytes: Uint8Array) => {
  library['outer.cbz'] = bytes
  return openArchive('outer.cbz', { files, unpacker })
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ fault, detail }: ArchiveError) => ({ fault, detail }),
  )

describe('a comic packed once more', () => {
  const inside = { 'Harbor Lights 1.cbz': inner, 'note.txt': 'mine', '.DS_Store': 'x' }
  const outers: [string, Uint8Array][] = [
    ['a ZIP', makeCbz(inside)],
    ['a ZIP that is not compressed', makeCbz(inside, { store: true })],
    ['a ZIP after other data', makeCbz(inside, { store: true, prefix: Buffer.from('junk') })],
    ['a TAR', makeCbt(inside)],
    ['a RAR', makeCbr(inside)],
    ['a 7-Zip', makeCb7(inside)],
  ]
  for (const [name, bytes] of outers)
    test(`in ${name} has its pages and documents, besides its other entries`, async () => {
      const archive = await opened(bytes)
      expect(archive).toMatchObject({ nested: true, pages: { length: 3 } })
      for (const index of [2, 0])
        expect(Buffer.from(await archive.page(index)).equals(pages[`p${index + 1}.png`]!)).toBe(true)
      expect(Buffer.from((await archive.comicInfo())!).toString()).toBe('<ComicInfo/>')
      expect(archive.entries.map((entry) => entry.name)).toEqual(['note.txt', ...Object.keys(pages), 'ComicInfo.xml'])
      await archive.close()
    })

  test('as a TAR or an EPUB', async () => {
    for (const comic of [{ 'a.cbt': makeCbt(pages) }, { 'a.epub': makeEpub(pages) }] as Entries[])
      expect(await opened(makeCbz(comic, { store: true }))).toMatchObject({ nested: true, pages: { length: 3 } })
  })

  test('that is not compressed is read in place, however large', async () => {
    const bytes = makeCbz({ 'a.cbz': makeCbz(makePages(8, [300, 450]), { store: true }) }, { store: true })
    let most = 0
    const counting = {
      async open(path: string) {
        const file = await files.open(path)
        const read = (offset: number, length: number) => {
          most = Math.max(most, length)
          return file.read(offset, length)
        }
        return { ...file, size: bytes.length, read }
      },
    }
    library['large.cbz'] = bytes
    const archive = await openArchive('large.cbz', { files: counting, unpacker })
    await archive.page(7)
    expect(most).toBeLessThan(80_000)
  })

  const left: [string, Entries, string, string][] = [
    ['a RAR', { 'a.cbr': makeCbr(pages) }, 'unsupported', 'The archive holds "a.cbr", which is a RAR archive. Unpack it once.'],
    ['a PDF', { 'b/a.pdf': makePdf([{ draw: '' }]) }, 'unsupported', 'The archive holds "a.pdf", which is a PDF. Unpack it once.'],
    ['one that is truncated', { 'a.cbz': damage(inner, 'cut') }, 'damaged', 'In the archive, "a.cbz": The file was cut off: the end of the ZIP is missing.'],
    ['two', { 'a.cbz': inner, 'b.cbz': inner }, 'no_pages', 'The archive has no pages, only 2 other archives or books. Unpack it to add them one by one.'],
    ['one in one in one', { 'a.zip': makeCbz({ 'b.cbz': inner }) }, 'no_pages', 'The archive has no pages, only another archive, which has none either.'],
    ['a novel', { 'a.epub': makeEpub(pages, { body: () => '<p>It was a dark night.</p>'.repeat(50) }) }, 'no_pages', 'The archive has no pages, only another archive, which has none either.'],
    ['a bomb', { 'a.cbz': Buffer.alloc(64 * 1024 ** 2) }, 'too_large', 'The archive holds "a.cbz", which is too large to be read inside it. Unpack it once.'],
  ] // biome-ignore format: one glance
  for (const [name, entries, fault, detail] of left)
    test(`${name} inside is refused, with advice`, async () => {
      expect(await faultOf(opened(makeCbz(entries)))).toEqual({ fault: fault as never, detail })
    })

  test('a bomb in an inner page costs only that page', async () => {
    const archive = await opened(makeCbz({ 'a.cbz': makeBomb() }, { store: true }))
    expect((await faultOf(archive.page(0)))?.fault).toBe('too_large')
  })

  test('inner pages that only the helper could unpack are reported', async () => {
    const archive = await opened(makeCbz({ 'a.cbz': RARE_ZIPS.LZMA! }))
    const detail = '"p1.png" is packed with ZIP method 14, which is not read. Pack the comic again as a plain ZIP.'
    expect(await faultOf(archive.page(0))).toEqual({ fault: 'unsupported', detail })
  })

  test('a comic with another one as an extra keeps its own pages, and a pack of comics lists its files', async () => {
    expect(await opened(makeCbz({ ...pages, 'extra.cbz': inner }))).toMatchObject({
      nested: false,
      pages: { length: 3 },
    })
    library['pack.zip'] = makeCbz({ 'a.cbz': inner })
    const pack = await openPacked('pack.zip', { files, unpacker })
    expect(pack.entries.map(({ name }) => name)).toEqual(['a.cbz'])
  })
})
