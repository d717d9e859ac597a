import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  copyFileSync,
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
import type { Files } from '../../../base/platform/ports'
import { systemProcesses } from '../../../base/platform/processes'
import { Database } from '../../../base/storage/database'
import { testDatabaseAt } from '../../../testing/database'
import { crashStates } from '../../../testing/disks/crash-states'
import { disk } from '../../../testing/disks/disk'
import { makeSeries } from '../../../testing/make'
import { toPreview } from '../../../testing/migration/preview'
import { Copier } from './copier'
import type { DataPaths } from './data-paths'
import { makeBackup } from './make-backup'
import { applyPendingRestore, isOrdered } from './pending-restore'
import { prepareEmptyLibrary, prepareRestore } from './restore'
import { backupsIn, type StoredBackup } from './stored-backups'

const NOW = '2026-11-21T07:50:00.000Z'
const asking = { now: NOW, version: '1.0.0', withSettings: false, isWhole: true }
const copier = new Copier(systemProcesses)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-restore-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dataPathsIn = (at: string): DataPaths => ({
  database: join(at, 'panelkeep.db'),
  config: join(at, 'config.ini'),
  backups: join(at, 'backups'),
  pending: join(at, '.restore'),
  lastStop: join(at, 'last-stop.json'),
})

/** A library with the series `old`, a backup of it, then the series `new` and changed settings. */
async function library(name: string): Promise<DataPaths> {
  const paths = dataPathsIn(join(folder, name))
  mkdirSync(join(folder, name))
  writeFileSync(paths.config, 'old settings')
  const open = () => testDatabaseAt(paths.database)
  const before = open()
  makeSeries(before, { comic_id: 'old' })
  before.close()
  await makeBackup({ files: disk, copier, paths }, { why: 'asked', when: NOW, version: '1.0.0', folder: paths.backups })
  const after = open()
  makeSeries(after, { comic_id: 'new' })
  after.close()
  writeFileSync(paths.config, 'new settings')
  writeFileSync(paths.lastStop, '{}')
  return paths
}

const only = async (paths: DataPaths, why: string): Promise<StoredBackup[]> =>
  (await backupsIn(disk, [paths.backups])).filter((backup) => backup.why === why)
const backupOf = async (paths: DataPaths) => (await only(paths, 'asked'))[0]!

function seriesIn(path: string): string[] {
  const database = new Sqlite(path)
  const whole = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()
  expect(whole?.integrity_check).toBe('ok')
  const rows = database.query<{ comic_id: string }, []>('SELECT comic_id FROM series ORDER BY comic_id').all()
  database.close()
  return rows.map(({ comic_id }) => comic_id)
}

test('the next start moves the copy into place and sets the library aside', async () => {
  const paths = await library('plain')
  await prepareRestore({ files: disk, copier, paths }, await backupOf(paths), asking)
  expect(seriesIn(paths.database)).toEqual(['new', 'old'])
  expect((await applyPendingRestore(disk, paths))?.anew).toBe(false)
  expect(seriesIn(paths.database)).toEqual(['old'])
  expect(readFileSync(paths.config, 'utf8')).toBe('new settings')
  expect(existsSync(paths.pending)).toBe(false)
  expect(existsSync(paths.lastStop)).toBe(false)
  const [aside] = await only(paths, 'before_restore')
  expect(aside).toMatchObject({ ok: true, has_settings: true })
  expect(seriesIn(aside!.database)).toEqual(['new', 'old'])
  expect(await applyPendingRestore(disk, paths)).toBeUndefined()
})

test('files set aside by an earlier attempt keep their name, and the library gets another one', async () => {
  const paths = await library('twice')
  await prepareRestore({ files: disk, copier, paths }, await backupOf(paths), asking)
  const order = JSON.parse(readFileSync(join(paths.pending, 'order.json'), 'utf8')) as { aside: string }
  const aside = join(paths.backups, order.aside)
  mkdirSync(aside)
  for (const name of ['panelkeep.db', 'panelkeep.db.2']) writeFileSync(join(aside, name), name)
  await applyPendingRestore(disk, paths)
  expect(seriesIn(paths.database)).toEqual(['old'])
  for (const name of ['panelkeep.db', 'panelkeep.db.2']) expect(readFileSync(join(aside, name), 'utf8')).toBe(name)
  expect(seriesIn(join(aside, 'panelkeep.db.3'))).toEqual(['new', 'old'])
})

test('a library that was set aside can be restored like any backup, with its settings', async () => {
  const paths = await library('back')
  await prepareRestore({ files: disk, copier, paths }, await backupOf(paths), { ...asking, withSettings: true })
  await applyPendingRestore(disk, paths)
  expect(readFileSync(paths.config, 'utf8')).toBe('old settings')
  const [aside] = await only(paths, 'before_restore')
  const later = { ...asking, now: '2026-11-21T08:00:00.000Z', withSettings: true }
  await prepareRestore({ files: disk, copier, paths }, aside!, later)
  await applyPendingRestore(disk, paths)
  expect(seriesIn(paths.database)).toEqual(['new', 'old'])
  expect(readFileSync(paths.config, 'utf8')).toBe('new settings')
})

test('a library that was set aside after a crash is restored with the changes of its journal', async () => {
  const paths = await library('journal')
  const crashed = new Sqlite(paths.database)
  crashed.run('PRAGMA journal_mode = WAL')
  crashed.run("UPDATE series SET comic_id = 'late' WHERE comic_id = 'new'")
  const copy = join(folder, 'crashed')
  mkdirSync(copy)
  for (const end of ['', '-wal']) copyFileSync(paths.database + end, join(copy, `panelkeep.db${end}`))
  crashed.close()
  for (const end of ['', '-wal']) copyFileSync(join(copy, `panelkeep.db${end}`), paths.database + end)
  await prepareRestore({ files: disk, copier, paths }, await backupOf(paths), asking)
  await applyPendingRestore(disk, paths)
  expect(existsSync(`${paths.database}-wal`)).toBe(false)
  const [aside] = await only(paths, 'before_restore')
  await prepareRestore({ files: disk, copier, paths }, aside!, { ...asking, now: '2026-11-21T08:00:00.000Z' })
  await applyPendingRestore(disk, paths)
  expect(seriesIn(paths.database)).toEqual(['late', 'old'])
})

test('a library starts empty, and the damaged one is kept', async () => {
  const paths = await library('anew')
  writeFileSync(paths.database, 'Dear diary')
  await prepareEmptyLibrary({ files: disk, paths }, { ...asking, isWhole: false })
  expect((await applyPendingRestore(disk, paths))?.anew).toBe(true)
  expect(existsSync(paths.database)).toBe(false)
  const [aside] = await only(paths, 'before_restore')
  expect(aside?.ok).toBe(false)
  expect(readFileSync(aside!.database, 'utf8')).toBe('Dear diary')
})

test('a backup that a preview made is restored and opened', async () => {
  const paths = await library('preview')
  const backup = await backupOf(paths)
  toPreview(backup.database)
  await prepareRestore({ files: disk, copier, paths }, { ...backup, sha256: null }, asking)
  await applyPendingRestore(disk, paths)
  new Database(paths.database, { publish: () => {} }).close()
  expect(seriesIn(paths.database)).toEqual(['old'])
})

test('a backup that is damaged, not a backup or of a newer version is refused, and no restore is prepared', async () => {
  const paths = await library('refused')
  const backup = await backupOf(paths)
  const path = join(folder, 'other.db')
  const refused = async (how: string, database = path) => {
    const options = { ...backup, database, path: database, sha256: database === path ? null : backup.sha256 }
    await expect(prepareRestore({ files: disk, copier, paths }, options, asking)).rejects.toThrow(how)
    expect(await isOrdered(disk, paths)).toBe(false)
    expect(existsSync(paths.pending)).toBe(false)
  }
  writeFileSync(path, 'Dear diary,\n'.repeat(2000))
  await refused('is damaged')
  rmSync(path)
  const other = new Sqlite(path)
  other.run('CREATE TABLE notes (x)')
  await refused('contains no Panelkeep library')
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
  await refused('was changed after it was made', backup.database)
})

/** Completes an interrupted restore, as the next start does. Returns the series that then exist. */
async function endRestore(paths: DataPaths, moment: string): Promise<string> {
  await applyPendingRestore(disk, paths)
  const ends = [seriesIn(paths.database), readFileSync(paths.config, 'utf8')]
  const aside = await only(paths, 'before_restore')
  // Either the whole restore happened or none of it: no series of either side is lost.
  if (String(ends[0]) === 'old') {
    expect(ends[1], moment).toBe('old settings')
    expect(aside, moment).toHaveLength(1)
    expect(seriesIn(aside[0]!.database), moment).toEqual(['new', 'old'])
    expect(readFileSync(join(aside[0]!.path, 'config.ini'), 'utf8'), moment).toBe('new settings')
  } else {
    expect(ends, moment).toEqual([['new', 'old'], 'new settings'])
    expect(aside, moment).toEqual([])
  }
  expect(existsSync(paths.pending), moment).toBe(false)
  expect(
    readdirSync(join(paths.database, '..')).filter((each) => each.startsWith('.')),
    moment,
  ).toEqual([])
  return String(ends[0])
}

async function restored(files: Files, paths: DataPaths): Promise<void> {
  await prepareRestore({ files, copier, paths }, await backupOf(paths), { ...asking, withSettings: true })
  await applyPendingRestore(files, paths)
}

test('killed at any disk access, the restore is completed or not done at all', async () => {
  const paths = await library('killed')
  const crashes = crashStates(join(folder, 'killed'), disk)
  crashes.begin()
  await restored(crashes.files, paths)
  crashes.end()
  const ends = new Set<string>()
  for (const state of crashes.states) {
    state.putBack()
    ends.add(await endRestore(paths, state.at))
  }
  expect([...ends].sort()).toEqual(['new,old', 'old'])
}, 120_000)
