import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Database } from '../../storage/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { TargetFinder } from './search-targets'
import { textsFor } from './search-worker'

let db: Database
beforeEach(() => {
  db = new Database(':memory:', { publish: () => {} })
  makeSeries(db, { year: 2015 })
  makeIssues(
    db,
    'harbor',
    Array.from({ length: 30 }, (_, n) => ({ number: String(n + 1), release_date: '2015-05-06' })),
  )
})
afterEach(() => db.close())

const targetFinder = () => new TargetFinder({ db, clock: fakeClock(), limits: () => ({}) })
const wantedNumbers = (first?: string) =>
  targetFinder()
    .of('series', 'harbor', first)
    .targets.map(({ wantedItem }) => wantedItem.wanted.issue)

test('of a long series eight are looked for, the beginnings of gaps before others', () => {
  for (const n of [5, 11, 20]) makeFile(db, { issues: [`harbor-${n}`] })
  expect(wantedNumbers()).toEqual(['1', '2', '3', '4', '6', '7', '12', '21'])
})

test('what a release was found for is always among them', () => {
  expect(wantedNumbers('harbor-29')).toContain('29')
  expect(wantedNumbers('harbor-29')).toHaveLength(8)
})

test('unreleased issues are not searched for with a series, but may be on their own', () => {
  makeIssues(db, 'harbor', [{ number: '0.5', release_date: '2027-05-06' }])
  expect(wantedNumbers()).not.toContain('0.5')
  expect(targetFinder().of('issue', 'harbor-0.5').targets).toHaveLength(1)
})

test('a series is searched for by its name first, an issue by its number', () => {
  expect(textsFor(targetFinder().of('series', 'harbor')).slice(0, 2)).toEqual(['Harbor Lights', 'Harbor Lights 001'])
  expect(textsFor(targetFinder().of('issue', 'harbor-7'))[0]).toBe('Harbor Lights 007')
})
