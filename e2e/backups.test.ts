import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './folders'
import { nextRun, runOf } from './next-run'
import { type Client, endAll, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const ROUNDS = 8
const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

interface Backup {
  backup_id: string
  why: string
  ok: boolean
  series: number
}

const backups = async (reader: Client) => (await reader.json<{ backups: Backup[] }>('/api/system/backups')).backups
const addDevice = async (reader: Client, name: string) =>
  expect((await reader.post('/api/devices', { name })).status).toBe(200)
const devices = async (reader: Client) => {
  const found = await reader.json<{ devices: { name: string }[] }>('/api/devices')
  return found.devices.map(({ name }) => name).sort()
}

async function madeBackup(reader: Client): Promise<Backup> {
  const reply = await reader.post('/api/system/backups')
  expect(reply.status).toBe(201)
  return (await reply.json()) as Backup
}

/** Every file with its size. */
const filesIn = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${statSync(join(dataDir, name), { throwIfNoEntry: false })?.size}`)
    .join('\n')

/** The devices in a copy of the database, so that the original stays as the crash left it. */
function devicesIn(database: string, copy: string): string[] {
  for (const end of ['', '-wal']) if (existsSync(database + end)) copyFileSync(database + end, copy + end)
  const open = new Database(copy)
  expect(open.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
  const names = open.query<{ name: string }, []>('SELECT name FROM device_keys ORDER BY name').all()
  open.close()
  return names.map(({ name }) => name)
}

test('a backup is restored by a restart, and so is the replaced library', async () => {
  const panelkeep = await startWithLogin({ dataDir: folder.in('round-trip') })
  const reader = await panelkeep.reader()
  await addDevice(reader, 'old')
  const { backup_id } = await madeBackup(reader)
  await addDevice(reader, 'new')
  const first = await runOf(panelkeep)
  expect((await reader.post(`/api/system/backups/${backup_id}/restore`)).status).toBe(200)
  await nextRun(panelkeep, first)
  expect(await devices(reader)).toEqual(['old'])
  const aside = (await backups(reader)).find(({ why }) => why === 'before_restore')
  expect(aside?.ok).toBe(true)
  const second = await runOf(panelkeep)
  expect((await reader.post(`/api/system/backups/${aside!.backup_id}/restore`)).status).toBe(200)
  await nextRun(panelkeep, second)
  expect(await devices(reader)).toEqual(['new', 'old'])
  expect((await panelkeep.stop()).code).toBe(0)
})

test('after kills during backups and restores, the library is the old or the new one, complete', async () => {
  const dataDir = folder.in('killed')
  let panelkeep = await startWithLogin({ dataDir })
  let reader = await panelkeep.reader()
  await addDevice(reader, 'old')
  const { backup_id } = await madeBackup(reader)
  const sides = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    if (!(await devices(reader)).includes('new')) await addDevice(reader, 'new')
    void reader.post('/api/system/backups').catch(() => undefined)
    void reader.post(`/api/system/backups/${backup_id}/restore`).catch(() => undefined)
    await Bun.sleep(Math.random() * 900) // a random moment for the crash
    await panelkeep.kill()
    const left = `${filesIn(dataDir)}\n${panelkeep.log}`
    panelkeep = await start({ dataDir })
    reader = await panelkeep.reader()
    const now = await devices(reader)
    sides.add(now.join())
    // The files after the crash, for the error.
    expect([['old'], ['new', 'old']], `${left}\n${panelkeep.log}`).toContainEqual(now)
    expect(existsSync(join(dataDir, '.restore'))).toBe(false)
    // Nothing is lost: every replaced library is among the backups.
    for (const [at, { why, backup_id: aside }] of (await backups(reader)).entries()) {
      if (why !== 'before_restore') continue
      const database = join(dataDir, 'backups', aside, 'panelkeep.db')
      expect(devicesIn(database, folder.in(`aside-${round}-${at}.db`))).toEqual(['new', 'old'])
    }
  }
  console.log(`ended on ${[...sides].join(' and ')}`)
  expect((await backups(reader)).every(({ ok }) => ok)).toBe(true)
  expect((await panelkeep.stop()).code).toBe(0)
  // A kill during a write may leave a partial file, `.name.1234.tmp`.
  const hidden = readdirSync(dataDir).filter((name) => name.startsWith('.') && !name.endsWith('.tmp'))
  expect(hidden).toEqual(['.secure'])
})
