import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { type Entries, makeCbz, makePages } from '../../testing/archives/archives'
import type { DownloadedFile } from './downloaded-file'
import { comicsIn } from './packed'

/** How much is unpacked from one file of a download. */

let root: string
/** Files that are open. */
let open: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-limits-'))
  open = 0
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const COMIC = makeCbz(makePages(3))
const stored = (entries: Entries) => makeCbz(entries, { store: true })
const counting: Files = {
  ...systemFiles,
  freeSpace: async () => ({ free: 1e12, total: 1e12, remote: false }),
  open: async (path) => {
    const file = await systemFiles.open(path)
    open += 1
    const close = async () => {
      open -= 1
      await file.close()
    }
    return { size: file.size, read: (offset, length) => file.read(offset, length), close }
  },
}
const unpacked = (bytes: Uint8Array, { size = bytes.length, signal = new AbortController().signal } = {}) => {
  const source_path = join(root, 'pack.zip')
  writeFileSync(source_path, bytes)
  const whole = { source_path, pictures: false, packed_in: null, inner: '', size, modified_ms: 1 }
  const archives = { ...archiveHelper(), files: counting } as never
  return comicsIn(whole, { archives, folder: join(root, 'work'), signal })
} // biome-ignore format: one line
const shown = (found: DownloadedFile[]) =>
  found.map(({ inner, fault }) => [inner, fault instanceof Error ? fault.message : fault])

/** A ZIP whose directory states this size for its only entry. */
function claims(size: number, name = 'Harbor Lights 001.cbz'): Uint8Array {
  const bytes = Buffer.from(stored({ [name]: 'comic' }))
  bytes.writeUInt32LE(size, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  return bytes
}
const MIB = 1024 ** 2

test.each([
  ['a small file to 1 GiB', 1000, 1024 * MIB],
  ['a large file to 40 times its size', 64 * MIB, 64 * 40 * MIB],
])('a file is unpacked, %s and no further', async (_, size, most) => {
  const [[inner] = []] = shown(await unpacked(claims(most), { size }))
  expect(inner).toBe('Harbor Lights 001.cbz')
  expect(shown(await unpacked(claims(most + 1), { size }))).toEqual([
    ['', expect.stringContaining('unpacks to far more than comics do')],
  ])
})

test('the pages of a comic count as well', async () => {
  const [, fault] = shown(await unpacked(claims(1024 * MIB + 1, 'p1.png'), { size: 1000 }))[0]!
  expect(fault).toContain('far more than comics do')
})

test('a file may contain 2000 comics', async () => {
  const found = await unpacked(stored(Array.from({ length: 2000 }, (_, n) => ({ name: `a${n}.cbz`, data: '' }))))
  expect([found.length, found[0]?.fault]).toEqual([2000, undefined])
})

test('an endless archive fails the whole file, at any depth', async () => {
  const endless = stored({ 'Harbor Lights 001.cbz': COMIC, 'more.zip': claims(1024 * MIB) })
  expect(shown(await unpacked(endless))).toEqual([['', expect.stringContaining('far more than comics do')]])
})

test('comics are listed with the archives in between, directly packed ones with none', async () => {
  const found = await unpacked(stored({ 'a.cbz': COMIC, 'b.zip': stored({ 'c.cbz': COMIC }) }))
  expect(found.map(({ packed_in, inner }) => [packed_in, inner])).toEqual([
    [null, 'a.cbz'],
    [['b.zip'], 'c.cbz'],
  ])
})

test('every archive is closed again, also one nested too deep', async () => {
  const three = stored({ 'c.zip': stored({ 'd.zip': stored({ 'e.cbz': COMIC }) }) })
  expect(shown(await unpacked(stored({ 'a.cbz': COMIC, 'b.zip': three })))).toEqual([
    ['a.cbz', undefined],
    ['d.zip', expect.stringContaining('nested 3 archives deep')],
  ])
  expect(open).toBe(0)
})

test('nothing more is unpacked once it was stopped', async () => {
  expect(await unpacked(stored({ 'a.cbz': COMIC }), { signal: AbortSignal.abort() })).toEqual([])
  expect(readdirSync(root)).toEqual(['pack.zip'])
})

describe('in an archive, no comic is', () => {
  const pages = Object.entries(makePages(3)).map(([name, data]) => ({ name, data }))

  test.each([
    ['a folder named like a comic', { name: 'Harbor Lights 001.cbz', data: '', mode: 0o040755 }],
    ['what macOS leaves beside a comic', { name: '__MACOSX/._Harbor Lights 001.cbz', data: 'x' }],
    ['a hidden file', { name: '.Harbor Lights 001.cbz', data: 'x' }],
    ['a sample', { name: 'sample.cbz', data: 'x' }],
    ['a note', { name: 'Harbor Lights 001.cbz.txt', data: 'x' }],
  ])('%s', async (_, entry) => {
    expect(shown(await unpacked(stored([...pages, entry])))).toEqual([['', undefined]])
  })
})
