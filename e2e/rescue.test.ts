import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { DESK, openBrowser, openPage, PHONE, step } from './browser'
import { tempFolder } from './folders'
import { CSRF, endAll, LOGIN, launch, type Panelkeep, run, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const folder = tempFolder()
/** A data directory with a login, a device and a backup, closed. */
const used = folder.in('used')
let browser: Browser | undefined
beforeAll(async () => {
  const panelkeep = await startWithLogin({ dataDir: used })
  const reader = await panelkeep.reader()
  await reader.post('/api/devices', { name: 'tablet' })
  expect((await reader.post('/api/system/backups')).status).toBe(201)
  await panelkeep.stop()
})
afterAll(async () => {
  await browser?.close()
  endAll()
  folder.remove()
})

function damagedCopy(name: string): string {
  const dataDir = folder.in(name)
  cpSync(used, dataDir, { recursive: true })
  harm(join(dataDir, 'panelkeep.db'))
  return dataDir
}

function harm(path: string, pages = 12): void {
  const handle = openSync(path, 'r+')
  for (let page = 1; page < pages; page++) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(handle)
}

/** Waits until `/api/health` has this status. */
async function answers(panelkeep: Panelkeep, status: number): Promise<{ status: string }> {
  for (;;) {
    const reply = await panelkeep
      .guest()
      .get('/api/health')
      .catch(() => undefined)
    const body = reply ? ((await reply.json()) as { status?: string }) : undefined
    if (reply?.status === status && body?.status) return body as { status: string }
    if (panelkeep.child.exitCode !== null) throw new Error(`panelkeep ended: ${panelkeep.output}${panelkeep.log}`)
    await Bun.sleep(20)
  }
}

const devicesOf = async (panelkeep: Panelkeep) =>
  (await (await panelkeep.reader()).json<{ devices: { name: string }[] }>('/api/devices')).devices

test('a damaged database: the rescue starts, restores a backup and keeps the damaged file', async () => {
  const dataDir = damagedCopy('restored')
  const damaged = readFileSync(join(dataDir, 'panelkeep.db'))
  const panelkeep = launch({ dataDir })
  expect(await answers(panelkeep, 503)).toMatchObject({ status: 'rescue' })
  await panelkeep.waitForOutput('is damaged. Open http://127.0.0.1')
  expect((await panelkeep.client(CSRF).get('/api/rescue')).status).toBe(401)
  const reader = await panelkeep.reader()
  expect((await reader.get('/api/series')).status).toBe(404)
  const found = await reader.json<{ backups: { backup_id: string; ok: boolean }[] }>('/api/rescue')
  expect([...new Set(found.backups.map(({ ok }) => ok))]).toEqual([true])
  expect(readFileSync(join(dataDir, 'panelkeep.db')).equals(damaged)).toBe(true)
  expect((await reader.post('/api/rescue/restore', { backup_id: found.backups[0]!.backup_id })).status).toBe(200)
  await answers(panelkeep, 200)
  expect(await devicesOf(panelkeep)).toMatchObject([{ name: 'tablet' }])
  const aside = readdirSync(join(dataDir, 'backups')).find((name) => name.endsWith('before_restore'))!
  expect(readFileSync(join(dataDir, 'backups', aside, 'panelkeep.db')).equals(damaged)).toBe(true)
  expect((await panelkeep.stop()).code).toBe(0)
})

test('a database without its write-ahead log opens the rescue, not an empty library', async () => {
  const dataDir = folder.in('no-journal')
  const killed = await startWithLogin({ dataDir })
  await (await killed.reader()).post('/api/devices', { name: 'tablet' })
  await killed.kill()
  rmSync(join(dataDir, 'panelkeep.db-wal')) // the write-ahead log holds all writes until the first clean stop
  const panelkeep = launch({ dataDir })
  expect(await answers(panelkeep, 503)).toMatchObject({ status: 'rescue' })
  await panelkeep.stop()
})

test('damage that only shows with the write-ahead log of a crash opens the rescue as well', async () => {
  const dataDir = folder.in('journal')
  cpSync(used, dataDir, { recursive: true })
  const path = join(dataDir, 'panelkeep.db')
  const database = new Database(path)
  database.run('PRAGMA journal_mode = WAL')
  database.run('CREATE TABLE more (x)')
  const journal = readFileSync(`${path}-wal`)
  database.close()
  harm(path)
  writeFileSync(`${path}-wal`, journal)
  const panelkeep = launch({ dataDir })
  expect(await answers(panelkeep, 503)).toMatchObject({ status: 'rescue' })
  expect((await panelkeep.stop()).code).toBe(0)
})

test('a second start finds the rescue, and the program stops on a signal', async () => {
  const dataDir = damagedCopy('second')
  const panelkeep = launch({ dataDir })
  await answers(panelkeep, 503)
  const args = ['--data-dir', dataDir, '--port', String(panelkeep.port), '--no-browser', '--no-tray']
  const second = await run(args, { home: folder.in('home') })
  expect(second.out).toContain('is running already')
  expect((await panelkeep.stop()).code).toBe(0)
})

step('on the rescue page the user logs in and starts empty, and the library opens automatically', async () => {
  const dataDir = damagedCopy('page')
  browser ??= await openBrowser()
  const panelkeep = launch({ dataDir })
  await answers(panelkeep, 503)
  for (const [size, scheme] of [
    [DESK, 'light'],
    [DESK, 'dark'],
    [PHONE, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    const watched = await openPage(browser, size, { colorScheme: scheme })
    const { page } = watched
    await page.goto(`${panelkeep.url}/`)
    await page.getByLabel('Name').fill(LOGIN.username)
    await watched.shot(`rescue-login-${size.width}-${scheme}`)
    await page.getByLabel('Password', { exact: true }).fill(LOGIN.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Restore this backup' }).waitFor()
    await page.getByText('What is wrong with it').click()
    await watched.shot(`rescue-${size.width}-${scheme}`)
    await watched.close()
  }
  const watched = await openPage(browser)
  const { page } = watched
  rmSync(join(dataDir, 'backups'), { recursive: true })
  await page.goto(`${panelkeep.url}/`)
  await page.getByLabel('Name').fill(LOGIN.username)
  await page.getByLabel('Password', { exact: true }).fill(LOGIN.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('There are no backups in').waitFor()
  await page.getByRole('button', { name: 'Begin with an empty library' }).click()
  await watched.shot('rescue-anew')
  await page.getByRole('dialog').getByRole('button', { name: 'Begin with an empty library' }).click()
  await watched.shot('rescue-begun')
  await answers(panelkeep, 200)
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  expect(
    watched.complaints.filter((each) => each.startsWith('content policy') || each.startsWith('exception')),
  ).toEqual([])
  await watched.close()
  expect(await devicesOf(panelkeep)).toEqual([])
  expect((await panelkeep.stop()).code).toBe(0)
})

test('damage at run time: requests and health report it, and the next start offers the backups', async () => {
  const dataDir = folder.in('running')
  cpSync(used, dataDir, { recursive: true })
  const panelkeep = launch({ dataDir })
  await answers(panelkeep, 200)
  const reader = await panelkeep.reader()
  harm(join(dataDir, 'panelkeep.db'), 1000)
  const damaged = await seen(panelkeep, reader)
  expect(damaged).toContain('Restart Panelkeep: it then offers your backups.')
  expect(await answers(panelkeep, 503)).toMatchObject({ status: 'error', detail: expect.stringContaining('damaged') })
  expect((await panelkeep.stop()).code).toBe(0)
  expect(existsSync(join(dataDir, 'last-stop.json'))).toBe(false)
  const next = launch({ dataDir })
  expect(await answers(next, 503)).toMatchObject({ status: 'rescue' })
  const found = await (await next.reader()).json<{ backups: { ok: boolean }[] }>('/api/rescue')
  expect([...new Set(found.backups.map(({ ok }) => ok))]).toEqual([true])
  expect((await next.stop()).code).toBe(0)
})

/** Polls for the first error, since cached rows are served for a while after the damage. */
async function seen(panelkeep: Panelkeep, reader: Awaited<ReturnType<Panelkeep['reader']>>): Promise<string> {
  const paths = ['/api/series', '/api/system/backups', '/api/activity', '/api/downloads/history', '/api/notices']
  for (;;) {
    for (const path of paths) {
      const reply = await reader.get(path)
      if (reply.status === 503) return reply.text()
      expect(reply.status, path).toBeLessThan(500)
    }
    if (panelkeep.child.exitCode !== null) throw new Error(`panelkeep ended: ${panelkeep.output}${panelkeep.log}`)
    await Bun.sleep(20)
  }
}
