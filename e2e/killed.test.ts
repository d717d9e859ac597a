import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCollection } from './collection'
import { tempFolder } from './folders'
import { type Client, endAll, launch, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const ROUNDS = 6
const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

/** Writes while the process runs: logins and logouts are rows, settings are a file. Errors mean that the process was killed. */
async function keepWriting(panelkeep: Panelkeep, reader: Client): Promise<void> {
  const logins = async () => {
    for (;;) {
      const session = await panelkeep.reader()
      await session.post('/api/auth/logout')
    }
  }
  const settings = async () => {
    for (let minutes = 1000; ; minutes++) await reader.put('/api/config', { login_timeout: minutes })
  }
  await Promise.allSettled([logins(), logins(), settings()])
}

/** Faults in a copy of the database, so that the original stays as the crash left it. */
function faults(dataDir: string, round: number): unknown[] {
  const copy = folder.in(`copy-${round}.db`)
  for (const end of ['', '-wal']) {
    const from = join(dataDir, `panelkeep.db${end}`)
    if (existsSync(from)) copyFileSync(from, copy + end)
  }
  const database = new Database(copy)
  const found = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
  const orphans = database.query('PRAGMA foreign_key_check').all()
  database.close()
  return [...found.map((row) => row.integrity_check).filter((fault) => fault !== 'ok'), ...orphans]
}

test('after kills during writes, the program starts, and keeps the login and old sessions', async () => {
  const dataDir = folder.in('data')
  let panelkeep = await startWithLogin({ dataDir })
  const first = await panelkeep.reader()
  const cookie = first.headers.Cookie!
  let reader = first
  for (let round = 0; round < ROUNDS; round++) {
    const writing = keepWriting(panelkeep, reader)
    await Bun.sleep(20 + Math.random() * 400) // a random moment for the crash
    await panelkeep.kill()
    await writing
    expect(faults(dataDir, round)).toEqual([])
    expect(readFileSync(join(dataDir, 'config.ini'), 'utf8')).toMatch(/^http_password = \S+$/m)

    panelkeep = await start({ dataDir })
    expect(panelkeep.output).not.toContain('Setup token')
    reader = await panelkeep.reader()
    expect(await panelkeep.client({ Cookie: cookie }).json('/api/auth/check-session')).toMatchObject({
      authenticated: true,
    })
  }
  expect((await panelkeep.stop()).code).toBe(0)
})

interface Import {
  status: string | null
  scan_id: string | null
  results: { match: { comicid: string } }[] | null
}

/** Waits until no scan or import is running. */
async function idleImport(reader: Client): Promise<Import> {
  for (;;) {
    const now = await reader.json<Import & Record<string, unknown>>('/api/import/comic/progress')
    if (now.status !== 'scanning' && now.status !== 'importing') return now
    await Bun.sleep(20)
  }
}

async function scanned(reader: Client): Promise<Import> {
  expect((await reader.post('/api/import/comic/scan')).status).toBe(200)
  return idleImport(reader)
}

test('after kills during scans and imports, the library is complete, with each issue once', async () => {
  const collection = makeCollection(folder.in('collection'))
  const dataDir = folder.in('importing')
  let panelkeep = await startWithLogin({ dataDir })
  let reader = await panelkeep.reader()
  expect((await reader.put('/api/config', { comic_dirs: [collection.comics] })).status).toBe(200)
  const crash = async (ms: number, round: number) => {
    await Bun.sleep(ms)
    await panelkeep.kill()
    expect(faults(dataDir, round)).toEqual([])
    panelkeep = await start({ dataDir })
    reader = await panelkeep.reader()
  }
  for (let round = 0; round < ROUNDS; round++) {
    await idleImport(reader)
    await reader.post('/api/import/comic/scan')
    await crash(Math.random() * 400, 100 + round)
  }
  // After the crash a scan resumes automatically or can be started again.
  await idleImport(reader)
  for (let round = 0; round < ROUNDS; round++) {
    const { scan_id, results } = await scanned(reader)
    const selected_ids = results!.map((result) => result.match.comicid)
    void reader.post('/api/import/comic/confirm', { scan_id, selected_ids }).catch(() => undefined)
    await crash(Math.random() * 150, 200 + round)
    await idleImport(reader)
  }
  const { scan_id, results } = await scanned(reader)
  const selected_ids = results!.map((result) => result.match.comicid)
  if (selected_ids.length > 0) await reader.post('/api/import/comic/confirm', { scan_id, selected_ids })
  await idleImport(reader)
  const rows = await reader.json<Shelf & Record<string, unknown>>('/api/series')
  const have = rows.map((row) => `${row.ComicName} ${row.ComicYear} ${row.Have}/${row.Total}`).sort()
  const expected = collection.series.comic.map(({ name, year, issues }) => `${name} ${year} ${issues}/${issues}`).sort()
  expect(have).toEqual(expected)
  await panelkeep.stop()
})

type Shelf = { ComicName: string; ComicYear: string; Have: number; Total: number }[]

test('after a kill at any moment of the first start, the next start completes the data directory', async () => {
  for (const ms of [5, 15, 25, 35, 50, 80]) {
    const dataDir = folder.in(`first-${ms}`)
    const begun = launch({ dataDir })
    await Bun.sleep(ms)
    await begun.kill()
    const again = await startWithLogin({ dataDir })
    expect((await again.guest().post('/api/auth/logout')).status).toBe(401)
    expect((await again.stop()).code).toBe(0)
  }
})
