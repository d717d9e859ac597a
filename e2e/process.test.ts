import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeEmptyLibrary } from '../src/base/storage/empty-library'
import { freePort } from '../src/testing/harness/free-port'
import { contents, modeOf, tempFolder } from './folders'
import { EXE, endAll, run, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const folder = tempFolder()
const home = folder.in('home')
beforeAll(() => mkdirSync(home))
afterAll(() => {
  endAll()
  folder.remove()
})

for (const [option, says] of [
  ['--help', 'panelkeep [--data-dir DIR]'],
  ['--version', 'panelkeep 0.'],
] as const) {
  test(`${option} prints its output and writes nothing to the disk`, async () => {
    const ended = await run([option], { home, cwd: home, env: { PANELKEEP_DATA_DIR: join(home, 'data') } })
    expect(ended).toMatchObject({ code: 0, err: '' })
    expect(ended.out).toContain(says)
    expect(contents(home)).toEqual({})
  })
}

test('--health reports whether the Panelkeep of that data directory responds, and writes nothing to the disk', async () => {
  const dataDir = folder.in('asked for its health')
  const ask = () => run(['--health', '--data-dir', dataDir], { home, cwd: home })
  const nobody = { code: 1, out: `No Panelkeep with the data folder ${dataDir} responds.\n`, err: '' }
  expect(await ask()).toEqual(nobody)
  expect(existsSync(dataDir)).toBe(false)
  const panelkeep = await start({ dataDir })
  expect(await ask()).toEqual({ code: 0, out: `Panelkeep responds at ${panelkeep.url}\n`, err: '' })
  await panelkeep.kill()
  expect(await ask()).toEqual(nobody)
})

test('a first start has the tables that the migrations create', async () => {
  const dataDir = folder.in('first start')
  const panelkeep = await start({ dataDir })
  await panelkeep.stop()
  const tablesOf = (raw: Database) => {
    const rows = raw.query('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
    raw.close()
    return rows
  }
  const there = tablesOf(new Database(join(dataDir, 'panelkeep.db')))
  const made = tablesOf(Database.deserialize(makeEmptyLibrary()))
  expect(there.length).toBeGreaterThan(100)
  // SQLite's own tables come with its first statistics.
  const own = (rows: unknown[]) => rows.filter((row) => !(row as { name: string }).name.startsWith('sqlite_'))
  expect(own(there)).toEqual(own(made))
  expect(modeOf(join(dataDir, 'panelkeep.db'))).toBe('600')
})

test('a bad argument exits with code 2 and a sentence', async () => {
  for (const args of [['--bogus'], ['--port', 'many'], ['--log-level', 'loud'], ['--port'], ['names', '--kind', 'x']]) {
    const ended = await run(args, { home, cwd: home })
    expect({ args, code: ended.code, out: ended.out }).toEqual({ args, code: 2, out: '' })
    expect(ended.err.trim()).toMatch(/^[^\n]+\.$/)
    expect(contents(home)).toEqual({})
  }
})

test('the executable alone in an empty folder serves the pages', async () => {
  const alone = folder.in('alone')
  mkdirSync(alone)
  const exe = join(alone, 'panelkeep')
  copyFileSync(EXE, exe)
  const panelkeep = await start({ dataDir: folder.in('alone-data'), exe, cwd: alone })
  const page = await (await fetch(`${panelkeep.url}/login`)).text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? /src="(\/[^"]+\.js)"/.exec(page)?.[1]
  expect(script).toBeString()
  const reply = await fetch(panelkeep.url + script)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('javascript')
  await panelkeep.stop()
  expect(Object.keys(contents(alone))).toEqual(['panelkeep'])
})

test('the first start prints the setup token and writes files that only the owner can read', async () => {
  const dataDir = folder.in('first')
  const panelkeep = await start({ dataDir })
  expect(panelkeep.setupToken?.length).toBeGreaterThan(30)
  expect(modeOf(dataDir)).toBe('700')
  expect(modeOf(join(dataDir, 'config.ini'))).toBe('600')
  expect(readFileSync(join(dataDir, 'config.ini'), 'utf8')).toMatch(/^api_key = [0-9a-f]{32}$/m)
  expect(modeOf(join(dataDir, '.secure'))).toBe('700')
  expect(modeOf(join(dataDir, '.secure', 'jwt.key'))).toBe('600')
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})

test('the data directory follows --data-dir, then PANELKEEP_DATA_DIR, then XDG_DATA_HOME', async () => {
  const port = String(freePort())
  const args = ['--port', port, '--no-browser', '--no-tray']
  const chosen = folder.in('chosen')
  const env = { HOME: home, PATH: '', PANELKEEP_DATA_DIR: chosen, XDG_DATA_HOME: folder.in('xdg') }
  for (const [vars, where] of [
    [env, chosen],
    [{ ...env, PANELKEEP_DATA_DIR: '' }, join(folder.in('xdg'), 'panelkeep')],
  ] as const) {
    const child = Bun.spawn([EXE, ...args], { env: vars, stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
    while (!(await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.ok) await Bun.sleep(10)
    child.kill('SIGTERM')
    await child.exited
    expect(existsSync(join(where, 'panelkeep.db'))).toBe(true)
  }
  expect(contents(home)).toEqual({})
})

test('a second start on the same data directory prints the address of the first and ends with 0', async () => {
  const dataDir = folder.in('twice')
  const panelkeep = await start({ dataDir })
  const second = await run(['--data-dir', dataDir, '--port', String(freePort()), '--no-browser'], { home })
  expect(second).toMatchObject({ code: 0, out: `Panelkeep is running already: ${panelkeep.url}\n`, err: '' })
  expect((await fetch(`${panelkeep.url}/api/health`)).status).toBe(200)
  await panelkeep.stop()
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} stops it within five seconds even with an open event stream`, async () => {
    const panelkeep = await startWithLogin({ dataDir: folder.in(`stop-${signal}`) })
    const reader = await panelkeep.reader()
    const stream = await reader.get('/api/events/stream')
    const events = stream.text().catch(() => '')
    const ended = await panelkeep.stop(signal)
    expect(ended.code).toBe(0)
    expect(ended.ms).toBeLessThan(5000)
    expect(await events).toContain('event: shutdown')
    expect(existsSync(join(panelkeep.dataDir, 'panelkeep.db-wal'))).toBe(false)
    expect(existsSync(join(panelkeep.dataDir, 'instance.json'))).toBe(false)
  })
}

test('two stop signals in a row stop the program once and in order', async () => {
  const panelkeep = await start({ dataDir: folder.in('impatient') })
  panelkeep.child.kill('SIGINT')
  expect(await panelkeep.stop('SIGINT')).toMatchObject({ code: 0 })
  expect(panelkeep.log.match(/ main stopped$/gm)?.length).toBe(1)
})

test('a restart from a page returns on the same port with the same session, in the same process', async () => {
  const panelkeep = await startWithLogin({ dataDir: folder.in('again') })
  const reader = await panelkeep.reader()
  const instance = async () => {
    const reply = await fetch(`${panelkeep.url}/api/health`)
    return reply.ok ? ((await reply.json()) as { instance: string }).instance : before
  }
  let before = ''
  before = await instance()
  const events = (await reader.get('/api/events/stream')).text().catch(() => '')
  const reply = await reader.post('/api/system/restart')
  expect(await reply.json()).toEqual({ success: true, message: 'Panelkeep is restarting.' })
  expect(await events).toContain('event: restart')
  for (;;) {
    const now = await instance().catch(() => before)
    if (now !== before) break
    await Bun.sleep(20)
  }
  expect(await reader.json('/api/auth/check-session')).toMatchObject({ authenticated: true })
  expect(panelkeep.child.exitCode).toBeNull()
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})

test('a restart with unusable settings is refused with the reason, and nothing stops', async () => {
  const panelkeep = await startWithLogin({ dataDir: folder.in('no way back') })
  const reader = await panelkeep.reader()
  const settings = join(panelkeep.dataDir, 'config.ini')
  const saved = readFileSync(settings, 'utf8')
  const { instance } = await reader.json('/api/health')
  const { backup_id } = (await (await reader.post('/api/system/backups')).json()) as { backup_id: string }
  writeFileSync(settings, `${saved}[By hand]\nenable_https = true\n`)
  for (const path of ['/api/system/restart', `/api/system/backups/${backup_id}/restore`]) {
    const reply = await reader.post(path)
    const says = expect.stringContaining('https_cert names no file')
    expect([path, reply.status, await reply.text()]).toEqual([path, 409, says])
  }
  writeFileSync(settings, saved)
  expect(await reader.json('/api/health')).toMatchObject({ instance })
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})

test('config.ini is complete whenever the process is killed', async () => {
  const dataDir = folder.in('killed while it saves')
  let panelkeep = await startWithLogin({ dataDir })
  for (let round = 0; round < 3; round++) {
    const reader = await panelkeep.reader()
    let saves = 0
    const saving = (async () => {
      for (;;) await reader.put('/api/config', { opds_pagesize: 20 + (saves++ % 50) })
    })().catch(() => undefined)
    while (saves < 5 + round) await Bun.sleep(1)
    await panelkeep.kill()
    await saving
    const text = readFileSync(join(dataDir, 'config.ini'), 'utf8')
    expect(text).toMatch(/^api_key = [0-9a-f]{32}$/m)
    expect(text).toMatch(/^http_password = \$argon2id\$/m)
    expect(text).toMatch(/^opds_pagesize = [2-6][0-9]$/m)
    expect(text).toEndWith('\n')
    panelkeep = await start({ dataDir })
  }
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})

test('a shutdown from a page responds first and ends with 0', async () => {
  const panelkeep = await startWithLogin({ dataDir: folder.in('shut-down') })
  const reply = await (await panelkeep.reader()).post('/api/system/shutdown')
  expect([reply.status, await reply.json()]).toEqual([200, { success: true, message: 'Panelkeep is stopping.' }])
  expect(await panelkeep.child.exited).toBe(0)
  expect(existsSync(join(panelkeep.dataDir, 'instance.json'))).toBe(false)
})

test('a session and a lockout survive a restart', async () => {
  const dataDir = folder.in('restart')
  const first = await startWithLogin({ dataDir })
  const cookie = await first.cookie()
  for (let n = 0; n < 5; n++) await first.guest().post('/api/auth/login', { username: 'reader', password: 'wrong one' })
  expect((await first.guest().post('/api/auth/login', { username: 'reader', password: 'x' })).status).toBe(429)
  await first.stop()

  const second = await start({ dataDir })
  expect(second.output).not.toContain('Setup token')
  const session = await second.client({ Cookie: cookie }).json('/api/auth/check-session')
  expect(session).toMatchObject({ authenticated: true, username: 'reader' })
  const refused = await second.guest().post('/api/auth/login', { username: 'reader', password: 'x' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
  await second.stop()
})

test('names reads lines and prints one line of JSON for each', async () => {
  const stdin = 'Harbor Lights 003 (2015).cbz\r\nCopper Orchard v02 c011.cbz\nno line break at the end ½.cbr'
  const ended = await run(['names'], { home, stdin })
  expect(ended).toMatchObject({ code: 0, err: '' })
  const lines = ended.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map((line) => line.name)).toEqual(stdin.split(/\r?\n/))
  expect(lines[0]).toMatchObject({ series: 'Harbor Lights', issue: '3', year: '2015' })
  expect(contents(home)).toEqual({})
})

test('names without input prints nothing', async () => {
  expect(await run(['names', '--kind', 'manga'], { home, stdin: '' })).toEqual({ code: 0, out: '', err: '' })
})
