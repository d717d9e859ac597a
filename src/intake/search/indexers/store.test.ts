import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import type { IndexerType } from '../states'
import * as store from './store'

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const row = (indexer_id: string, more: Partial<store.KeyedRow> = {}): store.KeyedRow => ({
  indexer_id,
  type: 'newznab',
  name: indexer_id,
  host: 'https://a.example',
  api_key: `key of ${indexer_id}`,
  verify: true,
  categories: [7030],
  enabled: true,
  position: 0,
  rss_uid: null,
  added_at: AT,
  ...store.NEW_INDEXER_STATE,
  ...more,
})
const put = (...rows: store.KeyedRow[]) =>
  db.write((tx) => store.replaceIndexers(tx, rows[0]!.type as IndexerType, rows))
const ids = () => store.listIndexers(db.read).map(({ indexer_id }) => indexer_id)
const one = (id: string) => store.findKeyed(db.read, id)

test('indexers are ordered by the user, then by name and type, with the archive last', () => {
  db.write((tx) => store.saveArchive(tx, AT))
  db.write((tx) => store.saveArchive(tx, '2027-01-01T00:00:00.000Z'))
  put(row('c', { position: 1 }), row('b', { name: 'x' }), row('a', { name: 'y' }))
  put(row('t', { type: 'torznab', name: 'x' }))
  expect(ids()).toEqual(['b', 't', 'a', 'c', 'archive'])
  expect(one('archive')?.added_at).toBe(AT)
})

test('the key is only part of its own row', () => {
  put(row('a'), row('b'))
  expect(one('b')?.api_key).toBe('key of b')
  expect(store.findIndexer(db.read, 'b')).toMatchObject({ indexer_id: 'b' })
  for (const shown of [store.findIndexer(db.read, 'b'), ...store.listIndexers(db.read)])
    expect(shown).not.toHaveProperty('api_key')
  expect([store.findIndexer(db.read, 'none'), one('none')]).toEqual([undefined, undefined])
})

test('indexers of one type replace the former ones, may swap names, and leave other types unchanged', () => {
  put(row('t', { type: 'torznab' }))
  put(row('a'), row('b'), row('c'))
  put(row('a', { name: 'b', host: 'https://b.example' }), row('b', { name: 'a' }))
  expect(ids()).toEqual(['b', 'a', 't'])
  expect(one('a')).toMatchObject({ name: 'b', host: 'https://b.example' })
  expect(one('t')).toMatchObject({ name: 't' })
})

test('each has its own health, capabilities, feed and hits', () => {
  put(row('a'), row('b'))
  const before = one('b')
  db.write((tx) => {
    store.saveIndexerHealth(tx, 'a', { failure: 'auth', failures_in_row: 3 })
    store.saveCaps(tx, 'a', { search: true }, AT)
    store.saveFeedMark(tx, 'a', { feed_guid: 'g', feed_title: 'x', feed_at: AT, feed_gap: true })
    store.countHits(tx, 'a', 2)
    store.countHits(tx, 'a', 3)
  })
  expect(one('a')).toMatchObject({
    failure: 'auth',
    failures_in_row: 3,
    caps: { search: true },
    caps_at: AT,
    feed_guid: 'g',
    feed_at: AT,
    feed_gap: true,
    hits: 5,
  })
  expect(one('b')).toEqual(before!)
})
