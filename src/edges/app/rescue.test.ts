import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Config } from '../../base/config/config'
import { lineLog } from '../../base/platform/log'
import type { Ports } from '../../base/platform/ports'
import { systemProcesses } from '../../base/platform/processes'
import { systemRandom } from '../../base/platform/random'
import { Database } from '../../base/storage/database'
import { damageIn, preflight } from '../../base/storage/preflight'
import { LOGIN } from '../../testing/app'
import { disk } from '../../testing/disks/disk'
import { fakeClock } from '../../testing/fakes/clock'
import { quickHash } from '../../testing/harness/quick-hash'
import { makeSeries } from '../../testing/make'
import { applyRestore } from '../host/apply-restore'
import { type Layout, layout } from '../host/data-directory'
import { Backups } from '../system/backups/service'
import { makeRescue } from './rescue-composition'
import { withoutRescue } from './rescue-pages'

const HASH = quickHash(LOGIN.password)
const HEADERS = { 'X-Requested-With': 'ServiceFrontend', 'Content-Type': 'application/json' }
const page = { path: '/rescue.html', content: new TextEncoder().encode('rescue'), type: 'text/html' }
const library = { path: '/index.html', content: new TextEncoder().encode('library'), type: 'text/html' }

let at: Layout
let ports: Ports
let config: Config
let restarts = 0
let rescue: ReturnType<typeof makeRescue>

beforeEach(async () => {
  at = layout(mkdtempSync(join(tmpdir(), 'panelkeep-rescue-')))
  const clock = fakeClock()
  const log = lineLog(clock.now, () => {}, 'debug')
  ports = { clock, random: systemRandom, files: disk, processes: systemProcesses, log } as unknown as Ports
  const text = `[Interface]\nhttp_username = ${LOGIN.username}\nhttp_password = ${HASH}\n`
  writeFileSync(at.config, text)
  config = new Config({ files: disk, random: systemRandom, publish: () => {} }, { path: at.config, text })
  const db = new Database(at.database, { publish: () => {} })
  makeSeries(db, { comic_id: 'kept' })
  db.close()
  const parts = { ports, config, paths: at, version: '1.0.0', publish: () => {}, checkRestart: async () => {} }
  const before = new Backups({ ...parts, restart: () => {} })
  await before.make('scheduled')
  writeFileSync(at.database, 'Dear diary,\n'.repeat(1000))
  restarts = 0
  rescue = makeRescue({
    ports,
    at,
    config,
    pages: [page, library],
    instance: 'rescue',
    problem: 'file is not a database',
    hostMeansManage: () => false,
    names: () => ['attic'],
    checkRestart: async () => {},
    restart: () => restarts++,
  })
})
afterEach(async () => {
  await rescue.stop()
  rmSync(at.dataDir, { recursive: true, force: true })
})

const ask = (method: string, path: string, body?: unknown, cookie = '') =>
  rescue.fetch(
    new Request(`http://localhost:8090${path}`, {
      method,
      headers: { ...HEADERS, Cookie: cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { ip: '127.0.0.1', keepOpen: () => {} },
  )

async function login(): Promise<string> {
  const reply = await ask('POST', '/api/auth/login', LOGIN)
  expect(reply.status).toBe(200)
  return (reply.headers.get('set-cookie') ?? '').split(';')[0]!
}

test('the start detects the damage', async () => {
  const error = await preflight(disk, at.database).catch((cause: unknown) => cause)
  expect(damageIn(error)).toBe('file is not a database')
  expect(damageIn(new Error('outer', { cause: error }))).toBe('file is not a database')
  expect(damageIn(new Error('something else'))).toBeUndefined()
})

test('no host and no path prefix bypasses its gate', async () => {
  const headers = { ...HEADERS, Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` }
  const status = async (address: string, method: string) =>
    (await rescue.fetch(new Request(address, { method, headers }), { ip: '192.0.2.9', keepOpen: () => {} })).status
  for (const host of ['a', 'abc', 'localhost', '[::1]', 'x'.repeat(255)]) {
    for (const scheme of ['http', 'https']) {
      for (const before of ['/opds', '//opds', '/OPDS', '/opds/', '/opds%2f', '//']) {
        expect([403, 404]).toContain(await status(`${scheme}://${host}${before}/api/rescue`, 'GET'))
        expect([403, 404]).toContain(await status(`${scheme}://${host}${before}/api/rescue/anew`, 'POST'))
      }
    }
  }
  expect(restarts).toBe(0)
})

test('its page replaces the library, and the library has no such page', async () => {
  for (const path of ['/', '/login', '/series/7']) expect(await (await ask('GET', path)).text()).toBe('rescue')
  expect(withoutRescue([page, library])).toEqual([library])
})

test('only the rescue routes respond, and only to the login', async () => {
  expect((await ask('GET', '/api/health')).status).toBe(503)
  expect((await ask('GET', '/api/rescue')).status).toBe(401)
  expect((await ask('POST', '/api/rescue/anew')).status).toBe(401)
  expect((await ask('POST', '/api/auth/login', { ...LOGIN, password: 'wrong' })).status).toBe(401)
  const cookie = await login()
  for (const path of ['/api/series', '/api/config', '/api/system/backups'])
    expect((await ask('GET', path, undefined, cookie)).status).toBe(404)
  expect(await (await ask('GET', '/api/auth/check-session', undefined, cookie)).json()).toMatchObject({
    authenticated: true,
  })
})

test('a backup replaces the damaged file, which is kept', async () => {
  const cookie = await login()
  const looked = (await (await ask('GET', '/api/rescue', undefined, cookie)).json()) as {
    problem: string
    backups: { backup_id: string }[]
  }
  expect(looked.problem).toBe('file is not a database')
  const { backup_id } = looked.backups[0]!
  expect((await ask('POST', '/api/rescue/restore', { backup_id: 'none' }, cookie)).status).toBe(404)
  expect((await ask('POST', '/api/rescue/restore', { backup_id }, cookie)).status).toBe(200)
  expect(restarts).toBe(1)
  expect(readFileSync(at.database, 'utf8')).toStartWith('Dear diary')
  await applyRestore(ports, at)
  const db = new Database(at.database, { publish: () => {} })
  expect(db.read.all<{ comic_id: string }>('SELECT comic_id FROM series')).toMatchObject([{ comic_id: 'kept' }])
  db.close()
  const after = (await (await ask('GET', '/api/rescue', undefined, cookie)).json()) as {
    backups: { ok: boolean; path: string; why: string }[]
  }
  const aside = after.backups.find(({ why }) => why === 'before_restore')
  expect(aside?.ok).toBe(false)
  expect(readFileSync(join(aside!.path, 'panelkeep.db'), 'utf8')).toStartWith('Dear diary')
})

test('the library starts empty when the user chooses so', async () => {
  const cookie = await login()
  expect((await ask('POST', '/api/rescue/anew', undefined, cookie)).status).toBe(200)
  expect(restarts).toBe(1)
  await applyRestore(ports, at)
  expect(existsSync(at.database)).toBe(false)
  expect(existsSync(at.config)).toBe(true)
})
