import { expect, test } from 'bun:test'
import { asUser } from '../../base/platform/caller'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { PageDates } from './page-dates'
import { catalogPage, forgetCatalogPages } from './page-store'

function dates() {
  const db = testDatabase()
  const clock = fakeClock()
  return { db, clock, dates: new PageDates({ db, clock }) }
}
const OLD = '2026-01-01T00:00:00.000Z'

test('a page has the date of its newest entry, until an entry is removed', () => {
  const { dates: pages, clock } = dates()
  expect(pages.changedAt('/opds/titles', 'a', OLD)).toBe(OLD)
  expect(pages.changedAt('/opds/titles', 'a', '2026-02-01T00:00:00.000Z')).toBe(OLD)
  expect(pages.changedAt('/opds/titles', 'b', OLD)).toBe(clock.now())
})

test('a page with the progress of one user keeps its date when another gets theirs', () => {
  const { dates: pages } = dates()
  const dateOf = (user: string, tag: string, updated: string) =>
    asUser(user, () => pages.changedAt('/opds/recent', tag, updated))
  expect(dateOf('ann', 'a', OLD)).toBe(OLD)
  expect(dateOf('bob', 'b', '2026-02-01T00:00:00.000Z')).toBe('2026-02-01T00:00:00.000Z')
  expect(dateOf('ann', 'a', '2026-03-01T00:00:00.000Z')).toBe(OLD)
})

test('two changes within a second have different dates', () => {
  const { dates: pages } = dates()
  const all = ['a', 'b', 'c'].map((tag) => pages.changedAt('/opds', tag, OLD).slice(0, 19))
  expect(new Set(all).size).toBe(3)
})

test('searches are not stored', () => {
  const { dates: pages, db } = dates()
  pages.changedAt('/opds/search?q=a', 'a', OLD)
  expect(catalogPage(db.read, '/opds/search?q=a')).toBeUndefined()
})

test('the pages that changed last are kept', () => {
  const { dates: pages, db } = dates()
  for (const day of [1, 2, 3]) pages.changedAt(`/opds/${day}`, 'a', `2026-01-0${day}T00:00:00.000Z`)
  pages.prune()
  expect(catalogPage(db.read, '/opds/1')).toBeDefined()
  db.write((tx) => forgetCatalogPages(tx, 2))
  expect([1, 2, 3].map((day) => catalogPage(db.read, `/opds/${day}`) !== undefined)).toEqual([false, true, true])
})
