import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { setIntent } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { offer } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { releaseDigest } from '../digest'
import type { Offer } from '../offer'
import { rejudge } from './rejudge'
import { TargetFinder } from './search-targets'
import type { SearchSession, SessionCandidate } from './store'

const THREE = offer('Harbor Lights 003 (2015)')
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015, allow_packs: true })
  makeIssues(db, 'harbor', ['1', '2', '3'].map((number) => ({ number, intent: 'wanted', release_date: `2015-0${number}-06` }))) // biome-ignore format: three issues
})
afterEach(() => db.close())

const again = (of: Offer, entity: Partial<SearchSession> = {}, finder?: Pick<TargetFinder, 'of'>) => {
  const clock = fakeClock()
  const targetFinder =
    finder ?? new TargetFinder({ db, clock, limits: () => ({ max_size_mb: 500 }), arcIssueOf: () => undefined })
  const session = { entity_type: 'issue', entity_id: 'harbor-3', ...entity } as SearchSession
  const kept = { ...of, found_by: 'x', found_for: 'harbor-3' }
  const candidate = { digest: releaseDigest(of), indexer_id: 'gone', offer: kept } as SessionCandidate
  return rejudge({ db, clock, indexers: { get: () => undefined }, targetFinder }, session, candidate)
}
const SERIES = { entity_type: 'series', entity_id: 'harbor' } as const

test.each<[string, Offer, string, boolean]>([
  ['fits', THREE, 'available', true],
  ['may be overridden', offer('Harbor Lights 003 (2015)', { size: 900_000_000 }), 'available', false],
  ['may not be overridden', offer('Harbor Lights 003 (2015)', { password: 1 }), 'unavailable', false],
])('a release that %s is judged again', (_, of, state, accepted) => {
  expect(again(of)).toMatchObject({ state: state as 'available', verdict: { accepted } })
})

test('a release is judged for the issue that it was found for, though the user ignores that by now', () => {
  db.write((tx) => setIntent(tx, 'harbor-3', 'ignored', '2026-11-21T08:00:00.000Z'))
  const pack = offer('Harbor Lights 001-003 (2015)', { size: 100_000_000 })
  expect(again(pack, SERIES)?.satisfies.map(({ entity_id }) => entity_id)).toEqual(['harbor-1', 'harbor-2', 'harbor-3'])
  expect(again(THREE)?.satisfies.map(({ entity_id }) => entity_id)).toEqual(['harbor-3'])
})

test('a release for an owned issue is not judged, and an internal error is thrown', () => {
  makeFile(db, { issues: ['harbor-3'] })
  expect(again(THREE)).toBeUndefined()
  const broken = { of: () => { throw new TypeError('boom') } } // biome-ignore format: one glance
  expect(() => again(THREE, {}, broken)).toThrow('boom')
})
