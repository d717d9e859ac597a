import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOGIN, type TestApp, testApp } from '../../testing/app'
import { spec } from '../../testing/checks/endpoints'
import { ours } from '../../testing/checks/own-endpoints'
import { makeIssues, makeSeries } from '../../testing/make'
import { nextTurn } from '../platform/event-loop'
import { LIBRARY_LENT, LIBRARY_LOCKED } from '../storage/write-errors'

/** Another program holds the write lock of the database, as a database editor would. */
let folder: string
let app: TestApp
let other: Sqlite
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-locked-'))
  const databasePath = join(folder, 'panelkeep.db')
  app = await testApp({ databasePath })
  makeIssues(app.db, makeSeries(app.db), [1, 2])
  other = new Sqlite(databasePath)
})
afterEach(async () => {
  other.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const WRITES: [method: string, path: string, body: unknown][] = [
  ['PUT', '/api/series/harbor/pause', undefined],
  ['PUT', '/api/series/issues/harbor-1/unqueue', undefined],
  ['DELETE', '/api/downloads/history', undefined],
  ['POST', '/api/reading/mark', { issue_ids: ['harbor-1'], read: true }],
  ['POST', '/api/auth/login', { username: 'reader', password: 'wrong' }],
]

test.each(WRITES)(
  '%s %s is refused with a sentence while the database is locked, and works after',
  async (method, path, body) => {
    other.run('BEGIN IMMEDIATE')
    const reply = await app.reader.request(method, path, body)
    expect([reply.status, await reply.json()]).toEqual([503, expect.objectContaining({ detail: LIBRARY_LOCKED })])
    expect((await app.reader.get('/api/series')).status).toBe(200)
    other.run('ROLLBACK')
    expect((await app.reader.request(method, path, body)).status).not.toBe(503)
  },
)

describe('while a table is moved in', () => {
  test.each(WRITES)('%s %s waits for its end', async (method, path, body) => {
    const back = Promise.withResolvers<[]>()
    const lent = app.db.lend(() => back.promise)
    await Promise.resolve()
    let status = 0
    const sent = app.reader.request(method, path, body).then((reply) => {
      status = reply.status
    })
    expect((await app.reader.get('/api/series')).status).toBe(200)
    expect(status).toBe(0)
    back.resolve([])
    await Promise.all([lent, sent])
    expect([200, 401]).toContain(status)
  })

  test('a login of a reading app waits for its end', async () => {
    const reader = app.client({ Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` })
    const back = Promise.withResolvers<[]>()
    const lent = app.db.lend(() => back.promise)
    await Promise.resolve()
    const reply = reader.get('/opds')
    await nextTurn()
    back.resolve([])
    await lent
    expect((await reply).status).toBe(200)
  })

  test('a reading app with a key of its own does not wait', async () => {
    const { key } = await app.reader.json<{ key: string }>(200, app.reader.post('/api/devices', { name: 'Tablet' }))
    const device = app.client({ Authorization: `Basic ${btoa(`any:${key}`)}` })
    const back = Promise.withResolvers<[]>()
    const lent = app.db.lend(() => back.promise)
    await Promise.resolve()
    expect((await device.get('/opds')).status).toBe(200)
    back.resolve([])
    await lent
    const used = async () =>
      (await app.reader.json<{ devices: { last_used_at: string | null }[] }>(200, app.reader.get('/api/devices')))
        .devices[0]!.last_used_at
    expect(await used()).toBeNull()
    await device.get('/opds')
    expect(await used()).not.toBeNull()
  })

  test('the program can be stopped, and a change that waits too long is refused with a sentence', async () => {
    const back = Promise.withResolvers<[]>()
    const lent = app.db.lend(() => back.promise)
    await Promise.resolve()
    expect((await app.reader.post('/api/system/shutdown')).status).toBe(200)
    const change = app.reader.request('PUT', '/api/series/harbor/pause')
    let hasEnded = false
    // On a busy machine the change begins to wait some turns later.
    const waiting = change.finally(() => (hasEnded = true))
    while (!hasEnded) {
      await nextTurn()
      await app.clock.advance('31 s')
    }
    const reply = await waiting
    expect([reply.status, await reply.json()]).toEqual([503, expect.objectContaining({ detail: LIBRARY_LENT })])
    back.resolve([])
    await lent
  })

  test('nothing that only reads fails', async () => {
    const gets = [...spec, ...ours].filter((each) => each.startsWith('GET ') && !each.includes('/events/stream'))
    const paths = gets.map((each) => each.slice(4).replaceAll(/:\w+/g, 'harbor'))
    const back = Promise.withResolvers<[]>()
    const lent = app.db.lend(() => back.promise)
    await Promise.resolve()
    const failed: string[] = []
    for (const path of paths) {
      const reply = await app.reader.get(path)
      await reply.body?.cancel()
      if (reply.status === 500 || reply.status === 503) failed.push(`${path} ${reply.status}`)
    }
    back.resolve([])
    await lent
    expect(failed).toEqual([])
  })
})

test('waiting for the lock blocks the event loop for less than a step', () => {
  const { raw } = app.db as unknown as { raw: Sqlite }
  expect(raw.query<{ timeout: number }, []>('PRAGMA busy_timeout').get()!.timeout).toBeLessThan(50)
})

test('the database closes although another program has locked it', async () => {
  other.run('BEGIN IMMEDIATE')
  await app.app.stop()
  expect(() => app.db.close()).not.toThrow()
  other.run('ROLLBACK')
  app = await testApp()
})
