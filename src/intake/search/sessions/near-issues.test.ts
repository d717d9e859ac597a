import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { issuesOf } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../../testing/make'
import { judgeRelease } from '../verdict/judge'
import { NearIssues } from './near-issues'
import { TargetFinder } from './search-targets'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const numbers = [...Array.from({ length: 60 }, (_, at) => String(at + 1)), '-1', '½', '1.MU', '7.1', '12A', '100']
const day = (at: number) => `20${15 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-06`

/** Ids of the issues of a long series that a release could be, and of those that it is accepted for. */
function compared(title: string, kind: 'comic' | 'manga') {
  makeSeries(db, { comic_id: 's', name: 'Harbor Lights', content_type: kind, year: 2015, allow_packs: true, publisher: 'Image' }) // biome-ignore format: one row
  const volume = (at: number) => ({ unit: 'chapter' as const, volume_number: String(Math.ceil((at + 1) / 10)) })
  makeIssues(db, 's', numbers.map((number, at) => ({ number, release_date: day(at), ...(kind === 'manga' && volume(at)), intent: 'wanted' }))) // biome-ignore format: one row
  if (kind === 'comic') makeIssues(db, 's', ['1', '2', '2016'].map((number) => ({ number, kind: 'annual', release_date: '2016-05-06', intent: 'wanted' }))) // biome-ignore format: one row
  else makeIssues(db, 's', ['1', '2', '3', '4', '5', '6'].map((number) => ({ number, issue_id: `v${number}`, unit: 'volume', release_date: '2016-05-06', intent: 'wanted' }))) // biome-ignore format: one row
  const finder = new TargetFinder({ db, clock: fakeClock(), limits: () => ({}), arcIssueOf: () => undefined })
  const { targetOf } = finder.of('series', 's')
  const all = issuesOf(db.read, 's')
  const accepted = all.filter(({ issue_id }) => judgeRelease(targetOf(issue_id)!.target, { title }, 2026).accepted)
  const near = new NearIssues(all, kind).of(title, 2026)
  return { accepted: accepted.map(({ issue_id }) => issue_id), near: near.map(({ issue_id }) => issue_id) }
}

test.each<[string, 'comic' | 'manga']>([
  ['Harbor Lights 043 (2018) (Digital)', 'comic'],
  ['Harbor Lights 43', 'comic'],
  ['Harbor Lights #-1 (2020)', 'comic'],
  ['Harbor Lights ½ (2020)', 'comic'],
  ['Harbor Lights 001.MU (2020)', 'comic'],
  ['Harbor Lights 007.1 (2020)', 'comic'],
  ['Harbor Lights 012A (2020)', 'comic'],
  ['Harbor Lights 040-055 (2018-2019)', 'comic'],
  ['Harbor Lights 001-006, 040, 044-050 (2015)', 'comic'],
  ['Harbor Lights Annual 002 (2016)', 'comic'],
  ['Harbor Lights Annual 2016', 'comic'],
  ['Harbor Lights 001-060 + Annuals (2015)', 'comic'],
  ['Image Week (2018-06-06)', 'comic'],
  ['0-Day Week of 2018.06.06', 'comic'],
  ['Harbor Lights c045', 'manga'],
  ['Harbor Lights Chapter 45.5', 'manga'],
  ['Harbor Lights v05 (2016) (Digital)', 'manga'],
  ['Harbor Lights v02-04 (2016)', 'manga'],
  ['Harbor Lights (2015-2020) (Digital)', 'manga'],
  ['Copper Lantern 043 (2018)', 'comic'],
])('an issue that %s is accepted for is among those that it could be (%s)', (title, kind) => {
  const { accepted, near } = compared(title, kind)
  // A pack without numbers is accepted for all issues, and a single issue represents them.
  if (accepted.length === numbers.length + 6) expect(near.length).toBeGreaterThan(1)
  else expect(near).toEqual(expect.arrayContaining(accepted))
  expect(near.length).toBeLessThan(numbers.length)
})
