import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataPathsIn } from '../../../testing/app'
import { type WindowsDisk, windowsDisk } from '../../../testing/disks/windows-disk'
import { applyPendingRestore, clearPending, isOrdered, writeRestoreOrder } from './pending-restore'

/** Restore orders on a disk where other programs keep files open. */

let folder: string
let disk: WindowsDisk
let paths: ReturnType<typeof dataPathsIn>
const manifest = { when: '2026-11-21T08:00:00.000Z', why: 'before_restore', version: '1', series: null, issues: null, size: null, sha256: null, ok: true } as const // biome-ignore format: one line

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-pending-'))
  disk = windowsDisk()
  paths = dataPathsIn(folder, join(folder, 'panelkeep.db'))
  writeFileSync(paths.database, 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const apply = () => applyPendingRestore(disk.files, paths)

test('an order that cannot be removed is carried out once', async () => {
  await writeRestoreOrder(disk.files, paths, { anew: true, aside: 'aside', manifest })
  const release = disk.hold(join(paths.pending, 'order.json'))
  expect(await apply()).toMatchObject({ anew: true })
  expect(existsSync(paths.database)).toBe(false)
  writeFileSync(paths.database, 'second')
  for (let start = 0; start < 2; start++) expect(await apply()).toBeUndefined()
  expect(readFileSync(paths.database, 'utf8')).toBe('second')
  release()
  expect(await apply()).toBeUndefined()
  expect(existsSync(paths.pending)).toBe(false)
})

test('a new order is carried out, also when the previous one left its mark', async () => {
  mkdirSync(paths.pending)
  writeFileSync(join(paths.pending, 'done'), '')
  await writeRestoreOrder(disk.files, paths, { anew: true, aside: 'aside', manifest })
  expect(await isOrdered(disk.files, paths)).toBe(true)
})

test('a leftover that would become part of a later order refuses that order, and other leftovers do not', async () => {
  mkdirSync(paths.pending)
  for (const name of ['config.ini', 'leftover']) writeFileSync(join(paths.pending, name), 'x')
  const release = disk.hold(join(paths.pending, 'config.ini'))
  disk.hold(join(paths.pending, 'leftover'))
  await expect(clearPending(disk.files, paths)).rejects.toMatchObject({ cause: { code: 'EBUSY' } })
  release()
  await clearPending(disk.files, paths)
  expect(existsSync(join(paths.pending, 'config.ini'))).toBe(false)
})
