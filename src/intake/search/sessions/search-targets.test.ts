import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { findIssue, reserveIssues, setIntent } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { journal, journalIssues } from '../../downloads/tables'
import { saveRule } from '../rules/store'
import { TargetFinder } from './search-targets'
import { queryTextsFor } from './search-worker'

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

test('for a long series eight issues are searched for, starts of gaps before others', () => {
  for (const n of [5, 11, 20]) makeFile(db, { issues: [`harbor-${n}`] })
  expect(wantedNumbers()).toEqual(['1', '2', '3', '4', '6', '7', '12', '21'])
})

test('the issue that a release was found for is always among them', () => {
  expect(wantedNumbers('harbor-29')).toContain('29')
  expect(wantedNumbers('harbor-29')).toHaveLength(8)
})

test('unreleased issues are not searched for with a series, but may be on their own', () => {
  makeIssues(db, 'harbor', [{ number: '0.5', release_date: '2027-05-06' }])
  expect(wantedNumbers()).not.toContain('0.5')
  expect(targetFinder().of('issue', 'harbor-0.5').targets).toHaveLength(1)
})

const set = (id: string, intent: 'wanted' | 'policy' | 'skipped' | 'ignored') =>
  db.write((tx) => setIntent(tx, id, intent, '2026-11-21T08:00:00.000Z'))
const is = (id: string, fulfillment: string) =>
  db.write((tx) => tx.run(`update issues set fulfillment = '${fulfillment}' where issue_id = '${id}'` as never))
const missing = (type: 'series' | 'issue' | 'annual', id: string, first?: string) =>
  targetFinder()
    .of(type, id, first)
    .missing.map(({ issue_id }) => issue_id.replace('harbor-', ''))
const refusal = (type: 'series' | 'issue' | 'annual' | 'story_arc_issue', id: string) => {
  try {
    targetFinder().of(type, id)
  } catch (error) {
    const { kind, message, extra } = error as Refusal
    return [kind, message, extra.code]
  }
  return 'found'
}

test('only issues that are certainly missing, and wanted or left to the settings, are searched for with a series', () => {
  const few = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  for (let n = 10; n <= 30; n++) makeFile(db, { issues: [`harbor-${n}`] })
  set('harbor-1', 'wanted')
  set('harbor-2', 'skipped')
  set('harbor-3', 'ignored')
  is('harbor-4', 'failed')
  is('harbor-5', 'unknown')
  is('harbor-6', 'archived')
  db.write((tx) => reserveIssues(tx, ['harbor-7'], '2026-11-21T08:00:00.000Z'))
  expect(missing('series', 'harbor')).toEqual(['1', '4', '8', '9'])
  expect(wantedNumbers()).toEqual(['1', '4', '8', '9'])
  // An issue that is not wanted is searched for alone, or if a release was found for it.
  expect(few.map((id) => refusal('issue', `harbor-${id}`) === 'found')).toEqual([
    ...[true, true, true, true, true],
    ...[false, false, true, true],
  ])
  expect(missing('issue', 'harbor-3')).toEqual(['1', '3', '4', '8', '9'])
  expect(missing('series', 'harbor', 'harbor-3')).toEqual(['1', '3', '4', '8', '9'])
})

test('an issue that is owned, open or unknown is refused with a sentence', () => {
  for (let n = 1; n <= 30; n++) makeFile(db, { issues: [`harbor-${n}`] })
  const code = 'item_not_eligible'
  expect([refusal('series', 'harbor'), refusal('issue', 'harbor-7')]).toEqual([
    ['conflict', 'Harbor Lights has no released issues that are wanted and missing.', code],
    ['conflict', 'Harbor Lights 7 is already in your library or downloading.', code],
  ])
  for (const [type, id] of [['series', 'clouds'], ['series', 'harbor-7'], ['issue', 'gone'], ['annual', 'harbor-7']] as const)
    expect(refusal(type, id)).toEqual(['missing', `There is no ${type} ${id}.`, undefined]) // biome-ignore format: one list
})

test('issues released today are searched for with a series, those of tomorrow are not', () => {
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds' })
  makeIssues(db, 'clouds', [
    { number: '1', release_date: '2026-11-21' },
    { number: '2', release_date: '2026-11-22' },
    { number: '3', release_date: null },
  ])
  const { targets } = targetFinder().of('series', 'clouds')
  expect(targets.map(({ wantedItem }) => wantedItem.wanted.issue)).toEqual(['1', '3'])
})

test('the number of an issue is looked up among those of its own kind', () => {
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds', content_type: 'manga' })
  const out = { release_date: '2015-05-06' }
  makeIssues(db, 'clouds', [
    { ...out, number: '1', unit: 'volume', issue_id: 'v1' },
    { ...out, number: '1', unit: 'chapter', issue_id: 'c1' },
    { ...out, number: '2', unit: 'chapter', issue_id: 'c2' },
    { ...out, number: '1', unit: 'chapter', kind: 'annual', issue_id: 'a1' },
  ])
  const ids = (type: 'issue' | 'annual', id: string) => [...targetFinder().of(type, id).targets[0]!.issueIds]
  expect(ids('issue', 'v1')).toEqual([['1', 'v1']])
  expect(ids('issue', 'c1').sort()).toEqual([
    ['1', 'c1'],
    ['2', 'c2'],
  ])
  expect(ids('annual', 'a1')).toEqual([['1', 'a1']])
})

test('an annual starts its own gap', () => {
  makeIssues(db, 'harbor', [{ number: '1', kind: 'annual', release_date: '2015-05-06' }])
  const { targets } = targetFinder().of('series', 'harbor')
  expect(targets.map(({ wantedItem }) => wantedItem.entity_id)).toContain('harbor-a1')
})

test('an issue in a worse format is searched for alone, and not while a better one downloads', () => {
  makeFile(db, { issues: ['harbor-3'], path: '/library/3.cbr', format: 'cbr' })
  const code = 'item_not_eligible'
  const here = ['conflict', 'Harbor Lights 3 is already in your library or downloading.', code]
  expect(refusal('issue', 'harbor-3')).toEqual(here)
  const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
  db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: '2026-11-21T08:00:00.000Z' }))
  const { targets } = targetFinder().of('issue', 'harbor-3')
  expect(targets.map(({ better }) => better)).toEqual([['cbz']])
  expect([missing('issue', 'harbor-3'), missing('issue', 'harbor-4').includes('3')]).toEqual([['3'], false])
  expect(targetFinder().of('issue', 'harbor-4').targets[0]?.better).toEqual([])
  expect(missing('series', 'harbor', 'harbor-3')).not.toContain('3')
  db.write((tx) => {
    const row = { item_id: 'i', release_key: 'k', digest: 'd', title: 'x', indexer: 'Mill', grabbed_at: '2026', updated_at: '2026' } // biome-ignore format: one row
    const of = { entity_type: 'issue', entity_id: 'harbor-3', comic_id: 'harbor', protocol: 'usenet' } as const
    tx.insert(journal)
      .values({ ...row, ...of, stage: 'snatched' })
      .run()
    tx.insert(journalIssues).values({ item_id: 'i', issue_id: 'harbor-3' }).run()
  })
  expect(refusal('issue', 'harbor-3')).toEqual(here)
  expect(findIssue(db.read, 'harbor-3')?.fulfillment).not.toBe('missing')
})

test('a series is searched for by its name first, an issue by its number', () => {
  expect(queryTextsFor(targetFinder().of('series', 'harbor')).slice(0, 2)).toEqual([
    'Harbor Lights',
    'Harbor Lights 001',
  ])
  expect(queryTextsFor(targetFinder().of('issue', 'harbor-7'))[0]).toBe('Harbor Lights 007')
})

test('an issue of a story arc is searched for as its issue in the library', () => {
  const found = targetFinder().of('story_arc_issue', 'C0001_1')
  expect(found).toMatchObject({ entity_type: 'story_arc_issue', entity_id: 'C0001_1', series_id: 'harbor' })
  expect(found.targets.map(({ wantedItem }) => wantedItem.entity_id)).toEqual(['harbor-7'])
  expect(queryTextsFor(found)).toEqual(queryTextsFor(targetFinder().of('issue', 'harbor-7')))
})

test.each([
  ['C0001_2', 'Several issues in your library match this entry. Choose one on the story arc page first.'],
  ['C0001_3', 'Several issues in your library match this entry. Choose one on the story arc page first.'],
  ['C0001_9', 'There is no issue of a story arc C0001_9.'],
])('of a story arc %p is not searched for', (id, sentence) => {
  expect(() => targetFinder().of('story_arc_issue', id)).toThrow(sentence)
})
