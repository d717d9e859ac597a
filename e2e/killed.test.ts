import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from './folders'
import { type Client, launch, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(120_000)

const ROUNDS = 6
const folder = tempFolder()
afterAll(() => folder.remove())

/** Writes as long as it runs: logins and logouts are rows, settings are a file. Errors are the crash we wait for. */
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

/** Faults of the database as the crash left it, found in a copy so that the next start meets it unchanged. */
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

test('killed again and again while it writes: it starts, knows its login and keeps old sessions', async () => {
  const dataDir = folder.in('data')
  let panelkeep = await startWithLogin({ dataDir })
  const first = await panelkeep.reader()
  const cookie = first.headers.Cookie!
  let reader = first
  for (let round = 0; round < ROUNDS; round++) {
    const writing = keepWriting(panelkeep, reader)
    await Bun.sleep(20 + Math.random() * 400) // the moment of a crash is nobody's choice
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

test('killed on its first start at any moment: the next start makes good what is missing', async () => {
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
