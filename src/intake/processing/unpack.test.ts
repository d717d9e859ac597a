import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { copyPath, fileOfPlacement, removeUnpacked, takeOut, unpackedFolder } from './unpack'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'panelkeep-unpack-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const BYTES = Buffer.from('a comic')
const entry = { name: 'a.cbz', size: BYTES.length, read: async () => BYTES } as unknown as Parameters<typeof takeOut>[0]
/** A disk with this many bytes free, besides the reserve. */
const withRoom = (bytes: number): Files => {
  const free = 32 * 1024 * 1024 + bytes
  return { ...systemFiles, freeSpace: async () => ({ free, total: 1e12, remote: false }) }
}

test('a packed file is unpacked if the disk has room for it, and else not started', async () => {
  const path = join(root, 'new', 'a.cbz')
  expect(await takeOut(entry, path, withRoom(BYTES.length - 1)).catch(String)).toContain('too full')
  expect(readdirSync(join(root, 'new'))).toEqual([])
  await takeOut(entry, path, withRoom(BYTES.length))
  expect(readFileSync(path).equals(BYTES)).toBe(true)
})

test('an unpacked file is not unpacked again', async () => {
  const path = join(root, 'a.cbz')
  writeFileSync(path, 'as before')
  await takeOut(entry, path, systemFiles)
  expect(readFileSync(path, 'utf8')).toBe('as before')
})

test('copies are distinguished by all archives around them', () => {
  const row = { source_path: '/a.zip', packed_in: null, inner: 'x.CBR' }
  const others = [
    { ...row, source_path: '/b.zip' },
    { ...row, packed_in: ['in.zip'] },
    { ...row, inner: 'y.CBR' },
    { ...row, inner: '' },
  ]
  const paths = [row, ...others].map((each) => copyPath(each, '/work'))
  expect(new Set(paths).size).toBe(5)
  expect(paths.map((path) => path.slice(-4))).toEqual(['.cbr', '.cbr', '.cbr', '.cbr', '.cbz'])
})

test('an archive that was replaced no longer contains the file, which is reported', async () => {
  const source_path = join(root, 'pack.zip')
  const archives = { files: systemFiles, ...archiveHelper() } as never
  const row = { source_path, pictures: false, packed_in: null, inner: 'one.cbz' }
  const comic = makeCbz(makePages(1))
  writeFileSync(source_path, makeCbz({ 'two.cbz': comic }, { store: true }))
  expect(await fileOfPlacement(row, join(root, 'work'), archives).catch(String)).toContain(
    'does not hold one.cbz any more',
  )
  writeFileSync(source_path, makeCbz({ 'one.cbz': comic }, { store: true }))
  const path = await fileOfPlacement(row, join(root, 'work'), archives)
  expect(readFileSync(path).equals(Buffer.from(comic))).toBe(true)
  expect(await fileOfPlacement({ ...row, inner: '' }, join(root, 'work'), archives)).toBe(source_path)
})

test('a comic in nested archives is unpacked from all of them, which are closed again', async () => {
  const source_path = join(root, 'pack.zip')
  const comic = makeCbz(makePages(1))
  const within = makeCbz({ 'a/two.zip': makeCbz({ 'three.cbz': comic }, { store: true }) }, { store: true })
  writeFileSync(source_path, makeCbz({ 'one.zip': within }, { store: true }))
  let open = 0
  const counted: typeof systemFiles.open = async (path) => {
    const file = await systemFiles.open(path)
    open += 1
    const close = () => {
      open -= 1
      return file.close()
    }
    return { size: file.size, read: (offset, length) => file.read(offset, length), close }
  }
  const archives = { files: { ...systemFiles, open: counted }, ...archiveHelper() } as never
  const row = { source_path, pictures: false, packed_in: ['one.zip', 'a/two.zip'], inner: 'three.cbz' }
  const path = await fileOfPlacement(row, join(root, 'work'), archives)
  expect([readFileSync(path).equals(Buffer.from(comic)), open]).toEqual([true, 0])
  rmSync(source_path)
  expect(await fileOfPlacement(row, join(root, 'work'), archives)).toBe(path)
})

test('the copies of one download are removed, and those of others stay with the parent folder', async () => {
  const [one, two] = [unpackedFolder(root, 'one'), unpackedFolder(root, 'two')]
  for (const folder of [one, two]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.cbz'), BYTES)
  }
  await removeUnpacked(one, systemFiles)
  expect([existsSync(one), readdirSync(two)]).toEqual([false, ['a.cbz']])
  await removeUnpacked(two, systemFiles)
  expect(readdirSync(root)).toEqual([])
})

test('without unpacked files the disk is not written to', async () => {
  const refuse = () => Promise.reject(new Error('EROFS'))
  const files = { ...systemFiles, removeFolder: refuse, removeEmptyFolder: refuse }
  expect(await removeUnpacked(unpackedFolder(root, 'one'), files)).toBeUndefined()
})
