import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { memoryFiles } from '../../../testing/archives/archive-helper'
import { list, makeCbz, type ZipOptions } from '../../../testing/archives/archives'
import { hasProgram } from '../../../testing/harness/programs'
import { systemFiles } from '../../platform/files'
import type { OpenFile } from '../../platform/ports'
import { ZipLayout } from './layout'
import { rewriteZip, type ZipEdit, ZipWriter } from './writer'
import { openZip, ZIP_LIMITS } from './zip'

const AT = '2026-11-21T10:20:30.000Z'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const inMemory = (bytes: Uint8Array): Promise<OpenFile> => memoryFiles({ zip: bytes }).open('zip')

async function rewritten(bytes: Uint8Array, edits: ZipEdit[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  await rewriteZip(await inMemory(bytes), edits, AT, async (piece) => {
    pieces.push(Uint8Array.from(piece))
  })
  return Buffer.concat(pieces)
}

async function contents(bytes: Uint8Array): Promise<Record<string, string>> {
  const zip = await openZip(await inMemory(bytes))
  const all: Record<string, string> = {}
  for (const entry of zip!.entries) all[entry.name] = Buffer.from(await zip!.read(entry)).toString()
  return all
}

/** The packed bytes of an entry with its header. */
async function raw(bytes: Uint8Array, name: string): Promise<Buffer> {
  const zip = await openZip(await inMemory(bytes))
  const { offset, nameBytes, packed } = zip!.entries.find((entry) => entry.name === name)!
  return Buffer.from(bytes.subarray(offset, offset + 30 + nameBytes + packed))
}

const PAGES = [
  { name: 'b/2.png', data: 'second page, second page, second page' },
  { name: 'ComicInfo.xml', data: '<ComicInfo><Series>Old</Series></ComicInfo>' },
  { name: 'b/1.png', data: 'first page, first page, first page' },
]
const NEW: ZipEdit = { name: 'ComicInfo.xml', content: bytesOf('<ComicInfo/>') }

describe('a rewritten ZIP', () => {
  const kinds: [string, ZipOptions, Partial<(typeof PAGES)[number]> & { descriptor?: boolean }][] = [
    ['packed', {}, {}],
    ['stored', { store: true }, {}],
    ['with data descriptors', {}, { descriptor: true }],
    ['with Zip64 fields', { zip64: true }, {}],
    ['with a comment', { comment: 'scanned by nobody' }, {}],
    ['with something in front', { prefix: bytesOf('#!/bin/sh\nexit\n') }, {}],
  ]

  test.each(kinds)('%s has the same pages, byte for byte, in order', async (_, options, more) => {
    const before = makeCbz(
      PAGES.map((page) => ({ ...page, ...more })),
      options,
    )
    const after = await rewritten(before, [NEW])
    expect(await contents(after)).toEqual({ ...(await contents(before)), 'ComicInfo.xml': '<ComicInfo/>' })
    expect(Object.keys(await contents(after))).toEqual(PAGES.map(({ name }) => name))
    for (const name of ['b/1.png', 'b/2.png']) expect(await raw(after, name)).toEqual(await raw(before, name))
    if (options.comment) expect(after.subarray(-options.comment.length).toString()).toBe(options.comment)
    if (options.prefix) expect(after.subarray(0, options.prefix.length)).toEqual(Buffer.from(options.prefix))
  })

  test('without changes is the same file', async () => {
    const before = makeCbz(PAGES, { comment: 'as it was', prefix: bytesOf('in front') })
    const base = await rewritten(before, [])
    expect(await contents(base)).toEqual(await contents(before))
    expect(base.length).toBe(before.length)
    expect(await rewritten(base, [])).toEqual(base)
  })

  test('can gain or lose an entry, and both again', async () => {
    const before = makeCbz(PAGES)
    const more = await rewritten(before, [{ name: 'MetronInfo.xml', content: bytesOf('<MetronInfo/>') }])
    expect(Object.keys(await contents(more))).toEqual([...PAGES.map(({ name }) => name), 'MetronInfo.xml'])
    const less = await rewritten(more, [{ name: 'MetronInfo.xml', content: null }])
    expect(less).toEqual(await rewritten(before, []))
    expect(await contents(await rewritten(less, [{ name: 'nothing', content: null }]))).toEqual(await contents(before))
  })

  test('has one entry where several had the changed name', async () => {
    const before = makeCbz([...PAGES, { name: 'ComicInfo.xml', data: 'twice' }])
    const zip = await openZip(await inMemory(await rewritten(before, [NEW])))
    expect(zip!.entries.map(({ name }) => name)).toEqual(['b/2.png', 'ComicInfo.xml', 'b/1.png'])
  })

  test('keeps names that are not UTF-8 unchanged', async () => {
    const before = makeCbz([{ name: 'x', rawName: Uint8Array.of(0x81, 0x2e, 0x70), data: 'page' }])
    const after = await rewritten(before, [{ name: 'x.xml', content: bytesOf('new') }])
    expect(await contents(after)).toEqual({ 'ü.p': 'page', 'x.xml': 'new' })
  })

  test('with nothing but an end record accepts an entry', async () => {
    expect(await contents(await rewritten(makeCbz({}), [NEW]))).toEqual({ 'ComicInfo.xml': '<ComicInfo/>' })
  })

  test.skipIf(!hasProgram('python3'))('is accepted by another reader, with its times and comments', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-zip-writer-'))
    const path = join(folder, 'a.cbz')
    try {
      const made = 'import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1],"w")\n'
      const one =
        'i=zipfile.ZipInfo("p/1.png",(1999,12,31,23,59,58));i.comment=b"cover";i.external_attr=0o100600<<16;i.extra=b"\\x99\\x99\\x02\\x00ab"\n'
      await python(`${made}${one}z.writestr(i,b"page"*50)\nz.writestr("ComicInfo.xml","old")\nz.comment=b"all"`, path)
      writeFileSync(path, await rewritten(readFileSync(path), [NEW, { name: 'new.xml', content: bytesOf('new') }]))
      const facts =
        'import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint([(i.filename,i.date_time,i.comment,oct(i.external_attr>>16),i.extra,i.file_size) for i in z.infolist()],z.comment)'
      expect(await python(facts, path)).toBe(
        "[('p/1.png', (1999, 12, 31, 23, 59, 58), b'cover', '0o100600', b'\\x99\\x99\\x02\\x00ab', 200), " +
          "('ComicInfo.xml', (2026, 11, 21, 10, 20, 30), b'', '0o600', b'', 12), " +
          "('new.xml', (2026, 11, 21, 10, 20, 30), b'', '0o100644', b'', 3)] b'all'",
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('unchanged', () => {
  const broken = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(makeCbz(PAGES))
    change(bytes)
    return bytes
  }
  const cases: [string, Uint8Array, string][] = [
    ['an encrypted one', makeCbz([{ name: '1.png', data: 'x', encrypted: true }]), 'encrypted'],
    ['one part of several', broken((bytes) => bytes.writeUInt16LE(1, bytes.length - 18)), 'unsupported'],
    ['what is no ZIP', bytesOf('<html>not found</html>'), 'not_an_archive'],
    ['one whose entries share their bytes', shared(), 'damaged'],
  ]
  test.each(cases)('%s', async (_, bytes, fault) => {
    await expect(rewritten(bytes, [NEW])).rejects.toMatchObject({ fault })
  })
})

/** Two records of one header. */
function shared(): Buffer {
  const bytes = Buffer.from(makeCbz([PAGES[0]!, PAGES[2]!], { store: true }))
  const second = bytes.indexOf('PK\x01\x02', bytes.indexOf('PK\x01\x02') + 4)
  bytes.writeUInt32LE(0, second + 42)
  return bytes
}

describe('beyond 32 and 16 bits', () => {
  const END = { entries: 100_000, directoryBytes: 64 * 1024 ** 2, entryBytes: ZIP_LIMITS.entryBytes }

  test('offsets above 4 GB are written with Zip64, with one piece in memory', async () => {
    const size = 4.5 * 1024 ** 3
    const items = [
      { name: 'large.png', size, modified: AT },
      { name: 'ComicInfo.xml', size: 3, modified: AT },
    ]
    const layout = new ZipLayout(items)
    const crcs = [0, crc32('old')]
    const solid = layout.parts.flatMap(({ is, item, at }) => {
      if (is === 'header') return [{ at, bytes: layout.header(item, crcs[item]!) }]
      if (is === 'directory') return [{ at, bytes: layout.directory(crcs) }]
      return item === 1 ? [{ at, bytes: bytesOf('old') }] : []
    })
    const out = { size: 0, largest: 0, tail: Buffer.alloc(0) }
    await rewriteZip(sparse(layout.size, solid), [NEW, { name: 'b', content: bytesOf('b') }], AT, async (piece) => {
      out.size += piece.length
      out.largest = Math.max(out.largest, piece.length)
      out.tail = Buffer.concat([out.tail, piece]).subarray(-1000)
    })
    expect(out.largest).toBeLessThanOrEqual(1024 * 1024)
    const at = out.size - out.tail.length
    const zip = await openZip(sparse(out.size, [{ at, bytes: out.tail }]))
    expect(zip!.entries.map((entry) => [entry.name, entry.size])).toEqual([
      ['large.png', size],
      ['ComicInfo.xml', 12],
      ['b', 1],
    ])
    expect(Buffer.from(await zip!.read(zip!.entries[1]!)).toString()).toBe('<ComicInfo/>')
    expect(Buffer.from(await zip!.read(zip!.entries[2]!)).toString()).toBe('b')
  }, 120_000)

  test('and so are 70,000 entries', async () => {
    const pieces: Uint8Array[] = []
    const writer = new ZipWriter(async (piece) => {
      pieces.push(piece)
    })
    for (let n = 0; n < 70_000; n++) await writer.add(`${n}`, bytesOf(`${n}`), AT)
    await writer.end()
    const after = await rewritten(Buffer.concat(pieces), [{ name: '69998', content: null }, NEW])
    const zip = await openZip(await inMemory(after), END)
    expect(zip!.entries.length).toBe(70_000)
    expect(Buffer.from(await zip!.read(zip!.entries[69_998]!)).toString()).toBe('69999')
  }, 120_000)
})

/** A file of zeros except in some places. */
function sparse(size: number, solid: { at: number; bytes: Uint8Array }[]): OpenFile {
  const zeros = new Uint8Array(1024 * 1024)
  return {
    size,
    async read(offset, length) {
      const count = Math.max(0, Math.min(length, size - offset))
      const here = solid.filter(({ at, bytes }) => at < offset + count && at + bytes.length > offset)
      if (here.length === 0 && count <= zeros.length) return zeros.subarray(0, count)
      const all = new Uint8Array(count)
      for (const { at, bytes } of here) {
        const from = Math.max(at, offset)
        all.set(bytes.subarray(from - at, offset + count - at), from - offset)
      }
      return all
    },
    close: async () => undefined,
  }
}

async function python(code: string, path: string): Promise<string> {
  const run = Bun.spawn(['python3', '-c', code, path], { stderr: 'inherit' })
  return (await new Response(run.stdout).text()).trim()
}

test('a file on the disk is written piece by piece', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-zip-writer-'))
  try {
    const from = join(folder, 'a.cbz')
    writeFileSync(from, makeCbz(PAGES))
    const file = await systemFiles.open(from)
    await systemFiles.create(join(folder, 'b.cbz'), (write) => rewriteZip(file, [NEW], AT, write))
    await file.close()
    const names = list(PAGES).map(({ name }) => name)
    expect(Object.keys(await contents(readFileSync(join(folder, 'b.cbz'))))).toEqual(names)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
