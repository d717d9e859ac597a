import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeRunCounter } from '../../../testing/harness/statement-runs'
import { makeSeries } from '../../../testing/make'
import { addItem } from '../store'
import * as store from './store'

/** Parts of the history, compared with the whole of it. */

let db: Database
let runsOf: ReturnType<typeof makeRunCounter>
beforeEach(() => {
  db = testDatabase()
  runsOf = makeRunCounter(db)
  for (const [comic_id, name] of [['a', 'Copper Winter'], ['b', 'Harbor Lights'], ['c', 'Copper Winter']] as const)
    makeSeries(db, { comic_id, name }) // biome-ignore format: one glance
  const comics = ['b', 'gone', 'a', 'c', '', 'b', 'a', 'gone', 'c', 'b']
  db.write((tx) => {
    for (const [at, comic_id] of comics.entries())
      addItem(
        tx,
        {
          item_id: `item-${at}`, release_key: `key-${at}`, digest: `d${at}`, entity_type: 'issue', entity_id: `issue-${at}`, comic_id,
          title: at === 4 ? 'copper winter' : `Release ${at}`, indexer: 'Garden', protocol: 'usenet', grabbed_at: `2026-11-2${at % 4}T08:00:00.000Z`,
        },
        [],
      ) // biome-ignore format: one glance
    return undefined
  })
})

const NEWEST = { sort: 'date', descending: true } as const
const idsOf = (items: readonly store.HistoryRow[]) => items.map(({ item }) => item.item_id)

test.each([false, true])('by the names of series, pages fit together, descending: %p', (descending) => {
  const order = { sort: 'series', descending } as const
  const whole = idsOf(store.listHistory(db.read, {}, order, { limit: 100, offset: 0 }))
  expect(whole).toHaveLength(10)
  const names = store.historyNames(db.read)
  expect(names.reduce((sum, { items }) => sum + items, 0)).toBe(10)
  for (let limit = 1; limit <= 11; limit++) {
    const pages = Array.from({ length: 11 }, (_, at) =>
      store.historyByName(db.read, names, descending, { limit, offset: at * limit }),
    )
    expect(pages.flatMap(idsOf)).toEqual(whole)
  }
})

const SEARCHES: store.TextFilter[] = [
  { text: 'release', key: 'release' },
  { text: 'RELEASE 2', key: 'release2' },
  { text: 'gard', key: 'gard' },
  { text: 'copper', key: 'copper' },
  { text: '%', key: '' },
  { text: '_elease', key: '' },
  { text: 'snatched', key: 'snatched', called: ['snatched', 'reserved'] },
  { text: 'e', key: 'e' },
]

describe('a search', () => {
  test.each(SEARCHES)('for $text finds what a walk over all rows finds, each once', (filter) => {
    for (const sort of ['date', 'series', 'provider'] as const) {
      const order = { sort, descending: true }
      const page = { limit: 3, offset: 2 }
      const found = store.searchHistory(db.read, filter, order, page)
      expect(idsOf(found.items)).toEqual(idsOf(store.listHistory(db.read, filter, order, page)))
      expect(found.total).toBe(store.countHistory(db.read, filter))
    }
  })

  test('for what hundreds of rows hold counts them all, without those that were cleared', () => {
    db.write((tx) => {
      tx.run(sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 700)
        insert into journal (item_id, release_key, digest, entity_type, entity_id, comic_id, title, indexer, protocol, stage,
          grabbed_at, updated_at, cleared_at) select 'more-' || n, 'k' || n, 'd' || n, 'issue', 'e', '', 'Release ' || n,
          'Release House', 'usenet', 'post_processed', '2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z',
          iif(n <= 100, '2026-11-22T08:00:00.000Z', null) from n`)
      return undefined
    })
    const filter = { text: 'release', key: 'release' }
    const found = store.searchHistory(db.read, filter, NEWEST, { limit: 50, offset: 0 })
    expect(found.items).toHaveLength(50)
    expect(found.total).toBe(store.countHistory(db.read, filter))
    expect(found.total).toBeGreaterThan(600)
  })

  test('for what nothing holds takes one query', async () => {
    const none = { text: 'nothing', key: 'nothing' }
    const search = () => store.searchHistory(db.read, none, NEWEST, { limit: 3, offset: 0 })
    expect(search()).toEqual({ items: [], total: 0 })
    expect(await runsOf(search)).toBe(1)
  })
})
