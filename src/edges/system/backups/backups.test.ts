import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openZip } from '../../../base/formats/zip/zip'
import { sha256 } from '../../../base/platform/digest'
import { findJob } from '../../../base/work/store'
import { dataPathsIn, type TestApp, testApp } from '../../../testing/app'
import { disk } from '../../../testing/disks/disk'
import { quickHash } from '../../../testing/harness/quick-hash'
import { until } from '../../../testing/harness/until'
import { makeIssues, makeSeries } from '../../../testing/make'
import { Backups } from './service'

interface Row {
  backup_id: string
  when: string
  why: string
  size: number
  version: string | null
  series: number | null
  issues: number | null
  ok: boolean
  path: string
}

let app: TestApp
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-backups-'))
  writeFileSync(join(folder, 'config.ini'), '[API]\napi_key = secret\n')
  app = await testApp({ folder, databasePath: join(folder, 'panelkeep.db') })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const list = async () =>
  (await app.reader.json<{ backups: Row[]; folder: string }>(200, app.reader.get('/api/system/backups'))).backups
const make = () => app.reader.json<Row>(201, app.reader.post('/api/system/backups'))

test('a backup contains the library and the settings, and a manifest', async () => {
  makeIssues(app.db, makeSeries(app.db), [1, 2, 3])
  expect(await list()).toEqual([])
  const made = await make()
  expect(made).toMatchObject({ why: 'asked', version: '0.0.0-test', series: 1, issues: 3, ok: true })
  expect(await list()).toEqual([made])
  expect(app.events()).toContainEqual({ type: 'backups.changed' })

  expect(readdirSync(made.path).sort()).toEqual(['config.ini', 'manifest.json', 'panelkeep.db'])
  expect(readdirSync(join(folder, 'backups'))).toEqual([made.backup_id])
  expect(readFileSync(join(made.path, 'config.ini'), 'utf8')).toContain('api_key = secret')
  expect(statSync(join(made.path, 'config.ini')).mode & 0o777).toBe(0o600)
  const copy = new Sqlite(join(made.path, 'panelkeep.db'), { readonly: true })
  expect(copy.query('SELECT count(*) AS n FROM issues').get()).toEqual({ n: 3 })
  copy.close()
  const manifest = JSON.parse(readFileSync(join(made.path, 'manifest.json'), 'utf8'))
  expect(manifest.sha256).toBe(sha256(readFileSync(join(made.path, 'panelkeep.db'))))
})

test('a truncated backup is marked as damaged and is not restored', async () => {
  const { path, backup_id } = await make()
  truncateSync(join(path, 'panelkeep.db'), 4096)
  expect(await list()).toMatchObject([{ ok: false }])
  expect((await app.reader.post(`/api/system/backups/${backup_id}/restore`)).status).toBe(409)
  expect(app.left).toEqual([])
})

test('it can be downloaded as one file, and be removed', async () => {
  const { backup_id, path } = await make()
  const reply = await app.reader.get(`/api/system/backups/${backup_id}/download`)
  expect(reply.headers.get('content-disposition')).toContain(`panelkeep-${backup_id}.zip`)
  const file = join(folder, 'taken.zip')
  await Bun.write(file, reply)
  const open = await disk.open(file)
  const zip = (await openZip(open))!
  expect(zip.entries.map(({ name }) => name).sort()).toEqual(['config.ini', 'manifest.json', 'panelkeep.db'])
  const database = zip.entries.find(({ name }) => name === 'panelkeep.db')!
  expect(Buffer.from(await zip.read(database)).equals(readFileSync(join(path, 'panelkeep.db')))).toBe(true)
  await open.close()

  await app.reader.json(200, app.reader.delete(`/api/system/backups/${backup_id}`))
  expect(await list()).toEqual([])
  expect(existsSync(path)).toBe(false)
  for (const id of [backup_id, '..', '%2e%2e%2fpanelkeep.db'])
    expect((await app.reader.delete(`/api/system/backups/${id}`)).status).toBe(404)
  expect(existsSync(join(folder, 'panelkeep.db'))).toBe(true)
})

test('the job makes a backup and removes old ones, also after the backup folder was changed', async () => {
  const elsewhere = join(folder, 'elsewhere')
  await app.config.save({ backup_retention: 2 })
  const run = () => app.reader.json(202, app.reader.post('/api/system/jobs/backup/run'))
  for (let day = 0; day < 2; day++) {
    await run()
    await app.clock.advance('1 h')
  }
  await app.config.save({ backup_location: elsewhere })
  await run()
  const kept = await list()
  expect(kept).toHaveLength(2)
  expect(kept.map(({ why }) => why)).toEqual(['asked', 'asked'])
  expect(readdirSync(elsewhere)).toEqual([kept[0]!.backup_id])
})

test('copies made before a migration are listed with the others', async () => {
  mkdirSync(join(folder, 'backups'), { recursive: true })
  const name = 'before-0025_make_room-2026-11-20T07-50-00.000Z.db'
  const copy = new Sqlite(join(folder, 'backups', name))
  copy.run('CREATE TABLE schema_migrations (name TEXT)')
  copy.close()
  writeFileSync(join(folder, 'backups', 'notes.txt'), 'mine')
  expect(await list()).toMatchObject([
    { backup_id: name, why: 'before_migration', version: null, series: null, ok: true },
  ])
  await app.reader.json(200, app.reader.delete(`/api/system/backups/${name}`))
  expect(readdirSync(join(folder, 'backups'))).toEqual(['notes.txt'])
})

test('an unwritable folder gives a sentence, and leaves no partial files', async () => {
  writeFileSync(join(folder, 'backups'), 'a file where the folder belongs')
  const reply = await app.reader.json<{ detail: string }>(503, app.reader.post('/api/system/backups'))
  expect(reply.detail).toContain(join(folder, 'backups'))
})

test('requests during a backup share the next one, which has the changes until then', async () => {
  const running = make()
  while (!existsSync(join(folder, 'backups'))) await Bun.sleep(1)
  makeSeries(app.db)
  const [first, second, third] = await Promise.all([running, make(), make()])
  expect(second).toEqual(third)
  expect(second.series).toBe(1)
  expect(await list()).toEqual([second, first])
})

test('a backup before an update is its own, also while another is made', async () => {
  const backups = new Backups({
    ports: app.ports,
    config: app.config,
    paths: dataPathsIn(folder, join(folder, 'panelkeep.db')),
    version: '1.0.0',
    publish: () => undefined,
    checkRestart: async () => undefined,
    restart: () => undefined,
  })
  const [scheduled, before] = await Promise.all([backups.make('scheduled'), backups.make('before_update')])
  expect([scheduled.why, before.why]).toEqual(['scheduled', 'before_update'])
})

test('restoring prepares the files and restarts; the library is unchanged until then', async () => {
  makeSeries(app.db, { comic_id: 'kept' })
  const { backup_id } = await make()
  const reply = await app.reader.json<{ message: string }>(
    200,
    app.reader.post(`/api/system/backups/${backup_id}/restore`),
  )
  expect(reply.message).toContain('restarting')
  expect(app.left).toEqual(['restart'])
  expect(readdirSync(join(folder, '.restore')).sort()).toEqual(['order.json', 'panelkeep.db'])
  expect((await app.reader.post(`/api/system/backups/${backup_id}/restore`)).status).toBe(409)
  expect((await app.reader.post('/api/system/backups/none/restore')).status).toBe(404)
})

interface Job {
  id: string
  status: string
  next_run_time: string | null
  dispatch: { state: string; last_attempt: string | null; last_error: string | null }
}
const backupJob = async (of: TestApp = app) =>
  (await of.reader.json<{ jobs: Job[] }>(200, of.reader.get('/api/system/jobs'))).jobs.find(
    ({ id }) => id === 'backup',
  )!

/** Runs the job in a second app. */
async function round(fresh = false): Promise<TestApp> {
  const own = join(folder, 'own')
  mkdirSync(own)
  const settings = { backup_interval: '1440' }
  return testApp({ fresh, folder: own, databasePath: join(own, 'panelkeep.db'), settings })
}
const shelf = async (of: TestApp) =>
  (await of.reader.json<{ backups: Row[] }>(200, of.reader.get('/api/system/backups'))).backups

test('the last run of the backup job matches a stored backup, from any request', async () => {
  const own = await round()
  try {
    await until(
      () => shelf(own),
      (made) => made.length === 1,
    )
    const { dispatch, next_run_time } = await backupJob(own)
    expect((await shelf(own)).map(({ when, why }) => [when, why])).toEqual([[dispatch.last_attempt!, 'scheduled']])
    expect(next_run_time).toBe('2026-11-22T08:00:00.000Z')
    await own.clock.advance('1 h')
    await own.reader.json(202, own.reader.post('/api/system/jobs/backup/run'))
    expect((await shelf(own)).map(({ why }) => why)).toEqual(['asked', 'scheduled'])
    expect((await backupJob(own)).dispatch.last_attempt).toBe((await shelf(own))[0]!.when)
  } finally {
    await own.close()
  }
})

test('before the setup the job does not run, and the first backup follows the setup', async () => {
  const own = await round(true)
  try {
    await own.clock.advance('1 h')
    expect(findJob(own.db.read, 'backup')).toBeUndefined()
    await own.config.saveCredentials({ username: 'reader', passwordHash: quickHash('a password') })
    await own.clock.advance('1 min')
    await until(
      () => findJob(own.db.read, 'backup')?.last_ok,
      (isOk) => isOk === true,
    )
    expect(readdirSync(join(own.folder, 'backups'))).toHaveLength(1)
  } finally {
    await own.close()
  }
})
