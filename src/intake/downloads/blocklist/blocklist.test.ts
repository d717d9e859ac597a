import { expect, test } from 'bun:test'
import { testDatabase } from '../../../testing/database'
import { block, countBlocked, findBlocked, listBlocked, unblock } from './store'

test('a release is blocked with its last reason, listed, and unblocked by the user', () => {
  const db = testDatabase()
  const row = (digest: string, day: number, reason: string) => ({
    digest,
    title: `Harbor Lights ${digest}`,
    indexer: 'Indexer A',
    reason,
    blocked_at: `2026-11-0${day}T00:00:00.000Z`,
  })
  db.write((tx) => {
    block(tx, row('a', 1, 'It was broken.'))
    block(tx, row('b', 2, 'It was something else.'))
    block(tx, row('a', 3, 'It was broken again.'))
  })
  expect(listBlocked(db.read, { limit: 5, offset: 0 }).map(({ digest }) => digest)).toEqual(['a', 'b'])
  const holding = (text: string) => listBlocked(db.read, { limit: 5, offset: 0 }, text).map(({ digest }) => digest)
  expect(['lights b', 'BROKEN', 'Indexer', '%', '_', 'nothing', ''].map((text) => holding(text).join(''))).toEqual([
    'b',
    'a',
    'ab',
    '',
    '',
    '',
    'ab',
  ])
  expect([countBlocked(db.read), countBlocked(db.read, 'broken')]).toEqual([2, 1])
  expect(findBlocked(db.read, 'a')?.reason).toBe('It was broken again.')
  expect(db.write((tx) => [unblock(tx, 'a')?.digest, unblock(tx, 'a')])).toEqual(['a', undefined])
  expect(findBlocked(db.read, 'a')).toBeUndefined()
  db.close()
})
