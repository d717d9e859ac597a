import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { wantedIssue } from '../wanted/store'
import {
  betterFormats,
  betterFormatsIn,
  betterThanFile,
  formatScore,
  formatScoreOf,
  worseFormats,
} from './format-ranks'
import { type ReleaseRule, ruleSetOf } from './rule-set'
import { type RuleRow, saveRule } from './store'

/** Which formats the rules prefer to which, for all series and for those with their own rules. */

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', [1])
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds', content_type: 'manga' })
})
afterEach(() => db.close())

function rule(text: string, change: Partial<RuleRow>): void {
  const row = { match: 'format', scope: 'all', comic_id: null, level: 'score', score: 0, added_at: '2026', ...change }
  const rule_id = `${text} ${row.scope} ${row.comic_id}`
  db.write((tx) => saveRule(tx, { rule_id, text, ...row } as RuleRow))
}
const worse = () => Object.fromEntries(worseFormats(db.read).map(({ format, ...where }) => [format, where]))

test('without a rule about formats none is worse than another', () => {
  rule('digital', { match: 'word', score: 10 })
  expect(worse()).toEqual({})
})

test('a preference of one kind makes the other formats worse there', () => {
  rule('cbz', { scope: 'comic', score: 10 })
  expect(worse()).toMatchObject({ cbr: { kinds: ['comic'], also: [], except: [] } })
  expect(worse()).not.toHaveProperty('cbz')
})

test('a series with its own rule follows that', () => {
  rule('cbz', { scope: 'comic', score: 10 })
  rule('cbz', { scope: 'series', comic_id: 'harbor', score: 0 })
  rule('pdf', { scope: 'series', comic_id: 'clouds', score: 5 })
  expect(worse().cbr).toEqual({ kinds: ['comic'], also: ['clouds'], except: ['harbor'] })
  expect(worse().pdf).toEqual({ kinds: ['comic'], also: [], except: ['clouds', 'harbor'] })
})

test('a blocked format is worse than all, and a required one better than the rest', () => {
  rule('pdf', { level: 'must_not' })
  expect(Object.keys(worse())).toEqual(['pdf'])
  rule('cbz', { level: 'must' })
  expect(worse()).not.toHaveProperty('cbz')
  expect(betterFormatsIn(db.read)({ comic_id: 'harbor', kind: 'comic' }, 'pdf')).toEqual(['cbz'])
})

test('a series with only a rule about words follows the rules of its kind', () => {
  rule('cbz', { scope: 'comic', score: 10 })
  rule('digital', { match: 'word', scope: 'series', comic_id: 'harbor', score: 5 })
  expect(worse().cbr).toEqual({ kinds: ['comic'], also: [], except: [] })
})

const REFUSED = Number.NEGATIVE_INFINITY
test.each<[Partial<ReleaseRule>[], cbz: number, cbr: number]>([
  [[{ text: 'cbz', score: 10 }, { text: 'cbz', score: -3 }, { text: 'cbr', score: 2 }], 7, 2],
  [[{ text: 'cbz', score: 10, match: 'word' }, { text: 'cbz', score: 10, match: 'group' }], 0, 0],
  [[{ text: 'cbz', level: 'must' }], 0, REFUSED],
  [[{ text: 'cbz', level: 'must' }, { text: 'cbr', level: 'must' }], 0, 0],
  [[{ text: 'digital', level: 'must', match: 'word' }], 0, 0],
  [[{ text: 'cbr', level: 'must_not' }], 0, REFUSED],
  [[{ text: 'cbr', level: 'must_not', match: 'word' }], 0, 0],
])('by the rules %j cbz scores %p and cbr %p', (rules, cbz, cbr) => {
  const set = ruleSetOf(rules.map((each) => ({ match: 'format', text: '', level: 'score', score: 0, ...each })))
  expect([formatScore(set, 'cbz'), formatScore(set, 'cbr')]).toEqual([cbz, cbr])
}) // biome-ignore format: a row each

test('the best of several better formats comes first, without an equal one', () => {
  const scores = { cbr: 5, cbz: 10, pdf: 0, epub: 20 }
  const rules = Object.entries(scores).map(
    ([text, score]) => ({ match: 'format', text, level: 'score', score }) as const,
  )
  expect(betterFormats(ruleSetOf(rules), 'cbr')).toEqual(['epub', 'cbz'])
})

test('a file has better formats by the rules for its series, and a missing issue has none', () => {
  rule('cbz', { score: 10 })
  const better = (id: string) => betterThanFile(db.read, wantedIssue(db.read, id, '2026-11-21')!)
  expect(better('harbor-1')).toEqual([])
  makeFile(db, { issues: ['harbor-1'], path: '/library/1.cbr', format: 'cbr' })
  expect(better('harbor-1')).toEqual(['cbz'])
})

test('a deleted series has no preference', () => {
  rule('cbz', { score: 10 })
  expect([formatScoreOf(db.read, ['harbor-1'], 'cbz'), formatScoreOf(db.read, ['gone'], 'cbz')]).toEqual([10, 0])
})
