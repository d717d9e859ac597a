import { beforeAll, describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { memoryDisk } from '../../../testing/archives/archive-helper'
import { type Entries, makePages } from '../../../testing/archives/archives'
import { makeCb7 } from '../../../testing/archives/cb7'
import type { ArchiveError } from '../archives/archive-error'
import type { Libarchive } from '../helper/libarchive-module'
import type { DiskFile, HelperEntry } from '../helper/library'
import { loadLibarchive } from './library'
import { SEVEN_ZIP_LIMITS, SevenZip, type SevenZipLimits } from './seven-zip'

/** Three pages, a folder and a link, packed by 7-Zip 16 with LZMA2 as one block, its directory with LZMA. */
const LZMA = Buffer.from(
  'N3q8ryccAAShIvd3twAAAAAAAAAiAAAAAAAAAJkyQVPgArgAKV0AYapCIuO+9GGsEhsyZolI4lPZZMddyModhLwVOvQwNt4p2f20373ikwAAAA' +
    'CBMweuD9EP9rigkKB3XsVAGJ9oasCCJEdeFpVlgn/H+LUkpqhB3IoDFLSRwoiw7RavDLoNc/DkktieJVxu43A70mJPBQ9I8AAGaKlxU62ambdb' +
    'hyGeMiAoD0cg24+KLvWFcL204Z4uU5GpEI0sy/idGqu9oma4V/LtlrlcuebcBqigAAAXBjEBCYCGAAcLAQABIwMBAQVdABAAAAyA2goBrJ1AVw' +
    'AA',
  'base64',
)

let libarchive: Libarchive
beforeAll(async () => {
  libarchive = await loadLibarchive(readFile)
})

/** The archive in memory, counting the bytes that were read from it. */
function opened(bytes: Uint8Array, limits: Partial<SevenZipLimits> = {}) {
  const seen = { read: 0 }
  const disk = memoryDisk({ a: bytes })('a')
  const file: DiskFile = {
    ...disk,
    read(into, offset) {
      const count = disk.read(into, offset)
      seen.read += count
      return count
    },
  }
  const archive = new SevenZip(libarchive, { ...SEVEN_ZIP_LIMITS, ...limits })
  return { seen, archive, list: () => archive.list(file), read: (index: number) => archive.read(file, index) }
}

function contents(bytes: Uint8Array): Record<string, string> {
  const { list, read, archive } = opened(bytes)
  const files = list().filter((entry) => !entry.folder)
  const found = Object.fromEntries(files.map(({ name, index }) => [name, new TextDecoder().decode(read(index))]))
  archive.close()
  return found
}

function faultOf(work: () => unknown): string {
  try {
    work()
    return 'none'
  } catch (error) {
    return (error as ArchiveError).fault ?? String(error)
  }
}

const everything = (bytes: Uint8Array, limits?: Partial<SevenZipLimits>) => () => {
  const { list, read } = opened(bytes, limits)
  return list().map((entry) => read(entry.index))
}

const named = (entries: readonly HelperEntry[], name: string) => entries.find((entry) => entry.name === name)!.index

const files = { 'b.png': 'first', '日本/é 10.png': 'second '.repeat(900), '日本/é 9.png': 'third', 'empty.txt': '' }
const mixed: Entries = { ...files, 'sub/': '' }

describe('reads', () => {
  const shapes: [string, Parameters<typeof makeCb7>[1]][] = [
    ['stored', {}],
    ['stored as one block', { solid: true }],
    ['deflated', { method: 'deflate' }],
    ['deflated as one block', { method: 'deflate', solid: true }],
    ['deflated with a packed directory', { method: 'deflate', solid: true, packHeader: true }],
    ['without checksums', { method: 'deflate', unsummed: true }],
  ]
  for (const [name, options] of shapes)
    test(`a 7z that is ${name}`, () => {
      expect(contents(makeCb7(mixed, options))).toEqual(files)
    })

  test('LZMA2 as one block with a packed directory: names keep their letters, and the link is left out', () => {
    expect(contents(LZMA)).toEqual({
      '頁/é1.png': 'first page '.repeat(20),
      '頁/é2.png': 'second page '.repeat(30),
      '頁/é3.png': 'third page '.repeat(10),
    })
  })

  test('folders as folders, and an archive of nothing', () => {
    const { list } = opened(makeCb7(mixed))
    expect(list().filter((entry) => entry.folder)).toMatchObject([{ name: 'sub', size: 0, encrypted: false }])
    expect(opened(makeCb7({})).list()).toEqual([])
  })
})

describe('cost', () => {
  const pages = makePages(12, [300, 450])
  const expected = (index: number) => Buffer.from(pages[`p${index + 1}.png`]!)

  test('a page of an archive that is not solid is read alone', () => {
    for (const method of ['copy', 'deflate'] as const) {
      const bytes = makeCb7(pages, { method })
      const { seen, list, read } = opened(bytes)
      const index = named(list(), 'p9.png')
      seen.read = 0
      expect(expected(8).equals(Buffer.from(read(index)))).toBe(true)
      expect(seen.read).toBeLessThan(expected(8).length + 100)
    }
  })

  test('a solid archive is unpacked once, in any order of its pages', () => {
    const bytes = makeCb7(pages, { method: 'deflate', solid: true })
    const { seen, list, read } = opened(bytes)
    list()
    seen.read = 0
    for (const index of [7, 0, 3, 3, 11, 8]) expect(expected(index).equals(Buffer.from(read(index)))).toBe(true)
    expect(seen.read).toBeLessThan(bytes.length)
  })

  test('kept entries are dropped page by page, not all at once', () => {
    const bytes = makeCb7(pages, { method: 'deflate', solid: true })
    const { seen, list, read } = opened(bytes, { keptBytes: expected(11).length * 4 })
    const last = list().at(-1)!.index
    read(last)
    seen.read = 0
    for (const index of [last - 1, last - 2, last]) read(index)
    expect(seen.read).toBe(0)
  })

  test('a stream that failed is freed, and the next page is read from the start', () => {
    const bytes = Buffer.from(makeCb7(pages, { method: 'deflate', solid: true }))
    const turned = Buffer.from(bytes)
    turned.fill(0xff, 400, 440)
    let live = 0
    const counting = Object.assign(Object.create(libarchive), {
      _archive_read_new_memory: (...of: [number, number, number]) => {
        live += 1
        return libarchive._archive_read_new_memory(...of)
      },
      _archive_read_free: (archive: number) => {
        live -= 1
        return libarchive._archive_read_free(archive)
      },
    }) as Libarchive
    const archive = new SevenZip(counting, SEVEN_ZIP_LIMITS)
    const file = memoryDisk({ a: turned })('a')
    const entries = archive.list(file)
    expect(faultOf(() => archive.read(file, entries.at(-1)!.index))).toBe('damaged')
    expect(live).toBe(0)
    archive.close()
  })

  test('kept entries stay within the limit, and pages are right when it is too small', () => {
    const bytes = makeCb7(pages, { method: 'deflate', solid: true })
    const { seen, list, read } = opened(bytes, { keptBytes: expected(11).length * 2 })
    list()
    for (const index of [11, 10, 0, 11, 5]) expect(expected(index).equals(Buffer.from(read(index)))).toBe(true)
    expect(seen.read).toBeGreaterThan(bytes.length * 2)
  })

  test('closed archives leave no memory behind', () => {
    const bytes = makeCb7(pages, { method: 'deflate', solid: true })
    const once = () => {
      const { list, read, archive } = opened(bytes)
      list()
      read(11)
      archive.close()
    }
    once()
    const before = libarchive.HEAPU8.length
    for (let round = 0; round < 200; round++) once()
    expect(libarchive.HEAPU8.length).toBe(before)
  })
})

describe('refuses', () => {
  const one = makeCb7({ 'a.png': 'some text '.repeat(50) }, { method: 'deflate' })
  const turned = (bytes: Uint8Array, at: number) => {
    const copy = Uint8Array.from(bytes)
    copy[at]! ^= 0x10
    return copy
  }
  const cases: [string, Uint8Array, string, Partial<SevenZipLimits>?][] = [
    ['encrypted contents', makeCb7(mixed, { encrypted: true }), 'encrypted'],
    ['a wrong checksum', turned(makeCb7(mixed), 34), 'damaged'],
    ['a turned bit in the packed bytes', turned(one, 40), 'damaged'],
    ['a start with a wrong checksum', turned(one, 13), 'damaged'],
    ['a directory with a wrong checksum', turned(one, one.length - 5), 'damaged'],
    ['another version', turned(one, 6), 'unsupported'],
    ['too many entries', makeCb7(mixed), 'too_large', { entries: 4 }],
    ['an entry over the limit', one, 'too_large', { entryBytes: 499 }],
    ['a block over the limit', one, 'too_large', { folderBytes: 10 }],
    ['a directory over the limit', makeCb7(mixed), 'too_large', { directoryBytes: 100 }],
    ['more than may be unpacked', one, 'too_large', { totalBytes: 499 }],
    ['a bomb', makeCb7({ 'p.png': Buffer.alloc(32 * 1024 ** 2) }, { method: 'deflate' }), 'too_large'],
  ]
  for (const [name, bytes, fault, limits] of cases)
    test(`${name}: ${fault}`, () => {
      expect(faultOf(everything(bytes, limits))).toBe(fault)
    })

  test('an entry that does not exist', () => {
    const { list, read } = opened(one)
    list()
    expect(faultOf(() => read(7))).toBe('damaged')
  })

  test('a stored entry longer than its block', () => {
    // The sizes of the block and of the packed data are one byte each here.
    const bytes = Buffer.from(makeCb7({ 'a.png': 'x'.repeat(100) }))
    expect(contents(bytes)).toEqual({ 'a.png': 'x'.repeat(100) })
    const { list } = opened(bytes, { totalBytes: 50 })
    expect(faultOf(list)).toBe('too_large')
  })

  test('truncated anywhere, a 7z is damaged', () => {
    for (const whole of [LZMA, one]) {
      for (let at = 0; at < whole.length; at++) expect(faultOf(everything(whole.subarray(0, at)))).toBe('damaged')
    }
  })

  test('altered anywhere, a 7z is read right or refused, never read wrong', () => {
    const right = Object.values(contents(LZMA))
    for (let at = 6; at < LZMA.length; at++) {
      let read: Uint8Array[] = []
      const fault = faultOf(() => {
        read = everything(turned(LZMA, at))()
      })
      expect(['none', 'damaged', 'unsupported', 'too_large']).toContain(fault)
      const texts = read.map((bytes) => new TextDecoder().decode(bytes)).filter((text) => text !== '')
      expect(right).toEqual(expect.arrayContaining(texts))
    }
  })

  test('a directory with every byte changed and its checksums corrected never breaks the reader', () => {
    const whole = Buffer.from(makeCb7(mixed, { method: 'deflate', solid: true }))
    const from = 32 + Number(whole.readBigUInt64LE(12))
    for (let at = from; at < whole.length; at++) {
      for (const value of [0, 1, 0x7f, 0xff]) {
        const copy = Buffer.from(whole)
        copy[at] = value
        copy.writeUInt32LE(Bun.hash.crc32(copy.subarray(from)), 28)
        copy.writeUInt32LE(Bun.hash.crc32(copy.subarray(12, 32)), 8)
        expect(['none', 'damaged', 'unsupported', 'too_large', 'encrypted']).toContain(faultOf(everything(copy)))
      }
    }
  })
})
