import { expect, test } from 'bun:test'
import type { IndexerRow } from '../indexers/indexer'
import { type KeyedRow, NEW_INDEXER_STATE } from '../indexers/store'
import { routeHealthOf } from './search-route'

const NOW = '2026-11-21T08:00:00.000Z'
const LATER = '2026-11-21T09:00:00.000Z'
const LATEST = '2026-11-21T10:00:00.000Z'
const row = (name: string, more: Partial<KeyedRow> = {}) =>
  ({ ...NEW_INDEXER_STATE, indexer_id: name, name, type: 'newznab', enabled: true, ...more }) as unknown as IndexerRow
const shut = (until: string) => ({ failure: 'limit', blocked_until: until }) as const
const WELL = { client: { type: 'sabnzbd' }, well: true } as const

interface Given {
  rows?: IndexerRow[]
  on?: boolean
  downstream?: Parameters<typeof routeHealthOf>[0]['downstream']
}
const route = ({ rows = [row('a')], on = true, downstream = WELL }: Given = {}) =>
  routeHealthOf({ rows, on, downstream, busy: (id) => id === 'busy', now: NOW })

test.each<[string, Given, object]>([
  ['is ready', {}, { ready: true, reason: 'ready', configured: true, active: true, client_ready: true }],
  ['is off', { on: false }, { reason: 'disabled', ready: false, active: false, blocked: false, executable_provider_count: 0 }],
  ['has no indexer', { rows: [] }, { reason: 'provider_not_configured', configured: false, blocked: false }],
  ['has its indexers disabled', { rows: [row('a', { enabled: false })] }, { reason: 'provider_disabled', active: false, blocked: false, blocked_until: null }],
  ['has one of two disabled', { rows: [row('a', { enabled: false }), row('b')] }, { reason: 'ready', executable_provider_count: 1 }],
  ['has an unreachable client', { downstream: { ...WELL, well: false } }, { reason: 'client_not_ready', restart_safe: true, client_ready: false }],
  ['has an existing folder', { downstream: { client: { type: 'blackhole' }, well: true } }, { reason: 'ready', ready: true }],
  ['has a missing folder', { downstream: { client: { type: 'blackhole' }, well: false } }, { reason: 'path_not_ready' }],
  ['has one of two blocked', { rows: [row('a', shut(LATER)), row('b')] }, { reason: 'ready', blocked: false, blocked_until: null, blocked_provider_count: 1 }],
  ['has all of them blocked', { rows: [row('a', shut(LATEST)), row('b', shut(LATER))] }, { reason: 'providers_temporarily_blocked', blocked: true, blocked_until: LATER, executable_provider_count: 0 }],
  ['has an indexer whose block just ended', { rows: [row('a', shut(NOW))] }, { reason: 'ready', blocked_provider_count: 0 }],
  ['is being searched', { rows: [row('a'), row('busy')] }, { running: true }],
])('a route that %s says so', (_, facts, expected) => {
  expect(route(facts)).toMatchObject(expected)
}) // biome-ignore format: a row each

test('a route without a client is not set up', () => {
  const alone = routeHealthOf({ rows: [row('a')], on: true, downstream: undefined, busy: () => false, now: NOW })
  expect(alone).toMatchObject({
    reason: 'downloader_disabled',
    configured: false,
    downstream: null,
    restart_safe: false,
  })
})

test('of its indexers the newest attempt, success and failure are shown, and none if there was none', () => {
  const rows = [
    row('never'),
    row('old', { last_asked_at: NOW, last_ok_at: LATER, last_failed_at: NOW, detail: 'old' }),
    row('new', { last_asked_at: LATER, last_ok_at: NOW, last_failed_at: LATEST, detail: 'new' }),
    row('never again'),
    row('not even now'),
  ]
  for (const order of [rows, rows.toReversed()])
    expect(route({ rows: order })).toMatchObject({
      last_attempt: LATER,
      last_success: LATER,
      last_failure: LATEST,
      last_error: 'new',
      attempted_provider_count: 2,
      running: false,
    })
  expect(route({ rows }).providers.map(({ attempted }) => attempted)).toEqual([false, true, true, false, false])
  expect(route()).toMatchObject({ last_attempt: null, last_success: null, last_failure: null, last_error: null })
})
