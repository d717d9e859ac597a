import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { clientRow } from '../../../testing/downloads/clients'
import { fakeClock } from '../../../testing/fakes/clock'
import type { ClientReply, ClientTestResult, DownloadClient } from './client'
import { MonitoredClient } from './monitored-client'
import { findClient, saveClient } from './store'

const DOWN = { failure: 'unreachable', detail: 'It is off.' } as const
let db: Database
let clock: ReturnType<typeof fakeClock>
let changes: number
let answer: ClientReply<never> | { ok: unknown }
let stopping: AbortController
let client: MonitoredClient
beforeEach(() => {
  changes = 0
  answer = { ok: true }
  stopping = new AbortController()
  db = testDatabase(({ type }) => (changes += Number(type === 'clients.changed')))
  clock = fakeClock()
  for (const client_id of ['a', 'b'])
    db.write((tx) =>
      saveClient(tx, clientRow({ type: 'sabnzbd', address: 'http://a.example', client_id, name: client_id })),
    )
  changes = 0
  const reply = async () => answer
  const fake = { name: 'a', label: 'A', type: 'sabnzbd', takes: ['nzb'], test: reply, send: reply, find: reply, inspect: reply, remove: reply } // biome-ignore format: one glance
  client = new MonitoredClient({ client: fake as unknown as DownloadClient, db, clock, stopped: stopping.signal })
})
const row = (id = 'a') => findClient(db.read, id)!
const tested = (ok: Partial<ClientTestResult>) => {
  answer = { ok: { warnings: [], ...ok } }
  return client.test()
}

test('a monitored client behaves like the client it wraps', () => {
  expect([client.name, client.label, client.type, client.takes]).toEqual(['a', 'A', 'sabnzbd', ['nzb']])
})

test('a success is saved, again after five minutes, and reported once', async () => {
  await client.inspect([])
  expect([row().last_ok_at, changes]).toEqual([clock.now(), 1])
  expect(row('b').last_ok_at).toBeNull()
  const first = clock.now()
  await clock.advance('299 s')
  await client.find('x')
  expect(row().last_ok_at).toBe(first)
  await clock.advance('1 s')
  await client.remove('x', { files: false })
  expect([row().last_ok_at, changes]).toEqual([clock.now(), 1])
})

test('a failure is saved with its start, and reported when it changes', async () => {
  answer = DOWN
  const since = clock.now()
  await client.inspect([])
  expect(row()).toMatchObject({ failure: 'unreachable', detail: 'It is off.', failing_since: since })
  await clock.advance('1 min')
  await client.inspect([])
  expect(changes).toBe(1)
  answer = { ...DOWN, detail: 'It is away.' }
  await client.inspect([])
  expect([row().detail, row().failing_since, changes]).toEqual(['It is away.', since, 2])
  expect(row('b').failing_since).toBeNull()
})

test('a client that answers again is healthy at once', async () => {
  await client.inspect([])
  answer = DOWN
  await client.inspect([])
  answer = { ok: true }
  await client.inspect([])
  expect(row()).toMatchObject({ failure: null, detail: null, failing_since: null })
  expect(changes).toBe(3)
})

test('a test saves the version and warnings, and reports a new warning', async () => {
  await tested({ version: '4.5', warnings: ['One.', 'Two.'] })
  expect([row().version, row().detail, changes]).toEqual(['4.5', 'One. Two.', 1])
  await tested({ version: '4.5', warnings: ['One.', 'Two.'] })
  expect(changes).toBe(1)
  await tested({ version: '4.6', warnings: ['One.', 'Two.'] })
  expect([row().version, changes]).toEqual(['4.6', 2])
  await tested({ version: '4.6' })
  expect([row().detail, changes]).toEqual([null, 3])
  answer = DOWN
  await client.test()
  expect(row().failure).toBe('unreachable')
})

test('a rejected release does not affect the health, an unreachable client does', async () => {
  for (const failure of ['rejected', 'ambiguous'] as const) {
    answer = { failure, detail: 'No.' }
    await client.send('x', {} as never)
    expect(row().failing_since).toBeNull()
  }
  answer = DOWN
  await client.send('x', {} as never)
  expect(row().failing_since).toBe(clock.now())
  answer = { ok: 'job' }
  await client.send('x', {} as never)
  expect(row().failing_since).toBeNull()
})

test('nothing is written once the app stops', async () => {
  stopping.abort()
  await client.inspect([])
  answer = DOWN
  await client.inspect([])
  expect(row()).toMatchObject({ last_ok_at: null, failing_since: null })
})
