import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '../../platform/ports'
import { systemProcesses } from '../../platform/processes'
import { Database } from '../../storage/database'
import { disk } from '../../testing/disk'
import { type Kill, killingAt, MOMENTS } from '../../testing/dying-disk'
import { makeSeries } from '../../testing/make'
import { toPreview } from '../../testing/preview'
import { Copier } from './copier'
import type { DataPaths } from './data-paths'
import { makeBackup } from './make-backup'
import { applyPendingRestore, isOrdered } from './pending-restore'
import { prepareAnew, prepareRestore } from './restore'
import { backupsIn, type StoredBackup } from './stored-backups'

const NOW = '2026-11-21T07:50:00.000Z'
const asking = { now: NOW, version: '1.0.0', withSettings: false, isWhole: true }
const copier = new Copier(systemProcesses)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-restore-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const roomIn = (at: string): DataPaths => ({
  database: join(at, 'panelkeep.db'),
  config: join(at, 'config.ini'),
  backups: join(at, 'backups'),
  pending: join(at, '.restore'),
  lastStop: join(at, 'last-stop.json'),
})

/** A library with `old`, backed up, and then with `new` beside it and other settings. */
async function library(name: string): Promise<DataPaths> {
  const room = roomIn(join(folder, name))
  mkdirSync(join(folder, name))
  writeFileSync(room.config, 'old settings')
  const open = () => new Database(room.database, { publish: () => {} })
  const before = open()
  makeSeries(before, { comic_id: 'old' })
  before.close()
  await makeBackup({ files: disk, copier, room }, { why: 'asked', when: NOW, version: '1.0.0', folder: room.backups })
  const after = open()
  makeSeries(after, { comic_id: 'new' })
  after.close()
  writeFileSync(room.config, 'new settings')
  writeFileSync(room.lastStop, '{}')
  return room
}

const only = async (room: DataPaths, why: string): Promise<StoredBackup[]> =>
  (await backupsIn(disk, [room.backups])).filter((backup) => backup.why === why)
const backupOf = async (room: DataPaths) => (await only(room, 'asked'))[0]!

function seriesIn(path: string): string[] {
  const database = new Sqlite(path)
  const whole = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()
  expect(whole?.integrity_check).toBe('ok')
  const rows = database.query<{ comic_id: string }, []>('SELECT comic_id FROM series ORDER BY comic_id').all()
  database.close()
  return rows.map(({ comic_id }) => comic_id)
}

test('the next start puts the copy in place and sets the library aside', async () => {
  const room = await library('plain')
  await prepareRestore({ files: disk, copier, room }, await backupOf(room), asking)
  expect(seriesIn(room.database)).toEqual(['new', 'old'])
  expect((await applyPendingRestore(disk, room))?.anew).toBe(false)
  expect(seriesIn(room.database)).toEqual(['old'])
  expect(readFileSync(room.config, 'utf8')).toBe('new settings')
  expect(existsSync(room.pending)).toBe(false)
  expect(existsSync(room.lastStop)).toBe(false)
  const [aside] = await only(room, 'before_restore')
  expect(aside).toMatchObject({ ok: true, has_settings: true })
  expect(seriesIn(aside!.database)).toEqual(['new', 'old'])
  expect(await applyPendingRestore(disk, room)).toBeUndefined()
})

test('what an earlier try set aside keeps its name, and the library gets one beside it', async () => {
  const room = await library('twice')
  await prepareRestore({ files: disk, copier, room }, await backupOf(room), asking)
  const order = JSON.parse(readFileSync(join(room.pending, 'order.json'), 'utf8')) as { aside: string }
  const aside = join(room.backups, order.aside)
  mkdirSync(aside)
  for (const name of ['panelkeep.db', 'panelkeep.db.2']) writeFileSync(join(aside, name), name)
  await applyPendingRestore(disk, room)
  expect(seriesIn(room.database)).toEqual(['old'])
  for (const name of ['panelkeep.db', 'panelkeep.db.2']) expect(readFileSync(join(aside, name), 'utf8')).toBe(name)
  expect(seriesIn(join(aside, 'panelkeep.db.3'))).toEqual(['new', 'old'])
})

test('and back again: what was set aside is a backup like others, its settings too', async () => {
  const room = await library('back')
  await prepareRestore({ files: disk, copier, room }, await backupOf(room), { ...asking, withSettings: true })
  await applyPendingRestore(disk, room)
  expect(readFileSync(room.config, 'utf8')).toBe('old settings')
  const [aside] = await only(room, 'before_restore')
  const later = { ...asking, now: '2026-11-21T08:00:00.000Z', withSettings: true }
  await prepareRestore({ files: disk, copier, room }, aside!, later)
  await applyPendingRestore(disk, room)
  expect(seriesIn(room.database)).toEqual(['new', 'old'])
  expect(readFileSync(room.config, 'utf8')).toBe('new settings')
})

test('what was set aside after a crash is restored with the changes in its journal', async () => {
  const room = await library('journal')
  const crashed = new Sqlite(room.database)
  crashed.run('PRAGMA journal_mode = WAL')
  crashed.run("UPDATE series SET comic_id = 'late' WHERE comic_id = 'new'")
  const copy = join(folder, 'crashed')
  mkdirSync(copy)
  for (const end of ['', '-wal']) copyFileSync(room.database + end, join(copy, `panelkeep.db${end}`))
  crashed.close()
  for (const end of ['', '-wal']) copyFileSync(join(copy, `panelkeep.db${end}`), room.database + end)
  await prepareRestore({ files: disk, copier, room }, await backupOf(room), asking)
  await applyPendingRestore(disk, room)
  expect(existsSync(`${room.database}-wal`)).toBe(false)
  const [aside] = await only(room, 'before_restore')
  await prepareRestore({ files: disk, copier, room }, aside!, { ...asking, now: '2026-11-21T08:00:00.000Z' })
  await applyPendingRestore(disk, room)
  expect(seriesIn(room.database)).toEqual(['late', 'old'])
})

test('a library begins anew, and the damaged one is kept', async () => {
  const room = await library('anew')
  writeFileSync(room.database, 'Dear diary')
  await prepareAnew({ files: disk, room }, { ...asking, isWhole: false })
  expect((await applyPendingRestore(disk, room))?.anew).toBe(true)
  expect(existsSync(room.database)).toBe(false)
  const [aside] = await only(room, 'before_restore')
  expect(aside?.ok).toBe(false)
  expect(readFileSync(aside!.database, 'utf8')).toBe('Dear diary')
})

test('a backup that a preview made is restored and opened', async () => {
  const room = await library('preview')
  const backup = await backupOf(room)
  toPreview(backup.database)
  await prepareRestore({ files: disk, copier, room }, { ...backup, sha256: null }, asking)
  await applyPendingRestore(disk, room)
  new Database(room.database, { publish: () => {} }).close()
  expect(seriesIn(room.database)).toEqual(['old'])
})

test('a backup that is damaged, is something else or of a newer version is refused, and nothing is ordered', async () => {
  const room = await library('refused')
  const backup = await backupOf(room)
  const path = join(folder, 'other.db')
  const refused = async (how: string, database = path) => {
    const asked = { ...backup, database, path: database, sha256: database === path ? null : backup.sha256 }
    await expect(prepareRestore({ files: disk, copier, room }, asked, asking)).rejects.toThrow(how)
    expect(await isOrdered(disk, room)).toBe(false)
    expect(existsSync(room.pending)).toBe(false)
  }
  writeFileSync(path, 'Dear diary,\n'.repeat(2000))
  await refused('is damaged')
  rmSync(path)
  const other = new Sqlite(path)
  other.run('CREATE TABLE notes (x)')
  await refused('holds no library of Panelkeep')
  other.run('CREATE TABLE schema_migrations (name TEXT)')
  other.run("INSERT INTO schema_migrations VALUES ('9999_from_the_future')")
  await refused('newer Panelkeep')
  other.run("UPDATE schema_migrations SET name = '0000_start'")
  await refused('early preview of Panelkeep. Restore it with the last preview (0.36.0, commit b617583), or')
  other.close()
  const content = readFileSync(backup.database)
  content[content.length - 100] = 7
  content[content.length - 101] = 9
  writeFileSync(backup.database, content)
  await refused('is not as it was made', backup.database)
})

/** What a crash at one access to the disk leaves, after the start that comes then. */
async function killed(name: string, template: DataPaths, kill: Kill): Promise<'not reached' | string[]> {
  const at = join(folder, name)
  cpSync(join(template.database, '..'), at, { recursive: true })
  const room = roomIn(at)
  const dying = killingAt(kill, disk)
  dying.begin()
  const ended = await Promise.race([dying.dead, restored(dying.files, room).then(() => 'done' as const)])
  await applyPendingRestore(disk, room)
  const ends = [seriesIn(room.database), readFileSync(room.config, 'utf8')]
  const aside = await only(room, 'before_restore')
  // Either nothing has happened, or all of it has: no series of either side is lost.
  if (String(ends[0]) === 'old') {
    expect(ends[1]).toBe('old settings')
    expect(aside).toHaveLength(1)
    expect(seriesIn(aside[0]!.database)).toEqual(['new', 'old'])
    expect(readFileSync(join(aside[0]!.path, 'config.ini'), 'utf8')).toBe('new settings')
  } else {
    expect(ends).toEqual([['new', 'old'], 'new settings'])
    expect(aside).toEqual([])
  }
  expect(existsSync(room.pending)).toBe(false)
  expect(readdirSync(at).filter((each) => each.startsWith('.'))).toEqual([])
  rmSync(at, { recursive: true })
  return ended === 'done' ? 'not reached' : (ends[0] as string[])
}

async function restored(files: Files, room: DataPaths): Promise<void> {
  await prepareRestore({ files, copier, room }, await backupOf(room), { ...asking, withSettings: true })
  await applyPendingRestore(files, room)
}

test('killed at any access to the disk, it ends on one side', async () => {
  const template = await library('template')
  const seen = new Set<string>()
  for (const moment of MOMENTS) {
    for (let nth = 1; ; nth++) {
      const ended = await killed(`${moment}-${nth}`, template, { nth, moment })
      if (ended === 'not reached') break
      seen.add(String(ended))
      expect(nth).toBeLessThan(100)
    }
  }
  expect([...seen].sort()).toEqual(['new,old', 'old'])
}, 120_000)
