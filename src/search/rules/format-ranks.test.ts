import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../storage/database'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { betterFormatsIn, formatScoreOf, worseFormats } from './format-ranks'
import { keepRule, type RuleRow } from './store'

/** Which formats the rules prefer to which, for all series and for those with rules of their own. */

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
  db.write((tx) => keepRule(tx, { rule_id, text, ...row } as RuleRow))
}
const worse = () => Object.fromEntries(worseFormats(db.read).map(({ format, ...where }) => [format, where]))

test('without a rule about formats none is worse than another', () => {
  rule('digital', { match: 'word', score: 10 })
  expect(worse()).toEqual({})
})

test('what one kind prefers makes the others worse there', () => {
  rule('cbz', { scope: 'comic', score: 10 })
  expect(worse()).toMatchObject({ cbr: { kinds: ['comic'], also: [], except: [] } })
  expect(worse()).not.toHaveProperty('cbz')
})

test('a series with a rule of its own goes by that', () => {
  rule('cbz', { scope: 'comic', score: 10 })
  rule('cbz', { scope: 'series', comic_id: 'harbor', score: 0 })
  rule('pdf', { scope: 'series', comic_id: 'clouds', score: 5 })
  expect(worse().cbr).toEqual({ kinds: ['comic'], also: ['clouds'], except: ['harbor'] })
  expect(worse().pdf).toEqual({ kinds: ['comic'], also: [], except: ['clouds', 'harbor'] })
})

test('a format that is blocked is worse than all, and what is required better than the rest', () => {
  rule('pdf', { level: 'must_not' })
  expect(Object.keys(worse())).toEqual(['pdf'])
  rule('cbz', { level: 'must' })
  expect(worse()).not.toHaveProperty('cbz')
  expect(betterFormatsIn(db.read)({ comic_id: 'harbor', kind: 'comic' }, 'pdf')).toEqual(['cbz'])
})

test('a series that is gone has no preference', () => {
  rule('cbz', { score: 10 })
  expect([formatScoreOf(db.read, ['harbor-1'], 'cbz'), formatScoreOf(db.read, ['gone'], 'cbz')]).toEqual([10, 0])
})
