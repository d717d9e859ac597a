import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeIssues, makeSeries } from '../../../testing/make'
import { groupIn, readRules, releaseScore, sameRule, seriesOfIssues } from './series-rules'
import { findReleaseRule, listRules, type RuleRow, removeRule, saveRule } from './store'

const NOW = '2026-11-21T08:00:00.000Z'
const TITLE = 'Harbor Lights 007 (2016) (Digital) (Zone-Empire)'
let db: Database
let events: unknown[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  makeSeries(db)
  makeIssues(db, 'harbor', [1])
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds', content_type: 'manga' })
  makeIssues(db, 'clouds', [1])
})
afterEach(() => db.close())

const row = (text: string, more: Partial<RuleRow> = {}): RuleRow => ({
  rule_id: `${text} ${more.scope} ${more.comic_id} ${more.score}`,
  match: 'word',
  text,
  scope: 'all',
  comic_id: null,
  level: 'score',
  score: 1,
  added_at: NOW,
  ...more,
})
const put = (...rows: RuleRow[]) =>
  db.write((tx) => {
    for (const each of rows) saveRule(tx, each)
  })

describe('the rules for a series', () => {
  const scores = (comic_id: string | null, kind: 'comic' | 'manga') =>
    readRules(db.read)({ comic_id, kind }).scored.map(({ text, score }) => `${text} ${score}`)

  test('are those for all, for its kind and its own, and the narrowest of several about the same text', () => {
    put(
      row('scan', { score: 4 }),
      row('digital', { score: 1 }),
      row('Digital', { scope: 'comic', score: 2 }),
      row('DIGITAL', { scope: 'series', comic_id: 'harbor', score: 3 }),
      row('raw', { scope: 'manga', score: 5 }),
      row('c2c', { scope: 'series', comic_id: 'clouds', score: 6 }),
    )
    expect(scores('harbor', 'comic').sort()).toEqual(['DIGITAL 3', 'scan 4'])
    expect(scores('other', 'comic').sort()).toEqual(['Digital 2', 'scan 4'])
    expect(scores(null, 'comic').sort()).toEqual(['Digital 2', 'scan 4'])
    expect(scores('clouds', 'manga').sort()).toEqual(['c2c 6', 'digital 1', 'raw 5', 'scan 4'])
    expect(scores(null, 'manga').sort()).toEqual(['digital 1', 'raw 5', 'scan 4'])
  })

  test('are the narrowest whichever was added first, and the older of two equally narrow ones', () => {
    put(
      row('digital', { scope: 'comic', score: 2, added_at: '2026-01-01' }),
      row('Digital', { score: 1, added_at: '2026-02-02' }),
      row('scan', { score: 4, added_at: '2026-01-01' }),
      row('Scan', { score: 5, added_at: '2026-02-02' }),
    )
    expect(scores(null, 'comic')).toEqual(['digital 2', 'scan 4'])
  })

  test('distinguish a word and a group with the same text', () => {
    put(row('empire', { score: 2 }), row('empire', { rule_id: 'g', match: 'group', score: 3 }))
    expect(scores(null, 'comic')).toEqual(['empire 2', 'empire 3'])
  })

  test('are read once, and kept for each series with its own rules', () => {
    makeSeries(db, { comic_id: 'lantern', name: 'Copper Lantern' })
    put(row('digital'), row('scan', { scope: 'series', comic_id: 'harbor' }))
    put(row('c2c', { scope: 'series', comic_id: 'lantern' }))
    const rulesOf = readRules(db.read)
    const harbor = rulesOf({ comic_id: 'harbor', kind: 'comic' })
    expect(rulesOf({ comic_id: 'harbor', kind: 'comic' })).toBe(harbor)
    expect(rulesOf({ comic_id: 'lantern', kind: 'comic' }).scored.map(({ text }) => text)).toEqual(['digital', 'c2c'])
    expect(rulesOf({ comic_id: 'a', kind: 'comic' })).toBe(rulesOf({ comic_id: 'b', kind: 'comic' }))
    expect(rulesOf({ comic_id: 'a', kind: 'comic' })).not.toBe(harbor)
    expect(rulesOf({ comic_id: 'a', kind: 'manga' })).not.toBe(rulesOf({ comic_id: 'a', kind: 'comic' }))
    removeAll()
    expect(rulesOf({ comic_id: 'c', kind: 'comic' }).scored).toHaveLength(1)
  })
  const removeAll = () =>
    db.write((tx) => {
      for (const { rule_id } of listRules(tx)) removeRule(tx, rule_id)
    })
})

test.each<[Partial<RuleRow>, boolean]>([
  [{}, true],
  [{ text: 'DÍGITAL' }, true],
  [{ level: 'must', score: 9 }, true],
  [{ text: 'scan' }, false],
  [{ match: 'group' }, false],
  [{ scope: 'comic' }, false],
  [{ scope: 'series', comic_id: 'harbor' }, false],
])('a rule with %j is about the same text as one for the word digital: %p', (more, isSame) => {
  put(row('digital'), row('c2c'), row('raw', { scope: 'series', comic_id: 'harbor' }))
  expect(sameRule(db.read, row('digital', more))?.text).toBe(isSame ? 'digital' : undefined)
})

test('the series of some issues is that of the first existing one', () => {
  const of = (...ids: string[]) => seriesOfIssues(db.read, ids)?.comic_id
  expect([of('harbor-1'), of('gone', 'clouds-1', 'harbor-1'), of('gone'), of()]).toEqual([
    'harbor',
    'clouds',
    undefined,
    undefined,
  ])
})

test('a release scores by the rules for the series of its issues, without words of the series name', () => {
  put(row('digital', { score: 5 }), row('harbor', { score: 100 }), row('zone', { match: 'group', score: 2 }))
  put(row('digital', { rule_id: 'm', scope: 'manga', score: 50 }))
  const score = (...ids: string[]) => releaseScore(db.read, ids, TITLE, NOW)
  expect([score('harbor-1'), score('gone', 'clouds-1'), score('gone')]).toEqual([7, 152, 0])
})

test('the group in a name is parsed with the year of the search', () => {
  expect(groupIn(TITLE, 'comic', NOW)).toBe('Zone-Empire')
  expect(groupIn('Harbor Lights 007', 'comic', NOW)).toBe('')
})

test('a rule is found, changed and removed alone, and each change is reported', () => {
  events.length = 0
  const told = () => events.splice(0)
  put(row('digital', { rule_id: 'a' }), row('scan', { rule_id: 'b' }))
  const changed = { type: 'config.changed', keys: ['release_rules'] }
  expect(told()).toEqual([changed])
  put(row('Scan', { rule_id: 'b', score: 7 }))
  expect(told()).toEqual([changed])
  expect([
    findReleaseRule(db.read, 'b')?.score,
    findReleaseRule(db.read, 'a')?.score,
    findReleaseRule(db.read, 'c'),
  ]).toEqual([7, 1, undefined])
  const remove = (id: string) => db.write((tx) => removeRule(tx, id))
  expect([remove('c'), told()]).toEqual([false, []])
  expect([remove('b'), told()]).toEqual([true, [changed]])
  expect(listRules(db.read).map(({ rule_id }) => rule_id)).toEqual(['a'])
})
