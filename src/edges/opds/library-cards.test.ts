import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { asUser } from '../../base/platform/caller'
import type { Database } from '../../base/storage/database'
import { afterMark } from '../../library/reading/machine'
import { saveProgress } from '../../library/reading/progress-row-store'
import { updateSeriesReading } from '../../library/reading/series-reading'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { LibraryCards } from './library-cards'

const AT = '2026-11-01T00:00:00.000Z'

let db: Database
let cards: LibraryCards
beforeEach(() => {
  const listeners: ((event: AppEvent) => void)[] = []
  db = testDatabase((event) => {
    for (const listener of listeners) listener(event)
  })
  updateSeriesReading(db)
  makeSeries(db)
  for (const id of makeIssues(db, 'harbor', [1, 2, 3])) makeFile(db, { issues: [id], content_hash: id })
  cards = new LibraryCards({ db, clock: fakeClock(), subscribe: (listener) => listeners.push(listener) })
})
afterEach(() => db.close())

const read = (issue_id: string) =>
  db.write((tx) =>
    saveProgress(tx, {
      ...afterMark(undefined, true, 24, AT),
      content_key: issue_id,
      issue_id,
      comic_id: 'harbor',
      device: null,
      device_id: null,
    }),
  )
const readIssues = async () => {
  const { ids } = (await cards.all()).select({ read: 'read' })
  return ids.slice(0, ids.length)
}

test('each user finds the issues that they have read, also at the same time', async () => {
  asUser('ann', () => read('harbor-1'))
  for (const id of ['harbor-2', 'harbor-3']) asUser('bob', () => read(id))
  const lists = await Promise.all(['ann', 'bob', 'carl'].map((user) => asUser(user, readIssues)))
  expect(lists).toEqual([['harbor-1'], ['harbor-2', 'harbor-3'], []])
})

test('cards are read again after progress of the user, and not after that of another', async () => {
  const before = await asUser('ann', () => cards.all())
  asUser('bob', () => read('harbor-2'))
  expect(await asUser('ann', () => cards.all())).toBe(before)
  asUser('ann', () => read('harbor-1'))
  expect(await asUser('ann', readIssues)).toEqual(['harbor-1'])
})

test('the cards of the users who used the catalog last are kept', async () => {
  const all = (user: string) => asUser(user, () => cards.all())
  const [ann, bob] = [await all('ann'), await all('bob')]
  await all('carl')
  expect(await all('ann')).toBe(ann)
  await all('dora')
  expect([(await all('ann')) === ann, (await all('bob')) === bob]).toEqual([true, false])
})
