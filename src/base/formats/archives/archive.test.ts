import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { archiveHelper, memoryDisk, memoryFiles } from '../../../testing/archives/archive-helper'
import { damage, makeBomb, makeCbr, makeCbz, makePages } from '../../../testing/archives/archives'
import { makeEpub, makePdf } from '../../../testing/archives/books'
import { makeCb7 } from '../../../testing/archives/cb7'
import { makeCbt } from '../../../testing/archives/cbt'
import { isPresent } from '../../../testing/harness/programs'
import { systemClock } from '../../platform/clock'
import { systemFiles } from '../../platform/files'
import { type ArchiveFormat, KNOWN_FORMATS } from '../formats'
import { UnpackHelper } from '../helper/unpacker'
import { openArchive } from './archive'
import type { ArchiveError, FaultKind } from './archive-error'
import { inspect } from './inspect'

const pages = makePages(12)
const cbz = makeCbz(pages, { comicInfo: '<ComicInfo/>' })
const cbr = makeCbr({ ...pages, 'ComicInfo.xml': '<ComicInfo/>' })
const encrypted = Object.entries(pages).map(([name, data]) => ({ name, data, encrypted: true }))
const everything = { ...pages, 'ComicInfo.xml': '<ComicInfo/>', 'MetronInfo.xml': '<MetronInfo/>' }
const library: Record<string, Uint8Array> = {
  'a.cbz': cbz,
  'a.cbr': cbr,
  'rar5.cbr': makeCbr({ ...pages, 'ComicInfo.xml': '<ComicInfo/>' }, { rar5: true }),
  'zip-as.cbr': cbz,
  'rar-as.cbz': cbr,
  nameless: cbz,
  'empty.cbz': damage(cbz, 'empty'),
  'page.cbz': damage(cbz, 'web page'),
  'cut.cbz': damage(cbz, 'cut'),
  'cut.cbr': damage(cbr, 'cut'),
  'encrypted.cbz': makeCbz(encrypted),
  'encrypted.cbr': makeCbr(encrypted),
  'part.cbr': makeCbr(pages, { volume: true }),
  'part5.cbr': makeCbr(pages, { volume: true, rar5: true }),
  'no-entries.cbz': makeCbz({}),
  'no-entries.cbr': makeCbr({}),
  'text.cbz': makeCbz({ 'readme.txt': 'x', '.DS_Store': 'x' }),
  'pack.cbz': makeCbz({ 'Lanterna 1.cbz': 'x', 'Lanterna 2.cbr': 'x' }),
  'book.cbz': makeCbz({ mimetype: 'application/epub+zip', 'META-INF/container.xml': '<x/>', 'cover.jpg': 'x' }),
  'seven.cb7': Buffer.from('377abcaf271c00040000', 'hex'),
  'a.cb7': makeCb7(everything),
  'solid.cb7': makeCb7(everything, { solid: true, method: 'deflate', packHeader: true }),
  'a.cbt': makeCbt(everything),
  'tar-as.cbz': makeCbt(everything, { style: 'v7' }),
  'epub.epub': makeEpub(pages, { more: { 'ComicInfo.xml': '<ComicInfo/>', 'MetronInfo.xml': '<MetronInfo/>' } }),
  'epub-as.cbz': makeEpub(pages, { more: { 'ComicInfo.xml': '<ComicInfo/>', 'MetronInfo.xml': '<MetronInfo/>' } }),
  'novel.epub': makeEpub(pages, { body: () => '<p>It was a dark night.</p>'.repeat(50) }),
  'two.pdf': makePdf([{ draw: '1 0 0 rg 0 0 99 99 re f' }, { draw: '' }]),
  'behind.cbz': Buffer.concat([Buffer.from('junk in front\n'), makePdf([{ draw: '' }])]),
  'cut.cb7': damage(makeCb7(everything), 'cut'),
  'cut.cbt': damage(makeCbt(everything), 'cut'),
  'cut.pdf': damage(makePdf([{ draw: '' }, { draw: '' }]), 'cut'),
  'locked.pdf': makePdf([{ draw: '' }], { locked: true }),
  'encrypted.cb7': makeCb7(pages, { encrypted: true }),
  'no-entries.cb7': makeCb7({}),
  'no-entries.cbt': makeCbt({}),
  'text.cbt': makeCbt({ 'readme.txt': 'x' }),
  'packed.cbt': Bun.gzipSync(makeCbt(everything) as Uint8Array<ArrayBuffer>),
  'bzipped.cbt': Buffer.from('BZh91AY&SY'),
  'xz.cbt': Buffer.from('fd377a585a000004', 'hex'),
  'noise.cbz': Buffer.alloc(5000, 0xa5),
  'big-info.cbz': makeCbz({ ...pages, 'ComicInfo.xml': Buffer.alloc(1_100_000, 32) }),
}
const files = memoryFiles(library)
const rar = new UnpackHelper({ processes: archiveHelper(memoryDisk(library)), clock: systemClock })
afterAll(() => rar.stop())

const open = (path: string) => openArchive(path, { files, unpacker: rar })
const openAny = (path: string) => openArchive(path, { files, unpacker: rar }, KNOWN_FORMATS)

async function faultOf(work: Promise<unknown>): Promise<Pick<ArchiveError, 'fault' | 'detail'>> {
  const error = await work.then(
    () => undefined,
    (thrown: ArchiveError) => thrown,
  )
  expect(error?.name).toBe('ArchiveError')
  return error!
}

describe('opens by content', () => {
  for (const name of ['a.cbz', 'a.cbr', 'rar5.cbr', 'zip-as.cbr', 'rar-as.cbz', 'nameless'])
    test(`${name}: twelve pages, a ComicInfo and the right bytes`, async () => {
      const archive = await open(name)
      expect(archive.format).toBe(library[name] === cbz ? 'cbz' : 'cbr')
      expect(archive.pages.map((page) => page.name)).toEqual(Object.keys(pages))
      expect(archive.pages[9]?.size).toBe(pages['p10.png']!.length)
      expect(new TextDecoder().decode(await archive.comicInfo())).toBe('<ComicInfo/>')
      for (const index of [0, 11, 5, 5, 4])
        expect(Buffer.from(await archive.page(index)).equals(Buffer.from(pages[`p${index + 1}.png`]!))).toBe(true)
      expect(await inspect(archive, 'all')).toMatchObject({ damaged: 0, pages: { length: 12 } })
      expect(archive.coverIndex({ pages: [{ image: 3, type: 'FrontCover' }] })).toBe(3)
      expect(archive.page(12)).rejects.toThrow(RangeError)
      await archive.close()
    })
})

describe('every format', () => {
  const cases: [string, ArchiveFormat, mislabelled: boolean][] = [
    ['a.cbz', 'cbz', false],
    ['zip-as.cbr', 'cbz', true],
    ['rar5.cbr', 'cbr', false],
    ['a.cb7', 'cb7', false],
    ['solid.cb7', 'cb7', false],
    ['a.cbt', 'cbt', false],
    ['tar-as.cbz', 'cbt', true],
    ['packed.cbt', 'cbt', false],
    ['epub.epub', 'epub', false],
    ['epub-as.cbz', 'epub', true],
  ]
  for (const [name, format, mislabelled] of cases)
    test(`${name} is a ${format} with twelve pages and its documents`, async () => {
      const archive = await openAny(name)
      expect(archive).toMatchObject({ format, mislabelled, readable: true, pages: { length: 12 } })
      for (const index of [11, 0, 5, 6, 5])
        expect(Buffer.from(await archive.page(index)).equals(Buffer.from(pages[`p${index + 1}.png`]!))).toBe(true)
      expect(await inspect(archive, 'all')).toMatchObject({ damaged: 0, pages: { length: 12 } })
      const text = async (bytes: Promise<Uint8Array | undefined>) => new TextDecoder().decode(await bytes)
      expect(await text(archive.comicInfo())).toBe('<ComicInfo/>')
      if (!name.includes('cbr') && name !== 'a.cbz') expect(await text(archive.metronInfo())).toBe('<MetronInfo/>')
      await archive.close()
    })

  test('a PDF has the pages that it draws and nothing else', async () => {
    const archive = await openAny('two.pdf')
    expect(archive).toMatchObject({ format: 'pdf', mislabelled: false, pages: [{ name: 'page 1', size: 0 }, {}] })
    expect(await inspect(archive, 'all')).toMatchObject({ damaged: 0, pages: [{ type: 'jpeg', width: 1800 }, {}] })
    expect(await archive.comicInfo()).toBeUndefined()
    expect(archive.coverIndex()).toBe(0)
  })

  test('only the ends of a long PDF are inspected', async () => {
    library['long.pdf'] = makePdf(
      Array.from({ length: 9 }, () => ({ draw: '' })),
      { size: [9, 9] },
    )
    const found = await inspect(await openAny('long.pdf'), 'all')
    expect(found.pages.map((page) => page.index)).toEqual([0, 8])
  })

  test('an EPUB that is a novel opens as a file without pages', async () => {
    const archive = await openAny('novel.epub')
    expect(archive).toMatchObject({ format: 'epub', readable: false, pages: [] })
    expect(await openAny('book.cbz')).toMatchObject({ format: 'epub', readable: false, mislabelled: true })
    expect(await inspect(archive, 'ends')).toEqual({ pages: [], damaged: 0 })
    expect(archive.page(0)).rejects.toThrow(RangeError)
    await archive.close()
  })

  test('a PDF after some junk is recognised under any name', async () => {
    expect(await openAny('behind.cbz')).toMatchObject({ format: 'pdf', mislabelled: true })
  })

  test('a ZIP inside another archive is not mistaken for the file', async () => {
    const inner = makeCbz(makePages(2))
    library['pack.cbt'] = makeCbt({ 'Harbor Lights 1.cbz': inner, 'Harbor Lights 2.cbz': inner })
    library['pack.cb7'] = makeCb7({ 'p1.png': pages['p1.png']!, 'extra.zip': inner })
    library['sfx.cbz'] = Buffer.concat([Buffer.from('MZ a program in front'), makeCbz(pages)])
    expect((await faultOf(openAny('pack.cbt'))).detail).toContain('2 other archives')
    expect(await openAny('pack.cb7')).toMatchObject({ format: 'cb7', pages: { length: 1 } })
    expect(await openAny('sfx.cbz')).toMatchObject({ format: 'cbz', pages: { length: 12 } })
  })

  test('callers that name formats get no others', async () => {
    const only = (name: string, formats: ArchiveFormat[]) =>
      faultOf(openArchive(name, { files, unpacker: rar }, formats))
    for (const [name, format] of cases) {
      const others = KNOWN_FORMATS.filter((each) => each !== format)
      expect((await only(name, others)).fault).toBe('unsupported')
    }
    expect((await only('book.cbz', ['cbz', 'cbr'])).detail).toContain('is an EPUB')
    expect((await only('seven.cb7', ['cbz', 'cbr'])).detail).toContain('is a 7-Zip archive')
  })

  const faults: [string, FaultKind, string][] = [
    ['cut.cb7', 'damaged', 'cut off'],
    ['cut.cbt', 'damaged', 'cut off'],
    ['cut.pdf', 'damaged', 'cut off'],
    ['locked.pdf', 'encrypted', 'password'],
    ['encrypted.cb7', 'encrypted', 'without a password'],
    ['seven.cb7', 'damaged', 'cut off'],
    ['no-entries.cb7', 'empty', 'no file'],
    ['no-entries.cbt', 'not_an_archive', 'not a ZIP'],
    ['text.cbt', 'no_pages', '"readme.txt"'],
    ['bzipped.cbt', 'unsupported', 'packed with bzip2'],
    ['xz.cbt', 'unsupported', 'packed with xz'],
  ]
  for (const [name, fault, sentence] of faults)
    test(`${name}: ${fault}`, async () => {
      const error = await faultOf(openAny(name))
      expect(error.fault).toBe(fault)
      expect(error.detail).toContain(sentence)
    })
})

describe('reports why it does not open', () => {
  const cases: [string, FaultKind, string][] = [
    ['missing.cbz', 'unreadable', 'no longer there'],
    ['empty.cbz', 'empty', '0 bytes'],
    ['page.cbz', 'not_an_archive', 'web page'],
    ['noise.cbz', 'not_an_archive', 'not a ZIP, a RAR'],
    ['cut.cbz', 'damaged', 'cut off'],
    ['cut.cbr', 'damaged', 'cut off'],
    ['encrypted.cbz', 'encrypted', 'without a password'],
    ['encrypted.cbr', 'encrypted', 'without a password'],
    ['part.cbr', 'unsupported', 'one part of several'],
    ['part5.cbr', 'unsupported', 'one part of several'],
    ['no-entries.cbz', 'empty', 'no file'],
    ['no-entries.cbr', 'empty', 'no file'],
    ['text.cbz', 'no_pages', '"readme.txt"'],
    ['pack.cbz', 'no_pages', '2 other archives'],
  ]
  for (const [name, fault, sentence] of cases)
    test(`${name}: ${fault}`, async () => {
      const error = await faultOf(open(name))
      expect(error.fault).toBe(fault)
      expect(error.detail).toContain(sentence)
    })

  test('a file that does not open is closed, one that opens stays open until it is closed', async () => {
    let [opened, closed] = [0, 0]
    const counting = {
      async open(path: string) {
        const file = await files.open(path)
        opened += 1
        const close = async () => {
          closed += 1
        }
        return { ...file, close }
      },
    }
    for (const name of Object.keys(library)) {
      const archive = await openArchive(name, { files: counting, unpacker: rar }, KNOWN_FORMATS).catch(() => undefined)
      const inPieces = ['cbz', 'cbt', 'epub'].includes(archive?.format ?? '') && name !== 'packed.cbt'
      expect(closed).toBe(inPieces ? opened - 1 : opened)
      await archive?.close()
      expect(closed).toBe(opened)
    }
  })

  test('a failing disk is not reported as a damaged page', async () => {
    let broken = false
    const read = async (offset: number, length: number) => {
      if (broken) throw new Error('EIO: i/o error, read')
      return large.subarray(offset, offset + length)
    }
    const large = makeCbz({ 'p1.png': Buffer.alloc(100_000, 1), 'p2.png': pages['p2.png']! }, { store: true })
    const failing = { open: async () => ({ size: large.length, read, close: async () => undefined }) }
    const archive = await openArchive('any', { files: failing, unpacker: rar })
    broken = true
    const expected = {
      fault: 'unreadable',
      detail: 'The file cannot be read: The disk failed. Check it and its cable.',
    } as const
    expect(await faultOf(inspect(archive, 'all'))).toMatchObject(expected)
    expect(await faultOf(openArchive('any', { files: failing, unpacker: rar }))).toMatchObject(expected)
  })
})

describe('inspects pages', () => {
  test('a page with a flipped bit is found in CBZ and CBR, and the others are intact', async () => {
    const large = makePages(3, [300, 450])
    for (const made of [makeCbr(large), makeCbr(large, { rar5: true }), makeCbz(large, { store: true })]) {
      library.turned = damage(made, 'flip')
      const found = await inspect(await open('turned'), 'all')
      expect(found.damaged).toBe(1)
      expect(found.pages.find((page) => page.problem)?.problem).toContain('checksum')
      expect((await inspect(await open('turned'), 'ends')).damaged).toBe(0)
    }
  })

  test('a page that is not a picture, has a broken header or ends early is found', async () => {
    const whole = pages['p1.png']!
    library.mixed = makeCbz({
      '1.png': whole,
      '2.jpg': 'not found',
      '3.png': whole.slice(0, 20),
      '4.png': whole.slice(0, whole.length - 30),
      '5.png': whole,
    })
    const found = await inspect(await open('mixed'), 'all')
    expect(found.pages.map((page) => page.problem)).toEqual([
      undefined,
      'Page 2 ("2.jpg") is not a picture.',
      'Page 3 ("3.png") has a broken header.',
      'Page 4 ("4.png") ends too early.',
      undefined,
    ])
    expect(found.pages[0]).toMatchObject({ type: 'png', width: 60, height: 90 })
    expect(await inspect(await open('mixed'), 'ends')).toMatchObject({
      damaged: 0,
      pages: [{ index: 0 }, { index: 4 }],
    })
  })

  test('a page that unpacks to far more than allowed is a problem of that page', async () => {
    library.bomb = makeBomb()
    expect((await inspect(await open('bomb'), 'ends')).pages[0]?.problem).toContain('unpacks to 67108864 bytes')
  })

  test('a ComicInfo of 1 MiB is read', async () => {
    library['info.cbz'] = makeCbz({ ...pages, 'ComicInfo.xml': Buffer.alloc(1024 * 1024, 32) })
    expect((await (await open('info.cbz')).comicInfo())?.length).toBe(1024 * 1024)
  })

  test('a ComicInfo over 1 MiB is refused', async () => {
    expect((await faultOf((await open('big-info.cbz')).comicInfo())).fault).toBe('too_large')
  })
})

const real = join(import.meta.dir, '../../../../../shared/data/archives')
const present = isPresent(existsSync(real), 'the real archives are not on this machine')

describe.skipIf(!present)('real files', () => {
  const helper = new UnpackHelper({ processes: archiveHelper(), clock: systemClock })
  afterAll(() => helper.stop())

  /** A fault, or the format, the number of pages, and how many of the inspected pages are damaged. */
  const cases: [string, FaultKind | [ArchiveFormat, pages: number, damaged: number]][] = [
    ['7zip-encrypted.7z', 'encrypted'],
    ['7zip.7z', ['cb7', 1, 0]],
    ['ComicInfo_duplicateInfos.rar', 'no_pages'],
    ['ComicInfo_outside_root_SharpCompress.cb7', 'no_pages'],
    ['book-complex-tree.rar', 'no_pages'],
    ['book.rar', 'no_pages'],
    ['comicbox-2-example.cbz', ['cbz', 1, 0]],
    ['fake_cbr.cbr', ['cbr', 8, 8]],
    ['kavita-test.pdf', ['pdf', 1, 0]],
    ['komga.pdf', ['pdf', 1, 0]],
    ['nested-macos-compressed.cbz', ['cbz', 3, 0]],
    ['rar3-subdirs.rar', 'no_pages'],
    ['rar4-encrypted.rar', 'encrypted'],
    ['rar4-solid.rar', ['cbr', 3, 0]],
    ['rar4.rar', ['cbr', 3, 0]],
    ['rar5-encrypted.rar', 'encrypted'],
    ['rar5-hpsw.rar', 'encrypted'],
    ['rar5-solid.rar', ['cbr', 3, 0]],
    ['rar5-symlink-unix.rar', 'no_pages'],
    ['rar5.rar', ['cbr', 1, 0]],
    ['tall.pdf', ['pdf', 1, 0]],
    ['v10 - nested folder.cbz', ['cbz', 3, 0]],
    ['winrar.rar', 'empty'],
  ]

  test('are all in this table', () => {
    expect(readdirSync(real).sort()).toEqual(cases.map(([name]) => name).sort())
  })

  for (const [name, expected] of cases)
    test(`${name}: ${expected}`, async () => {
      const opening = openArchive(join(real, name), { files: systemFiles, unpacker: helper }, KNOWN_FORMATS)
      if (typeof expected === 'string') return expect((await faultOf(opening)).fault).toBe(expected)
      const archive = await opening
      try {
        const found = await inspect(archive, 'all')
        expect([archive.format, archive.pages.length, found.damaged]).toEqual(expected)
        expect(archive.mislabelled).toBe(false)
      } finally {
        await archive.close()
      }
    })
})

test('entries are listed in their order, with their dates where known', async () => {
  const archive = await open('a.cbr')
  expect(archive.entries.map(({ name }) => name)).toEqual([...Object.keys(pages), 'ComicInfo.xml'])
  expect(new Set(archive.entries.map(({ modified }) => modified))).toEqual(new Set(['2026-11-21T12:00:00.000Z']))
  expect(Buffer.from(await archive.entries.at(-1)!.read()).toString()).toBe('<ComicInfo/>')
  await archive.close()
})
