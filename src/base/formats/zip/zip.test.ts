import { describe, expect, test } from 'bun:test'
import { open as fileOpen, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFiles } from '../../../testing/archives/archive-helper'
import { damage, type Entries, makeBomb, makeCbz, type ZipOptions } from '../../../testing/archives/archives'
import { isPresent } from '../../../testing/harness/programs'
import { systemFiles } from '../../platform/files'
import type { OpenFile } from '../../platform/ports'
import type { ArchiveError } from '../archives/archive-error'
import { openZip, ZIP_LIMITS, type ZipLimits } from './zip'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function open(bytes: Uint8Array, limits?: ZipLimits) {
  return openZip(await memoryFiles({ zip: bytes }).open('zip'), limits)
}

async function contents(entries: Entries, options?: ZipOptions): Promise<Record<string, string>> {
  const zip = (await open(makeCbz(entries, options)))!
  const pairs = zip.entries.map(async (entry) => [entry.name, text(await zip.read(entry))])
  return Object.fromEntries(await Promise.all(pairs))
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: ArchiveError) => error.fault,
  )
}

const files = { 'a.txt': 'first', 'b/c.txt': 'second '.repeat(1000), 'empty.txt': '' }

describe('reads', () => {
  const shapes: [string, ZipOptions][] = [
    ['deflated', {}],
    ['stored', { store: true }],
    ['ZIP64', { zip64: true }],
    ['ZIP64 behind a prefix', { zip64: true, prefix: Buffer.from('#!/bin/sh\n') }],
    ['after a prefix', { prefix: Buffer.from('MZ'.repeat(5000)) }],
    ['with a comment', { comment: 'PK\x05\x06 is how it ends' }],
    ['with the longest comment', { comment: 'x'.repeat(65_535) }],
  ]
  for (const [name, options] of shapes)
    test(`entries of a ZIP that is ${name}`, async () => {
      expect(await contents(files, options)).toEqual(files)
    })

  test('entries whose sizes follow their data', async () => {
    expect(await contents([{ name: 'a', data: 'streamed', descriptor: true }])).toEqual({ a: 'streamed' })
  })

  test('a large entry on another thread, with the same bytes', async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251))
    const zip = (await open(makeCbz({ a: large })))!
    expect(large.equals(await zip.read(zip.entries[0]!))).toBe(true)
  })

  test('a ZIP with junk after its end', async () => {
    const zip = await open(Buffer.concat([makeCbz(files), Buffer.alloc(3000)]))
    expect(zip?.entries.length).toBe(3)
  })

  test('a ZIP without entries', async () => {
    expect((await open(makeCbz({})))?.entries).toEqual([])
  })
})

describe('names', () => {
  const raw = (name: Buffer) => [{ name: '', rawName: name, data: '' }]
  const cases: [string, Entries, string][] = [
    ['UTF-8 that says so', { '日本.jpg': '' }, '日本.jpg'],
    ['UTF-8 that does not say so', raw(Buffer.from('日本.jpg')), '日本.jpg'],
    ['code page 437', raw(Buffer.from([0x82, 0x2e, 0xe1])), 'é.ß'],
    ['backslashes', { 'v1\\p1.jpg': '' }, 'v1/p1.jpg'],
    ['a path out of the folder stays a name', { '../../etc/passwd': '' }, '../../etc/passwd'],
  ]
  for (const [name, entries, expected] of cases)
    test(`${name}: ${expected}`, async () => {
      expect((await open(makeCbz(entries)))?.entries[0]?.name).toBe(expected)
    })
})

describe('cost', () => {
  test('opening and reading an entry of a large file are two reads', async () => {
    const big = makeCbz({ 'p1.bin': Buffer.alloc(300_000, 7), 'p2.bin': Buffer.alloc(300_000, 9) }, { store: true })
    const reads: number[] = []
    const file: OpenFile = {
      size: big.length,
      async read(offset, length) {
        reads.push(length)
        return big.subarray(offset, offset + length)
      },
      close: async () => undefined,
    }
    const zip = (await openZip(file))!
    await zip.read(zip.entries[0]!)
    expect(reads.length).toBe(2)
    expect(reads[1]).toBeLessThan(300_500)
  })

  for (const store of [true, false]) {
    test(`the beginning of ${store ? 'a stored' : 'a packed'} entry is read without the rest`, async () => {
      const page = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * at * 31) % 251))
      const big = makeCbz({ 'p1.bin': page, 'p2.bin': Buffer.alloc(300_000, 9) }, { store })
      let read = 0
      const file: OpenFile = {
        size: big.length,
        async read(offset, length) {
          read += length
          return big.subarray(offset, offset + length)
        },
        close: async () => undefined,
      }
      const zip = (await openZip(file))!
      read = 0
      const head = await zip.head(zip.entries[0]!, 1000)
      expect(head.length).toBeGreaterThan(store ? 999 : 500)
      expect(page.subarray(0, head.length).equals(head)).toBe(true)
      expect(read).toBeLessThan(1300)
      expect((await zip.head(zip.entries[0]!, 1_000_000)).length).toBe(300_000)
    })
  }

  test('a page of a file of 6 GB is read without the rest', async () => {
    const hole = 6 * 1024 ** 3
    const pages = { 'p1.bin': Buffer.alloc(200_000, 7), 'p2.bin': Buffer.alloc(300_000, 9) }
    const made = makeCbz(pages, { store: true, zip64: true, at: hole })
    const reads: { offset: number; length: number }[] = []
    const file: OpenFile = {
      size: hole + made.length,
      async read(offset, length) {
        reads.push({ offset, length })
        return offset >= hole ? made.subarray(offset - hole, offset - hole + length) : Buffer.alloc(length)
      },
      close: async () => undefined,
    }
    const zip = (await openZip(file))!
    expect(zip.entries.every((entry) => entry.offset > 0xffffffff)).toBe(true)
    expect(pages['p2.bin'].equals(await zip.read(zip.entries[1]!))).toBe(true)
    expect(reads.length).toBe(2)
    expect(reads.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(300_000 + 70_000)
  })

  test.skipIf(!isPresent(process.platform === 'linux', 'other systems may write the hole of a file out'))(
    'and so is one on disk, with nothing but a hole before it',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'large-zip-'))
      const path = join(folder, 'large.cbz')
      try {
        const hole = 5 * 1024 ** 3
        const handle = await fileOpen(path, 'w')
        await handle.write(makeCbz(files, { zip64: true, at: hole }), 0, null, hole)
        await handle.close()
        const file = await systemFiles.open(path)
        const zip = (await openZip(file))!
        expect(file.size).toBeGreaterThan(hole)
        expect(text(await zip.read(zip.entries[1]!))).toBe(files['b/c.txt'])
        await file.close()
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  test('a small file is read once, as a whole', async () => {
    const small = makeCbz(files)
    let reads = 0
    const read: OpenFile['read'] = async (offset, length) => {
      reads += 1
      return small.subarray(offset, offset + length)
    }
    const zip = (await openZip({ size: small.length, read, close: async () => undefined }))!
    for (const entry of zip.entries) await zip.read(entry)
    expect(reads).toBe(1)
  })
})

describe('the UTF-8 name in an extra field', () => {
  const field = (id: number, body: Uint8Array) =>
    Buffer.concat([Buffer.from([id & 255, id >> 8, body.length, 0]), body])
  const unicode = (name: string) => field(0x7075, Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from(name)]))
  const names = async (extra: Uint8Array) =>
    (await open(makeCbz([{ name: 'x', rawName: Buffer.from('a.txt'), data: 'x', extra }])))!.entries.map(
      ({ name }) => name,
    )

  test('wins, also after another field', async () => {
    expect(await names(unicode('é.txt'))).toEqual(['é.txt'])
    expect(await names(Buffer.concat([field(0x5455, Buffer.alloc(5)), unicode('é.txt')]))).toEqual(['é.txt'])
  })

  test('is ignored when it is empty, truncated or in another field', async () => {
    for (const extra of [unicode(''), unicode('é.txt').subarray(0, -1), field(0x7076, Buffer.alloc(9, 65))])
      expect(await names(extra)).toEqual(['a.txt'])
  })
})

describe('refuses', () => {
  const reading = async (bytes: Uint8Array, limits?: ZipLimits) => {
    const zip = await open(bytes, limits)
    return Promise.all(zip?.entries.map((entry) => zip.read(entry)) ?? [])
  }
  /** Flips one bit at the place that `find` names, in the last occurrence of `find`. */
  const patched = (bytes: Uint8Array, signature: number[], offset: number, values: number[]) => {
    const copy = Buffer.from(bytes)
    copy.set(values, copy.lastIndexOf(new Uint8Array(signature)) + offset)
    return copy
  }
  const central = [0x50, 0x4b, 1, 2]
  const end = [0x50, 0x4b, 5, 6]
  const one = makeCbz({ 'a.txt': 'some text '.repeat(50) })
  const many = makeCbz(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}`, ''])))

  const cases: [string, Uint8Array, string, Partial<ZipLimits>?][] = [
    ['an entry with a wrong checksum', patched(one, central, 16, [1, 2, 3, 4]), 'damaged'],
    ['an entry longer than stated', patched(one, central, 24, [10, 0, 0, 0]), 'damaged'],
    ['an entry shorter than stated', patched(one, central, 24, [0xff, 9, 0, 0]), 'damaged'],
    ['a turned bit in the data', damage(makeCbz({ a: 'stored text '.repeat(99) }, { store: true }), 'flip'), 'damaged'],
    ['an entry that is elsewhere', patched(one, central, 42, [9, 0, 0, 0]), 'damaged'],
    ['an entry past the end', patched(one, central, 42, [0xff, 0xff, 0xff, 0x7f]), 'damaged'],
    ['entries larger than the file', patched(one, central, 20, [0xff, 0xff, 0xff, 0x7f]), 'damaged'],
    ['a directory that is not there', patched(one, end, 12, [5, 0, 0, 0, 3, 0, 0, 0]), 'damaged'],
    ['a directory with fewer entries than stated', patched(one, end, 8, [9, 0, 9, 0]), 'damaged'],
    ['an encrypted entry', makeCbz([{ name: 'a', data: 'x', encrypted: true }]), 'encrypted'],
    ['a method that is not read', patched(one, central, 10, [14, 0]), 'unsupported'],
    ['an entry over the limit', one, 'too_large', { entryBytes: 499 }],
    ['too many entries', many, 'too_large', { entries: 29 }],
    ['a directory over the limit', many, 'too_large', { directoryBytes: 500 }],
    ['a bomb', makeBomb(), 'too_large'],
  ]
  for (const [name, bytes, fault, limits] of cases)
    test(`${name} is ${fault}`, async () => {
      expect(await faultOf(reading(bytes, { ...ZIP_LIMITS, ...limits }))).toBe(fault)
    })

  test('values at a limit are accepted', async () => {
    const limits = { ...ZIP_LIMITS, entries: 30, entryBytes: 500 }
    expect((await reading(many, limits)).length).toBe(30)
    expect((await reading(one, limits))[0]?.length).toBe(500)
  })

  test('a small entry may shrink to nothing', async () => {
    expect((await reading(makeCbz({ a: Buffer.alloc(1024 * 1024) })))[0]?.length).toBe(1024 * 1024)
  })

  test('a false end record in the comment is skipped', async () => {
    const record = Buffer.alloc(22)
    record.write('PK\x05\x06', 'latin1')
    record.writeUInt16LE(1, 10)
    record.writeUInt32LE(0x7fffffff, 12)
    const bytes = Buffer.from(makeCbz({ 'a.txt': 'first' }, { comment: 'x'.repeat(30) }))
    record.copy(bytes, bytes.length - 30)
    expect((await reading(bytes)).map(text)).toEqual(['first'])
  })

  test('a file without a directory is not a ZIP', async () => {
    for (const how of ['cut', 'empty', 'web page'] as const) expect(await open(damage(one, how))).toBeUndefined()
  })

  test('truncated or altered anywhere, a ZIP is read right or refused, never read wrong', async () => {
    const source = makeCbz(files)
    for (let at = 0; at < source.length; at++) {
      const turned = Uint8Array.from(source)
      turned[at] = turned[at]! ^ 0x41
      for (const bytes of [source.subarray(0, at), turned]) {
        const read = await reading(bytes).then(
          (all) => all.map(text),
          (error: Error) => error.name,
        )
        if (Array.isArray(read)) expect(Object.values(files)).toEqual(expect.arrayContaining(read))
        else expect(read).toBe('ArchiveError')
      }
    }
  })
})
