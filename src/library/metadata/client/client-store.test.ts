import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { metadataReplies } from '../tables'
import {
  confirmReply,
  findProviderHealth,
  findReply,
  forgetReply,
  pruneReplies,
  saveProviderHealth,
  saveReply,
} from './client-store'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T08:00:00.000Z`
const save = (key: string, date: number, size = 10) =>
  db.write((tx) =>
    saveReply(tx, {
      key,
      provider: 'metron',
      body: '{}',
      size,
      etag: null,
      last_modified: null,
      kept_at: day(date),
      fresh_until: day(date),
    }),
  )
const keys = () =>
  db.read
    .select()
    .from(metadataReplies)
    .all()
    .map(({ key }) => key)
    .toSorted()

test('each provider has its own health, and only changes are written', () => {
  db.write((tx) => {
    saveProviderHealth(tx, 'metron', { failure: 'limit', detail: 'Later.' })
    saveProviderHealth(tx, 'comicvine', { failure: 'auth' })
    saveProviderHealth(tx, 'metron', { failure: 'banned' })
  })
  expect(findProviderHealth(db.read, 'metron')).toMatchObject({ failure: 'banned', detail: 'Later.' })
  expect(findProviderHealth(db.read, 'comicvine')).toMatchObject({ failure: 'auth', detail: null })
  expect(findProviderHealth(db.read, 'anilist')).toBeUndefined()
})

test('a reply is replaced, confirmed and deleted by its key', () => {
  for (const key of ['a', 'b', 'c']) save(key, 1)
  save('a', 2)
  db.write((tx) => confirmReply(tx, 'b', day(3), day(4)))
  db.write((tx) => forgetReply(tx, 'c'))
  expect(keys()).toEqual(['a', 'b'])
  expect(findReply(db.read, 'a')).toMatchObject({ kept_at: day(2), fresh_until: day(2) })
  expect(findReply(db.read, 'b')).toMatchObject({ kept_at: day(3), fresh_until: day(4) })
  expect(findReply(db.read, 'c')).toBeUndefined()
})

test.each([
  ['of before a moment', 3, 100, ['c', 'd', 'e']],
  ['of none, as many as are allowed', 1, 50, ['a', 'b', 'c', 'd', 'e']],
  ['of the oldest, when one is too many', 1, 49, ['b', 'c', 'd', 'e']],
  ['of all but as many as fit exactly', 1, 20, ['d', 'e']],
  ['of all but as many as fit', 1, 29, ['d', 'e']],
  ['of all when none fits', 1, 9, []],
])('replies are deleted %s', (_says, before, mostBytes, left) => {
  for (const [at, key] of ['a', 'b', 'c', 'd', 'e'].entries()) save(key, at + 1)
  db.write((tx) => pruneReplies(tx, day(before), mostBytes))
  expect(keys()).toEqual(left)
})

test('all replies are deleted when none may be kept', () => {
  db.write((tx) => pruneReplies(tx, day(1), 0))
  expect(keys()).toEqual([])
})
