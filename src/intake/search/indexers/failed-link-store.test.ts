import { beforeEach, expect, test } from 'bun:test'
import { plus } from '../../../base/platform/clock'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { failedAmong, forgetFailedLink, forgetFailedLinks, saveFailedLink } from './failed-link-store'

const NOW = '2026-11-21T08:00:00.000Z'
const HOUR_MS = 3_600_000
const link = { indexer_id: 'a', digest: 'd', link: '1' }
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const fail = (at = NOW, key = link) => db.write((tx) => saveFailedLink(tx, { ...key, detail: 'Gone.' }, at))
const rows = () => [...failedAmong(db.read, ['d', 'e']).values()].flat()

test('a link that fails again waits longer each time, up to a week', () => {
  const waits = Array.from({ length: 7 }, () => {
    fail()
    return (Date.parse(rows()[0]!.retry_at) - Date.parse(NOW)) / HOUR_MS
  })
  expect(waits).toEqual([1, 6, 24, 72, 168, 168, 168])
  expect(rows()[0]).toMatchObject({ failures: 7, detail: 'Gone.', failed_at: NOW })
})

test('each indexer has its own link of a release', () => {
  fail()
  fail(NOW, { ...link, indexer_id: 'b' })
  fail(NOW, { ...link, indexer_id: 'b', digest: 'e' })
  expect([...failedAmong(db.read, ['d']).keys()]).toEqual(['a d', 'b d'])
  db.write((tx) => forgetFailedLink(tx, link))
  expect([...failedAmong(db.read, ['d', 'e']).keys()]).toEqual(['b d', 'b e'])
  db.write((tx) => forgetFailedLinks(tx, 'b'))
  expect(rows()).toEqual([])
  expect(failedAmong(db.read, [])).toEqual(new Map())
})

test('each link of a release at one indexer has its own wait', () => {
  fail()
  fail()
  fail(NOW, { ...link, link: '2' })
  expect(rows().map(({ link, failures }) => [link, failures])).toEqual([
    ['1', 2],
    ['2', 1],
  ])
  db.write((tx) => forgetFailedLink(tx, link))
  expect(rows().map(({ link }) => link)).toEqual(['2'])
})

test('links that were not retried for three months are forgotten', () => {
  fail(NOW, { ...link, digest: 'e' })
  fail(plus(NOW, 91 * 24 * HOUR_MS))
  expect(rows().map(({ digest }) => digest)).toEqual(['d'])
})
