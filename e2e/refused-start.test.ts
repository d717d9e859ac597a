import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../src/testing/harness/free-port'
import { canMount, contents, mountDisk, tempFolder } from './folders'
import { type ExitReport, endAll, run, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

const folder = tempFolder()
const home = folder.in('home')
/** A data directory that was used and closed. */
const used = folder.in('used')
beforeAll(async () => {
  mkdirSync(home)
  await (await start({ dataDir: used })).stop()
})
afterAll(() => {
  endAll()
  folder.remove()
})
const mounts = canMount()

function tryStart(dataDir: string, port = freePort()): Promise<ExitReport> {
  return run(['--data-dir', dataDir, '--port', String(port), '--no-browser', '--no-tray'], { home, within: 15_000 })
}

/** One or two sentences on one line, no internals, and no token of a failed start. */
function expectSentence(ended: ExitReport): void {
  expect(ended.code).not.toBe(0)
  expect(ended.out).toBe('')
  expect(ended.err.trimEnd()).toMatch(/^[^\n]+\.$/)
  expect(ended.err).not.toMatch(/\bat .*:\d+|SQLITE_|E[A-Z]{4,}/)
}

function copyOfUsed(name: string): string {
  const dataDir = folder.in(name)
  cpSync(used, dataDir, { recursive: true })
  return dataDir
}

async function expectUntouched(dataDir: string): Promise<ExitReport> {
  const before = contents(dataDir)
  const ended = await tryStart(dataDir)
  expectSentence(ended)
  expect(contents(dataDir)).toEqual(before)
  return ended
}

test('a port of another program: one sentence, and no files are created', async () => {
  const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('somebody else') })
  const dataDir = folder.in('port-taken')
  const ended = await tryStart(dataDir, other.port)
  expectSentence(ended)
  expect(ended.err).toContain(`Port ${other.port}`)
  expect(ended.err).toContain('--port')
  expect(existsSync(dataDir)).toBe(false)
  expect(contents(home)).toEqual({})
  await other.stop(true)
})

test('a data directory below a file: one sentence, and the file stays as it was', async () => {
  const file = folder.in('a-file')
  writeFileSync(file, 'mine')
  const ended = await tryStart(join(file, 'panelkeep'))
  expectSentence(ended)
  expect(ended.err).toContain('--data-dir')
  expect(await Bun.file(file).text()).toBe('mine')
})

test.skipIf(!mounts)('a disk that cannot be written: one sentence, and no files are created', async () => {
  const disk = mountDisk(folder.in('read-only'), 'size=4m')!
  disk.remount('ro')
  try {
    for (const dataDir of [folder.in('read-only/new'), folder.in('read-only')]) {
      const ended = await tryStart(dataDir)
      expectSentence(ended)
      expect(ended.err).toContain('cannot be written')
    }
    expect(contents(folder.in('read-only'))).toEqual({})
  } finally {
    disk.unmount()
  }
})

test.skipIf(!mounts)('a library on a read-only disk: one sentence, and nothing has changed', async () => {
  const disk = mountDisk(folder.in('became-read-only'), 'size=8m')!
  try {
    cpSync(used, folder.in('became-read-only/data'), { recursive: true })
    disk.remount('ro')
    expect((await expectUntouched(folder.in('became-read-only/data'))).err).toContain('cannot be written')
  } finally {
    disk.unmount()
  }
})

test.skipIf(!mounts)('a full disk: one sentence that says so, and no files are left on it', async () => {
  for (const size of ['64k', '512k', '900k']) {
    const at = folder.in(`full-${size}`)
    const disk = mountDisk(at, `size=${size}`)!
    try {
      const ended = await tryStart(join(at, 'data'))
      expectSentence(ended)
      expect(ended.err).toContain('No free space')
      expect(contents(at)).toEqual({})
    } finally {
      disk.unmount()
    }
  }
})

test('a database of a newer version: one sentence, and no byte changes', async () => {
  const dataDir = copyOfUsed('newer')
  const database = new Database(join(dataDir, 'panelkeep.db'))
  database.run("INSERT INTO schema_migrations VALUES ('9999_from_the_future', '2031-01-01T00:00:00.000Z')")
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  expect((await expectUntouched(dataDir)).err).toContain('newer Panelkeep')
})

test('a newer database after a kill: one sentence, and its last change is kept', async () => {
  const dataDir = copyOfUsed('newer-killed')
  const database = new Database(join(dataDir, 'panelkeep.db'))
  database.run('PRAGMA journal_mode = WAL')
  database.run("INSERT INTO schema_migrations VALUES ('9999_from_the_future', '2031-01-01T00:00:00.000Z')")
  const copy = folder.in('newer-killed-copy')
  cpSync(dataDir, copy, { recursive: true }) // like after a crash: the change is only in the write-ahead log
  database.close()
  expectSentence(await tryStart(copy))
  expectSentence(await tryStart(copy))
  const again = new Database(join(copy, 'panelkeep.db'))
  const names = again.query<{ name: string }, []>('SELECT name FROM schema_migrations ORDER BY name').all()
  expect(names.at(-1)?.name).toBe('9999_from_the_future')
  again.close()
})

test('a locked database: one sentence, and a start once the lock is gone', async () => {
  const dataDir = copyOfUsed('locked')
  const database = new Database(join(dataDir, 'panelkeep.db'))
  database.run('BEGIN IMMEDIATE')
  const ended = await tryStart(dataDir)
  expectSentence(ended)
  expect(ended.err).toContain('Another program has locked the library database')
  database.run('ROLLBACK')
  const panelkeep = await startWithLogin({ dataDir })
  const reader = await panelkeep.reader()
  database.run('BEGIN IMMEDIATE')
  const since = performance.now()
  const refused = await Promise.all([1, 2, 3, 4].map(() => reader.post('/api/import/ignore', { imp_ids: ['x'] })))
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  expect(performance.now() - since).toBeLessThan(2000)
  expect((await reader.get('/api/series')).status).toBe(200)
  database.run('ROLLBACK')
  database.close()
  expect((await reader.post('/api/import/ignore', { imp_ids: ['x'] })).status).toBe(200)
  expect((await panelkeep.stop()).code).toBe(0)
})

test('services that fail to load after the port is open: one sentence, and a start once they load', async () => {
  const dataDir = copyOfUsed('services')
  const database = new Database(join(dataDir, 'panelkeep.db'))
  // Both starts add the default reading list where it is missing.
  database.run('DELETE FROM reading_lists')
  database.run(
    "CREATE TRIGGER closed BEFORE INSERT ON reading_lists BEGIN SELECT RAISE(FAIL, 'No list can be added.'); END",
  )
  database.close()
  const ended = await tryStart(dataDir)
  expect(ended.code).toBe(1)
  expect(ended.err.trimEnd().split('\n').at(-1)).toBe('Panelkeep cannot start: No list can be added.')
  const again = new Database(join(dataDir, 'panelkeep.db'))
  again.run('DROP TRIGGER closed')
  again.close()
  const panelkeep = await startWithLogin({ dataDir })
  const { lists } = await (await panelkeep.reader()).json<{ lists: { is_default: boolean }[] }>('/api/readlists')
  expect(lists.map(({ is_default }) => is_default)).toEqual([true])
  expect((await panelkeep.stop()).code).toBe(0)
})

const DAMAGES: Record<string, (path: string) => void> = {
  'a text file in its place': (path) => writeFileSync(path, 'Dear diary,\n'.repeat(2000)),
  'cut in half': (path) => {
    truncateSync(path, Math.trunc(statSync(path).size / 2))
  },
  'pages overwritten in the middle': (path) => {
    const handle = openSync(path, 'r+')
    for (let page = 1; page < 12; page++) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
    closeSync(handle)
  },
  'the first bytes lost': (path) => {
    const handle = openSync(path, 'r+')
    writeSync(handle, Buffer.alloc(100), 0, 100, 0)
    closeSync(handle)
  },
}

for (const [how, harm] of Object.entries(DAMAGES)) {
  test(`a damaged database (${how}): one sentence, and no byte changes`, async () => {
    const dataDir = copyOfUsed(`damaged ${how}`)
    harm(join(dataDir, 'panelkeep.db'))
    const ended = await expectUntouched(dataDir)
    expect(ended.err).toContain('panelkeep.db')
  })
}

test('the database of another program: one sentence, and no byte changes', async () => {
  const dataDir = folder.in('foreign')
  mkdirSync(dataDir)
  const database = new Database(join(dataDir, 'panelkeep.db'), { create: true })
  database.run('CREATE TABLE recipes (name TEXT)')
  database.close()
  await expectUntouched(dataDir)
})

test('a damaged database beside a journal: one sentence', async () => {
  const dataDir = copyOfUsed('damaged-journal')
  const database = new Database(join(dataDir, 'panelkeep.db'))
  database.run('PRAGMA journal_mode = WAL')
  database.run('CREATE TABLE more (x)')
  copyFileSync(join(dataDir, 'panelkeep.db-wal'), folder.in('kept-wal'))
  database.close()
  DAMAGES['pages overwritten in the middle']!(join(dataDir, 'panelkeep.db'))
  copyFileSync(folder.in('kept-wal'), join(dataDir, 'panelkeep.db-wal'))
  expectSentence(await tryStart(dataDir))
})

test('invalid settings do not prevent a start: the log names each, and the file keeps them', async () => {
  const dataDir = folder.in('bad-settings')
  mkdirSync(dataDir)
  const text = '[Interface]\nlogin_timeout = soon\npublic_url = http://x:80900\nhttp_host = 203.0.113.77\n'
  writeFileSync(join(dataDir, 'config.ini'), `${text}http_username = a\nhttp_password = b\n`)
  const panelkeep = await start({ dataDir, env: { PANELKEEP_HTTP_ROOT: 'file:' } })
  for (const path of ['/', '/api/health', '/opds'])
    expect((await fetch(`${panelkeep.url}${path}`)).status, path).toBeLessThan(500)
  for (const name of ['login_timeout', 'public_url', '203.0.113.77', 'PANELKEEP_HTTP_ROOT'])
    await panelkeep.waitForOutput(name)
  expect(readFileSync(join(dataDir, 'config.ini'), 'utf8')).toContain(text)
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})
