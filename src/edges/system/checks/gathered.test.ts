import { afterEach, beforeEach, expect, test } from 'bun:test'
import { addDevice } from '../../../base/auth/device-store'
import type { Http } from '../../../base/platform/ports'
import type { Tx } from '../../../base/storage/database'
import { recordJobEnd, recordJobStart } from '../../../base/work/store'
import { replaceMappings, saveClient } from '../../../intake/downloads/clients/store'
import { journal } from '../../../intake/downloads/tables'
import { NEW_INDEXER_STATE, replaceIndexers, saveIndexerHealth } from '../../../intake/search/indexers/store'
import { saveProviderHealth } from '../../../library/metadata/client/client-store'
import { type TestApp, testApp } from '../../../testing/app'
import { clientRow, itemAt } from '../../../testing/downloads/clients'
import { keepTarget } from '../../notify/notice-store'
import { notices } from '../../notify/tables'
import type { CheckId } from '../states'
import { recordHealthChange } from './notices'
import type { HealthReply } from './schema'

const http: Http = { fetch: async () => new Response('{}', { headers: { date: 'Sat, 21 Nov 2026 09:00:00 GMT' } }) }
const OLD = '2026-11-01T00:00:00.000Z'

let app: TestApp
beforeEach(async () => {
  const quiet = { enable_rss: 'true', rss_checkinterval: '0', search_interval: '0' } as const
  app = await testApp({ ports: { http }, settings: { ...quiet, mangadex_enabled: 'false', anilist_enabled: 'false' } })
})
afterEach(() => app.close())

const found = async (check: CheckId) => {
  const health = await app.reader.json<HealthReply>(200, app.reader.post('/api/system/health/run'))
  return health.findings.filter(({ check_id }) => check_id === check)
}

const client = clientRow({ type: 'sabnzbd', name: 'SAB', address: 'http://sab.test' })

test('failing clients, path mappings and lost downloads are read from their rows', async () => {
  app.db.write((tx) => {
    saveClient(tx, { ...client, failing_since: OLD, detail: 'It refuses the key.' })
    replaceMappings(tx, client.client_id, [
      { mapping_id: 'a', client_id: client.client_id, remote: '/d', local: `${app.folder}/gone`, position: 0 },
      { mapping_id: 'b', client_id: client.client_id, remote: '/e', local: app.folder, position: 1 },
    ])
    const reason = 'path_not_readable: SAB has it at /d/x: nobody can read that.'
    tx.insert(journal)
      .values({ ...itemAt(client.client_id, OLD), stage: 'manual_review', reason })
      .run()
  })
  expect((await found('clients')).map(({ message }) => message)).toEqual(['SAB cannot be used. It refuses the key.'])
  expect((await found('path_mappings')).map(({ message }) => message)).toEqual([
    'SAB has it at /d/x: nobody can read that.',
    `SAB: /d is mapped to ${app.folder}/gone, which does not exist.`,
  ])
  app.db.write((tx) => tx.update(journal).set({ resolution: 'ignored' }).run())
  expect(await found('path_mappings')).toHaveLength(1)
})

test('only enabled indexers and their feed gaps count', async () => {
  const row = {
    indexer_id: 'alpha',
    type: 'newznab',
    name: 'Alpha',
    host: 'https://alpha.test',
    categories: [],
  } as const
  app.db.write((tx) => {
    replaceIndexers(tx, 'newznab', [
      {
        ...NEW_INDEXER_STATE,
        ...row,
        categories: [],
        api_key: '',
        verify: true,
        enabled: true,
        position: 0,
        rss_uid: null,
        added_at: OLD,
        feed_gap: true,
      },
    ])
    saveIndexerHealth(tx, 'alpha', { failure: 'auth', detail: 'Alpha does not take the key.', failures_in_row: 1 })
  })
  expect(await found('indexers')).toMatchObject([
    { subject: 'alpha', gravity: 'error', message: 'Alpha does not take the key.' },
  ])
  expect(await found('feed_gaps')).toMatchObject([{ subject: 'alpha', page: '/settings#indexers' }])
  await app.config.save({ newznab: false })
  expect([...(await found('indexers')), ...(await found('feed_gaps'))]).toEqual([])
})

test('an unusable setting is found until it is corrected', async () => {
  const bad = await testApp({ text: '[Interface]\npublic_url = http://x:80900\n' })
  await bad.clock.advance('1 min')
  const findings = async () => {
    const { findings } = await bad.reader.json<{ findings: { check_id: string }[] }>(
      200,
      bad.reader.post('/api/system/health/run'),
    )
    return findings.filter(({ check_id }) => check_id === 'settings')
  }
  expect(await findings()).toMatchObject([
    { subject: 'public_url', message: expect.stringContaining('http://x:80900'), page: '/settings' },
  ])
  await bad.reader.put('/api/config', { public_url: null })
  expect(await findings()).toEqual([])
  await bad.close()
})

test('a metadata source counts once it is set up', async () => {
  const standing = { failure: 'auth', detail: 'ComicVine does not take the key.' } as const
  app.db.write((tx) => saveProviderHealth(tx, 'comicvine', standing))
  expect(await found('provider_keys')).toEqual([])
  await app.config.save({ comicvine_api: 'no-such-key' })
  app.db.write((tx) => saveProviderHealth(tx, 'comicvine', standing))
  expect(await found('provider_keys')).toMatchObject([{ message: 'ComicVine does not take the key.' }])
})

test('a device means that the catalog is used from other machines', async () => {
  expect(await found('network')).toEqual([])
  app.db.write((tx) => addDevice(tx, { device_id: 't', name: 'Tablet', key_hash: 'h', created_at: OLD }, ['h']))
  expect(await found('network')).toMatchObject([{ subject: 'loopback', page: '/settings#reading-apps' }])
})

test('failing jobs, a missed backup and a wrong clock are found', async () => {
  app.db.write((tx) => {
    for (const name of ['covers', 'backup']) {
      recordJobStart(tx, name, app.clock.now())
      recordJobEnd(tx, name, app.clock.now(), 'The disk is full.')
      recordJobEnd(tx, name, app.clock.now(), 'The disk is full.')
    }
  })
  expect((await found('jobs')).map(({ subject }) => subject).sort()).toEqual(['backup', 'covers'])
  expect(await found('backups')).toMatchObject([{ message: 'The last backup failed. The disk is full.' }])
  expect(await found('clock')).toEqual([])
  await app.config.save({ update_feed: 'https://releases.test/latest' })
  await app.reader.post('/api/system/version/check')
  expect(await found('clock')).toMatchObject([{ message: expect.stringContaining('60 minutes behind') }])
})

test('a clock jump is reported until the clock is corrected', async () => {
  app.clock.jump('-6 h')
  expect(await found('clock')).toMatchObject([
    { subject: 'jump', gravity: 'warning', message: 'The clock of this machine jumped 6 hours back.' },
  ])
  app.clock.jump('6 h')
  expect(await found('clock')).toEqual([])
})

test('targets of the event get a notice of a problem and of its recovery', async () => {
  const target = { target_id: 'mine', service: 'webhook', name: 'Mine', enabled: true, events: ['health'] } as const
  const more = { settings: {}, secrets: { address: 'https://mine.test' }, added_at: OLD, error: null } as const
  const at = { moved_in: false, last_ok_at: null, last_failed_at: null }
  app.db.write((tx) => keepTarget(tx, { ...target, ...more, ...at, events: ['health'] }))
  const noticeItems = () =>
    app.db.read
      .select()
      .from(notices)
      .all()
      .flatMap(({ items }) => items)
  app.db.write((tx) => saveClient(tx, { ...client, failing_since: app.clock.now(), detail: 'It refuses the key.' }))
  await found('clients')
  const [message, detail] = [
    'SAB cannot be used. It refuses the key.',
    'Check that it is running, and test its address and password.',
  ]
  expect(noticeItems()).toEqual([{ label: message, detail }])
  app.db.write((tx) => saveClient(tx, client))
  await found('clients')
  expect(noticeItems()).toEqual([
    { label: message, detail },
    { label: 'Well again', detail: message },
  ])
})

test('the end of a dismissed problem gives no notice', () => {
  const row = {
    check_id: 'log',
    subject: '',
    gravity: 'error',
    message: 'Lost.',
    remedy: 'Find it.',
    page: null,
  } as const
  const removed = [{ ...row, since: OLD, dismissed_at: OLD }]
  const labels: string[] = []
  recordHealthChange({} as Tx, { appeared: [], removed }, (_tx, { label }) => void labels.push(label))
  expect(labels).toEqual([])
})

test('a temporary problem gives no notice, neither at its start nor at its end', () => {
  const row = { check_id: 'indexers', subject: 'a', message: 'Away.', remedy: 'Wait.', page: null } as const
  const since = { since: OLD, dismissed_at: null }
  const labels: string[] = []
  const tell = (gravity: 'notice' | 'warning') => {
    const rows = [{ ...row, ...since, gravity }]
    recordHealthChange({} as Tx, { appeared: rows, removed: rows }, (_tx, { label }) => void labels.push(label))
  }
  tell('notice')
  expect(labels).toEqual([])
  tell('warning')
  expect(labels).toEqual(['Away.', 'Well again'])
})
