import { beforeEach, expect, test } from 'bun:test'
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

test('a search finds the items and their number in one walk, in the order that is asked for', async () => {
  for (const sort of ['date', 'series', 'provider'] as const) {
    const filter = { text: 'release', key: 'release' }
    const order = { sort, descending: true }
    const page = { limit: 3, offset: 2 }
    const found = store.searchHistory(db.read, filter, order, page)
    expect(idsOf(found.items)).toEqual(idsOf(store.listHistory(db.read, filter, order, page)))
    expect(found.total).toBe(store.countHistory(db.read, filter))
  }
  const none = { text: 'nothing', key: 'nothing' }
  const order = { sort: 'date', descending: true } as const
  expect(store.searchHistory(db.read, none, order, { limit: 3, offset: 0 })).toEqual({ items: [], total: 0 })
  expect(await runsOf(() => store.searchHistory(db.read, none, order, { limit: 3, offset: 0 }))).toBe(3)
})
