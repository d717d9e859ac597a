import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../../testing/disks/disk'
import { clearUpdate, readPending, updatePaths, writePending } from './pending-update'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-pending-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const pathsHere = () => updatePaths(join(folder, 'update'), join(folder, 'panelkeep'))
const PENDING = { update_id: 'u', from: '1.0.0', to: '2.0.0', step: 'ready', starts: 0, reason: null } as const

test.each([
  ['/opt/panelkeep', '/opt/panelkeep.update-new', '/opt/panelkeep.update-old'],
  ['/opt/panelkeep-1.2', '/opt/panelkeep-1.2.update-new', '/opt/panelkeep-1.2.update-old'],
  ['C:\\Panelkeep.exe', 'C:\\Panelkeep.update-new.exe', 'C:\\Panelkeep.update-old.exe'],
  ['C:\\Panelkeep.EXE', 'C:\\Panelkeep.update-new.EXE', 'C:\\Panelkeep.update-old.EXE'],
])('beside %s the new executable and the old one keep its ending', (executable, next, previous) => {
  expect(updatePaths('/data/update', executable)).toMatchObject({ executable, next, previous })
})

test('a written update is read back, and a missing file means no update', async () => {
  const paths = pathsHere()
  expect(await readPending(disk, paths)).toBeUndefined()
  await writePending(disk, paths, PENDING)
  expect(await readPending(disk, paths)).toEqual(PENDING)
})

test.each([
  ['an unknown step', { ...PENDING, step: 'waiting' }],
  ['a negative count', { ...PENDING, starts: -1 }],
  ['no version', { ...PENDING, to: undefined }],
  ['no object', 'ready'],
])('a file with %s is refused', async (_what, note) => {
  const paths = pathsHere()
  await writePending(disk, paths, note as never)
  await expect(readPending(disk, paths)).rejects.toThrow('has an unknown format')
})

test('clearing removes all files of an update, and no others beside the executable', async () => {
  const paths = pathsHere()
  await writePending(disk, paths, PENDING)
  const { next, previous, database, download, unpacked } = paths
  const own = [next, previous, database, `${database}.part`, download, unpacked]
  for (const path of [...own, paths.executable, join(folder, 'notes')]) writeFileSync(path, '')
  await clearUpdate(disk, paths)
  expect(readdirSync(folder).sort()).toEqual(['notes', 'panelkeep'])
  await clearUpdate(disk, paths)
})

test('clearing is repeated while the old executable cannot be removed', async () => {
  const paths = pathsHere()
  await writePending(disk, paths, PENDING)
  for (const path of [paths.next, paths.previous, paths.download]) writeFileSync(path, '')
  const isHeld = (path: string) => [paths.next, paths.previous].includes(path)
  const remove = async (path: string) => {
    if (isHeld(path)) throw new Error('EBUSY')
    await disk.remove(path)
  }
  await clearUpdate({ ...disk, remove }, paths)
  expect(readdirSync(paths.folder)).toEqual([])
  await clearUpdate(disk, paths)
  expect([paths.next, paths.previous, paths.folder].filter((path) => existsSync(path))).toEqual([])
})

test('without a folder of an update, files beside the executable are not touched', async () => {
  const paths = pathsHere()
  writeFileSync(paths.next, '')
  await clearUpdate(disk, paths)
  expect(existsSync(paths.next)).toBe(true)
})
