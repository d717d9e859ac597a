import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemProcesses } from '../../../base/platform/processes'
import { Refusal } from '../../../base/refusal'
import { testDatabaseAt } from '../../../testing/database'
import { disk } from '../../../testing/disks/disk'
import { Copier } from './copier'
import type { DataPaths } from './data-paths'
import { makeBackup } from './make-backup'
import { backupsIn } from './stored-backups'

const options = { why: 'asked', when: '2026-11-21T07:50:00.000Z', version: '1.0.0' } as const

let folder: string
let paths: DataPaths
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-making-'))
  const [database, config, backups, pending] = ['panelkeep.db', 'config.ini', 'backups', '.restore'] as const
  paths = {
    database: join(folder, database),
    config: join(folder, config),
    backups: join(folder, backups),
    pending: join(folder, pending),
    lastStop: join(folder, 'last-stop.json'),
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const make = (copier = new Copier(systemProcesses), files = disk) =>
  makeBackup({ files, copier, paths }, { ...options, folder: paths.backups })
const library = () => testDatabaseAt(paths.database)

test('a copy is made during writes, and two copies of one moment have two names', async () => {
  const db = library()
  const names = [await make(), await make()]
  db.close()
  expect(new Set(names).size).toBe(2)
  expect((await backupsIn(disk, [paths.backups])).map(({ ok }) => ok)).toEqual([true, true])
})

test('a damaged library is not backed up, and the error says what to do', async () => {
  library().close()
  await make()
  writeFileSync(paths.database, 'Dear diary,\n'.repeat(2000))
  await expect(make()).rejects.toThrow('Restore the newest good backup.')
  expect(readdirSync(paths.backups)).toHaveLength(1)
})

test('a backup that the shutdown interrupts leaves no files', async () => {
  library().close()
  const copier = new Copier(systemProcesses)
  const making = make(copier).catch((error: unknown) => error)
  await copier.stop()
  expect(await making).toBeInstanceOf(Refusal)
  expect(existsSync(paths.backups) ? readdirSync(paths.backups) : []).toEqual([])
})

test('errors of a full disk and of a read-only one are sentences without error codes', async () => {
  library().close()
  const failing = (code: string) => ({
    ...disk,
    rename: () => Promise.reject(Object.assign(new Error(`${code}: it says no`), { code })),
  })
  await expect(make(undefined, failing('ENOSPC'))).rejects.toThrow('No free space')
  await expect(make(undefined, failing('EROFS'))).rejects.toThrow('cannot be written')
  expect(readdirSync(paths.backups)).toEqual([])
})
