import { expect, test } from 'bun:test'
import { type KeyedRow, NEW_INDEXER_STATE } from './store'
import { indexerStatistics, indexerView } from './wire'

const NOW = '2026-11-21T08:00:00.000Z'
const inHours = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString()
const row = (more: Partial<KeyedRow> = {}) =>
  ({
    ...NEW_INDEXER_STATE,
    indexer_id: 'a',
    type: 'newznab',
    name: 'Mill',
    host: 'https://mill.example',
    api_key: 'secret',
    verify: true,
    enabled: true,
    categories: [7030, 8020],
    position: 2,
    rss_uid: null,
    added_at: NOW,
    ...more,
  }) as KeyedRow
const health = (more: Partial<KeyedRow>) => indexerView(row(more), NOW).standing

test.each<[Partial<KeyedRow>, object]>([
  [{}, { state: 'ready', blocked_until: null, grabs_blocked_until: null }],
  [
    { failure: 'limit', blocked_until: inHours(1) },
    { state: 'waiting', blocked_until: inHours(1) },
  ],
  [{ failure: 'limit', blocked_until: inHours(3) }, { state: 'waiting' }],
  [{ failure: 'unavailable', blocked_until: inHours(4) }, { state: 'blocked' }],
  [{ failure: 'auth', blocked_until: inHours(1) }, { state: 'blocked' }],
  [
    { failure: 'auth', blocked_until: NOW },
    { state: 'ready', blocked_until: null },
  ],
  [{ failure: 'auth', blocked_until: null }, { state: 'ready' }],
  [
    { failure: null, blocked_until: inHours(4) },
    { state: 'ready', blocked_until: null },
  ],
  [{ grabs_blocked_until: inHours(1) }, { state: 'ready', grabs_blocked_until: inHours(1) }],
  [{ grabs_blocked_until: NOW }, { grabs_blocked_until: null }],
  [{ spent: { 'api 1': 2, 'api 2': 3, 'grab 1': 4 } as never }, { asked_last_day: 5, grabs_last_day: 4 }],
])('an indexer with %j is shown as %j', (more, shown) => {
  expect(health(more)).toMatchObject(shown)
})

test('an indexer is shown without its key, and with a feed number only if it has one', () => {
  const view = indexerView(row(), NOW)
  expect(view).toMatchObject({ categories: '7030,8020', api_key_set: true, order: 2 })
  expect(view).not.toHaveProperty('rss_uid')
  expect(JSON.stringify(view)).not.toContain('secret')
  expect(indexerView(row({ api_key: '', rss_uid: '5' }), NOW)).toMatchObject({ api_key_set: false, rss_uid: '5' })
})

test.each<[Partial<KeyedRow>, boolean]>([
  [{}, false],
  [{ caps: { categories: [] } as never }, false],
  [{ caps: { categories: [{ id: 7000, sub: [{ id: 7030 }] }] } as never }, false],
  [{ caps: { categories: [{ id: 7000, sub: [{ id: 7020 }] }] } as never }, true],
])('an indexer with %j lacks all of its categories: %p', (more, lacks) => {
  expect(health(more).lacks_categories).toBe(lacks)
})

test.each<[Partial<KeyedRow>, boolean, object]>([
  [{ last_asked_at: null }, false, { lastrun: 0, active: 'Idle', type: 'newznab' }],
  [{ last_asked_at: NOW, hits: 3 }, true, { lastrun: Date.parse(NOW) / 1000, active: 'Running', hits: 3 }],
  [{ type: 'archive' }, false, { type: 'ddl' }],
])('the older statistics of %j, busy %p, are %j', (more, busy, shown) => {
  expect(indexerStatistics(row(more), busy)).toMatchObject(shown)
})
