import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeSeries } from '../../../testing/make'
import type { ChangedRule, NewRule } from './schema'
import { ReleaseRules } from './service'
import { listRules, type RuleRow, saveRule } from './store'

let db: Database
let rules: ReleaseRules
let least: number | null
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds', content_type: 'manga' })
  least = null
  let made = 0
  const random = { id: () => `r${++made}` } as never
  rules = new ReleaseRules({ db, clock: fakeClock(), random, leastScore: (kind) => (kind === 'comic' ? least : 99) })
})
afterEach(() => db.close())

const add = (rule: Partial<NewRule> = {}) =>
  rules.add({ match: 'word', text: 'digital', scope: 'all', level: 'score', score: 10, ...rule }).rule
const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return `${(error as Refusal).kind}: ${(error as Refusal).message}`
  }
  return 'none'
}
const saved = () => listRules(db.read).map(({ match, text, scope, level, score }) => [match, text, scope, level, score].join(' ')) // biome-ignore format: one glance

describe('of the rules', () => {
  test('all are listed, or those that apply to a series, its own first', () => {
    add({ text: 'scan' })
    add({ text: 'raw', scope: 'manga' })
    add({ text: 'c2c', scope: 'comic' })
    add({ text: 'noir', scope: 'series', comic_id: 'harbor' })
    add({ text: 'rain', scope: 'series', comic_id: 'clouds' })
    const listed = (id?: string) => rules.list(id).rules.map(({ text }) => text)
    expect(listed().sort()).toEqual(['c2c', 'noir', 'rain', 'raw', 'scan'])
    expect(listed('harbor')).toEqual(['noir', 'scan', 'c2c'])
    expect(listed('clouds')).toEqual(['rain', 'scan', 'raw'])
    expect(refusal(() => listed('gone'))).toBe('missing: Series gone is not in the library.')
    expect(rules.list('harbor').rules.map(({ series }) => series)).toEqual(['Harbor Lights', null, null])
  })

  test('five hundred can be saved, and no more', () => {
    const row = { match: 'word', scope: 'all', comic_id: null, level: 'score', score: 1, added_at: '2026' } as const
    db.write((tx) => {
      for (let n = 0; n < 499; n++) saveRule(tx, { ...row, rule_id: `old ${n}`, text: `word ${n}` } as RuleRow)
    })
    add()
    expect(refusal(() => add({ text: 'scan' }))).toBe('conflict: At most 500 release rules can be saved.')
    expect(listRules(db.read)).toHaveLength(500)
  })
})

describe('a rule', () => {
  test.each<[Partial<NewRule>, string]>([
    [{}, 'word digital all score 10'],
    [{ score: undefined }, 'word digital all score 0'],
    [{ level: 'must', score: 10 }, 'word digital all must 0'],
    [{ level: 'must_not', score: 10 }, 'word digital all must_not 0'],
    [{ text: '  low   tide ' }, 'word low tide all score 10'],
    [{ text: ' CBZ ', match: 'format' }, 'format cbz all score 10'],
    [{ text: 'zip' }, 'word zip all score 10'],
    [{ text: 'Zone', match: 'group' }, 'group Zone all score 10'],
    [{ text: 'x'.repeat(100) }, `word ${'x'.repeat(100)} all score 10`],
    [{ scope: 'comic', comic_id: 'harbor' }, 'word digital comic score 10'],
  ])('with %j is saved as %s', (rule, row) => {
    expect(add(rule).comic_id).toBeNull()
    expect(saved()).toEqual([row])
  })

  test.each<[Partial<NewRule>, string]>([
    [{ text: '  ' }, 'invalid: The word must have letters or digits, 100 characters at most.'],
    [{ text: '!!' }, 'invalid: The word must have letters or digits, 100 characters at most.'],
    [{ text: 'x'.repeat(101), match: 'group' }, 'invalid: The group must have letters or digits, 100 characters at most.'],
    [{ text: 'zip', match: 'format' }, 'invalid: Unknown format zip. Use one of cbz, cbr, cb7, cbt, pdf, epub.'],
    [{ text: 'a, b' }, 'invalid: Add one rule for each word, without commas.'],
    [{ scope: 'series' }, 'invalid: Choose the series of this rule.'],
    [{ scope: 'series', comic_id: 'gone' }, 'missing: Series gone is not in the library.'],
  ])('with %j is refused: %s', (rule, sentence) => {
    expect(refusal(() => add(rule))).toBe(sentence)
    expect(saved()).toEqual([])
  }) // biome-ignore format: a row each

  test('keeps the fields that a change leaves out, and loses its series with another scope', () => {
    const { rule_id } = add({ scope: 'series', comic_id: 'harbor', score: 7 })
    const change = (body: ChangedRule) => rules.change(rule_id, body).rule
    const before = { rule_id, match: 'word', text: 'digital', scope: 'series', comic_id: 'harbor', level: 'score' }
    expect(change({ score: 8, text: undefined, scope: undefined })).toMatchObject({ ...before, score: 8 } as never)
    expect(change({ text: 'Digital' })).toMatchObject({ text: 'Digital', series: 'Harbor Lights' })
    expect(change({ level: 'must' })).toMatchObject({ scope: 'series', comic_id: 'harbor', score: 0 })
    expect(change({ scope: 'all' })).toMatchObject({ scope: 'all', comic_id: null, series: null })
    expect(saved()).toEqual(['word Digital all must 0'])
  })

  test('about the same text as another is refused, as a new one and as a change', () => {
    add({ text: 'Webrip' })
    const { rule_id } = add({ text: 'scan' })
    const taken = 'conflict: There is already a rule for the word Webrip.'
    expect(refusal(() => add({ text: 'wébrip' }))).toBe(taken)
    expect(refusal(() => rules.change(rule_id, { text: 'webrip' }))).toBe(taken)
    expect(refusal(() => add({ text: 'webrip', match: 'group' }))).toBe('none')
    expect(refusal(() => add({ text: 'webrip', scope: 'comic' }))).toBe('none')
    expect(saved()).toHaveLength(4)
  })

  test('that was deleted is neither changed nor removed, and the others stay', () => {
    const { rule_id } = add()
    add({ text: 'scan' })
    expect(rules.remove(rule_id)).toEqual({ success: true })
    expect(saved()).toEqual(['word scan all score 10'])
    const gone = 'missing: This release rule was deleted.'
    expect(refusal(() => rules.remove(rule_id))).toBe(gone)
    expect(refusal(() => rules.change(rule_id, { score: 1 }))).toBe(gone)
    expect(saved()).toHaveLength(1)
  })
})

describe('the test of a name', () => {
  const title = 'Harbor Lights 007 (2016) (Digital) (Zone-Empire).cbz'

  test.each<[number | null, string]>([
    [null, 'accepted'],
    [9, 'accepted'],
    [10, 'accepted'],
    [11, 'manual'],
  ])('with a minimum score of %p and a score of 10 is %s', (minimum, result) => {
    least = minimum
    add()
    expect(rules.test({ title })).toMatchObject({ score: 10, minimum, result: result as never })
  })

  test.each<[object, string[], number | null]>([
    [{}, ['digital', 'c2c'], null],
    [{ kind: 'comic' }, ['digital', 'c2c'], null],
    [{ kind: 'manga' }, ['digital', 'raw'], 99],
    [{ comic_id: null, kind: 'manga' }, ['digital', 'raw'], 99],
    [{ comic_id: 'clouds' }, ['digital', 'raw'], 99],
    [{ comic_id: 'clouds', kind: 'comic' }, ['digital', 'raw'], 99],
    [{ comic_id: 'harbor' }, ['digital', 'c2c', 'own'], null],
  ])('for %j uses the rules %j', (asked, met, minimum) => {
    add({ text: 'digital' })
    add({ text: 'raw', scope: 'manga' })
    add({ text: 'c2c', scope: 'comic' })
    add({ text: 'own', scope: 'series', comic_id: 'harbor' })
    const tested = rules.test({ title: 'Copper Lantern 007 (Digital) raw c2c own', ...asked })
    expect(tested.lines.map(({ text }) => text.replace(/^preferred word | \+10$/g, '')).sort()).toEqual(met.sort())
    expect(tested.minimum).toBe(minimum)
  })

  test('counts words of the name of a series, but not for that series', () => {
    add({ text: 'harbor' })
    expect(rules.test({ title })).toMatchObject({ score: 10, format: 'cbz', group: 'Zone-Empire' })
    expect(rules.test({ title, comic_id: 'harbor' })).toMatchObject({ score: 0, result: 'accepted', lines: [] })
  })

  test('with a blocked word is rejected under any score', () => {
    least = 11
    add()
    add({ text: 'empire', match: 'group', level: 'must_not' })
    expect(rules.test({ title })).toMatchObject({ score: 10, result: 'rejected', lines: [{ level: 'must_not', score: 0 }, { level: 'score', score: 10 }] }) // biome-ignore format: one glance
  })
})
