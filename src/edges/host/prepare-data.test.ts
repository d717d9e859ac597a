import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../testing/disks/disk'
import { type Layout, layout } from './data-directory'
import { isDatabaseLost, prepareDataDirectory, removePartialFiles } from './prepare-data'
import { StartError } from './start-error'

let at: Layout
beforeEach(() => {
  at = layout(mkdtempSync(join(tmpdir(), 'panelkeep-room-')))
})
afterEach(() => rmSync(at.dataDir, { recursive: true, force: true }))

test('partial files of a killed run are removed, and all other files stay', async () => {
  const folders = ['.folder.7.tmp', '.restore', '.secure', 'backups', 'backups/2026-11-21', 'update']
  for (const name of folders) mkdirSync(join(at.dataDir, name))
  const stale = [
    '.config.ini.4711.tmp',
    '.instance.json.1.tmp',
    '.restore/.order.json.8.tmp',
    '.secure/.jwt.key.22.tmp',
    'backups/.before-0048_users.db.31.tmp',
    'backups/.before-0048_users.db.31.tmp-journal',
    'backups/2026-11-21/.manifest.json.9.tmp',
    'update/.update.json.4711.tmp',
  ]
  const kept = [
    'config.ini',
    '.config.ini.tmp',
    'config.ini.4711.tmp',
    '.secure/jwt.key',
    'backups/before-0048_users.db',
    '.note.x1.tmp',
    'update/update.json',
  ]
  for (const name of [...stale, ...kept]) writeFileSync(join(at.dataDir, name), 'secret')
  await removePartialFiles({ files: disk }, at)
  const left = readdirSync(at.dataDir, { recursive: true }).map(String).sort()
  expect(left).toEqual([...kept, ...folders].sort())
})

test('a data directory is created, and the check of its disk leaves no files', async () => {
  const fresh = layout(join(at.dataDir, 'new/data'))
  expect(await prepareDataDirectory({ files: disk }, fresh)).toBe(join(at.dataDir, 'new'))
  expect(readdirSync(fresh.dataDir)).toEqual([])
})

test('a disk without a free megabyte is reported, and the new folder is removed', async () => {
  const sizes: number[] = []
  const tryRoom = async (_: string, bytes: number) => {
    sizes.push(bytes)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const fresh = layout(join(at.dataDir, 'new'))
  const begun = prepareDataDirectory({ files: { ...disk, tryRoom } }, fresh)
  expect(await begun.catch((error: unknown) => error)).toBeInstanceOf(StartError)
  expect(sizes).toEqual([1024 * 1024])
  expect(existsSync(fresh.dataDir)).toBe(false)
})

test('a missing data directory has no partial files', async () => {
  rmSync(at.dataDir, { recursive: true })
  await removePartialFiles({ files: disk }, at)
})

test('a database is lost when it is gone or empty where a library was', async () => {
  const lost = () => isDatabaseLost(disk, at)
  expect(await lost()).toBe(false) // a first start
  mkdirSync(at.backups)
  expect(await lost()).toBe(false)
  mkdirSync(join(at.backups, '2026-11-21'))
  expect(await lost()).toBe(true)
  writeFileSync(at.database, '')
  expect(await lost()).toBe(true)
  writeFileSync(`${at.database}-wal`, 'journal') // SQLite deletes a journal beside an empty file
  expect(await lost()).toBe(true)
  rmSync(`${at.database}-wal`)
  writeFileSync(at.database, 'SQLite format 3')
  expect(await lost()).toBe(false)
  rmSync(at.backups, { recursive: true })
  rmSync(at.database)
  expect(await lost()).toBe(false)
  mkdirSync(at.secure)
  writeFileSync(at.sessionKey, 'key')
  expect(await lost()).toBe(true)
})
