import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { TargetFinder } from './search-targets'
import { textsFor } from './search-worker'

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015 })
  makeIssues(
    db,
    'harbor',
    Array.from({ length: 30 }, (_, n) => ({ number: String(n + 1), release_date: '2015-05-06' })),
  )
})
afterEach(() => db.close())

const arcIssueOf = (id: string) => ({ C0001_1: 'harbor-7', C0001_2: null, C0001_3: 'harbor-gone' })[id]
const targetFinder = () => new TargetFinder({ db, clock: fakeClock(), limits: () => ({}), arcIssueOf })
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

test('an issue of a story arc is searched for as the issue of the library that it is', () => {
  const found = targetFinder().of('story_arc_issue', 'C0001_1')
  expect(found).toMatchObject({ entity_type: 'story_arc_issue', entity_id: 'C0001_1', series_id: 'harbor' })
  expect(found.targets.map(({ wantedItem }) => wantedItem.entity_id)).toEqual(['harbor-7'])
  expect(textsFor(found)).toEqual(textsFor(targetFinder().of('issue', 'harbor-7')))
})

test.each([
  ['C0001_2', 'Several issues in your library match this entry. Choose one on the story arc page first.'],
  ['C0001_3', 'Several issues in your library match this entry. Choose one on the story arc page first.'],
  ['C0001_9', 'There is no issue of a story arc C0001_9.'],
])('of a story arc %p is not searched for', (id, sentence) => {
  expect(() => targetFinder().of('story_arc_issue', id)).toThrow(sentence)
})
