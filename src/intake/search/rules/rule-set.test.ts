import { describe, expect, test } from 'bun:test'
import { judgeRelease } from '../verdict/judge'
import { judgeLine } from '../verdict/lines'
import { targetOf, type WantedFacts } from '../verdict/wanted'
import { NO_RULES, type ReleaseRule, ruleSetOf, rulesForName } from './rule-set'

const harbor: WantedFacts = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2016-02-10' }
const prefer = (text: string, score = 10, match: ReleaseRule['match'] = 'word'): ReleaseRule => ({ match, text, level: 'score', score }) // biome-ignore format: one glance
const must = (text: string, match: ReleaseRule['match'] = 'word'): ReleaseRule => ({ match, text, level: 'must', score: 0 }) // biome-ignore format: one glance
const mustNot = (text: string, match: ReleaseRule['match'] = 'word'): ReleaseRule => ({ match, text, level: 'must_not', score: 0 }) // biome-ignore format: one glance
const TITLE = 'Harbor Lights 007 (2016) (Digital) (Zone-Empire).cbz'
const on = (title: string, rules: ReleaseRule[], wanted = harbor) =>
  judgeRelease(targetOf(wanted, { rules }), { title }, 2026)

describe('a score', () => {
  test.each<[ReleaseRule[], string, number]>([
    [[prefer('digital')], TITLE, 10],
    [[prefer('DIGITAL')], TITLE, 10],
    [[prefer('dígital')], TITLE, 10],
    [[prefer('digital')], 'Harbor Lights 007 (2016) (Dígital)', 10],
    [[prefer('digi')], TITLE, 0],
    [[prefer('zone empire')], TITLE, 10],
    [[prefer('empire zone')], TITLE, 0],
    [[prefer('c2c')], 'Harbor.Lights.007.2016.c2c', 10],
    [[prefer('digital', 5), prefer('empire', -20)], TITLE, -15],
    [[prefer('empire', 10, 'group')], TITLE, 10],
    [[prefer('Zone-Empire', 10, 'group')], TITLE, 10],
    [[prefer('digital', 10, 'group')], TITLE, 0],
    [[prefer('empire', 10, 'group')], 'Empire Harbor Lights 007 (2016)', 0],
    [[prefer('cbz', 10, 'format')], TITLE, 10],
    [[prefer('cbz', 10, 'format')], 'Harbor Lights 007 (2016) [CBZ]', 10],
    [[prefer('cbz', 10, 'format')], 'Harbor Lights 007 (2016) cbzine', 0],
    [[prefer('cbr', 10, 'format')], TITLE, 0],
    [[prefer('harbor')], TITLE, 0],
    [[prefer('!!')], TITLE, 0],
    [[prefer('harbor', 10, 'group')], 'Harbor Lights 007 (2016) (Digital) (Harbor-Scans)', 10],
    [[prefer('lights 007')], TITLE, 10],
  ])('of %j for %s is %p', (rules, title, score) => {
    expect(on(title, rules).score ?? 0).toBe(score)
  })

  test('names the rules that it consists of, also for a rejected release', () => {
    const rules = [prefer('digital', 5), prefer('webrip', 7), prefer('empire', -2, 'group')]
    const hits = [
      { match: 'word', text: 'digital', score: 5 },
      { match: 'group', text: 'empire', score: -2 },
    ] as const
    expect(on(TITLE, rules)).toMatchObject({ accepted: true, score: 3, hits })
    expect(on(TITLE.replace('007', '008'), rules)).toMatchObject({ accepted: false, score: 3, hits })
  })

  test('does not exist while no rule has one', () => {
    expect(Object.keys(on(TITLE, [mustNot('webrip')]))).not.toContain('score')
  })
})

describe('a level', () => {
  test.each<[ReleaseRule[], string, string, string]>([
    [[mustNot('digital')], TITLE, 'ignored.search_word', 'Blocked word: digital'],
    [[mustNot('webrip')], TITLE, 'accepted.issue', 'Matches issue 7'],
    [[mustNot('Harbor')], TITLE, 'accepted.issue', 'Matches issue 7'],
    [[mustNot('empire', 'group')], TITLE, 'ignored.search_word', 'Blocked group: empire'],
    [[mustNot('cbz', 'format')], TITLE, 'rejected.format_unwanted', 'Blocked format: CBZ'],
    [[must('digital')], TITLE, 'accepted.issue', 'Matches issue 7'],
    [[must('digital'), must('webrip')], TITLE, 'accepted.issue', 'Matches issue 7'],
    [[must('hd'), must('webrip')], TITLE, 'rejected.required_missing', 'Required word missing: hd or webrip'],
    [[must('digital')], 'Harbor Lights 007 (2016)', 'rejected.required_missing', 'Required word missing: digital'],
    [[must('x', 'group')], 'Harbor Lights 007 (2016)', 'rejected.required_missing', 'Not from a required group: x'],
    [[must('digital'), must('x', 'group')], TITLE, 'rejected.required_missing', 'Not from a required group: x'],
    [[must('empire', 'group')], TITLE, 'accepted.issue', 'Matches issue 7'],
    [[must('cbz', 'format')], TITLE, 'accepted.issue', 'Matches issue 7'],
    [[must('cbz', 'format')], 'Harbor Lights 007 (2016)', 'accepted.issue', 'Matches issue 7'],
    [
      [must('cbr', 'format'), must('pdf', 'format')],
      TITLE,
      'rejected.format_unwanted',
      'Wrong format: CBZ (wanted: CBR or PDF)',
    ],
  ])('%j on %s is %s', (rules, title, code, message) => {
    const verdict = on(title, rules)
    expect(verdict.reason_code as string).toBe(code)
    expect(verdict.reasons[0]?.message).toBe(message)
    expect(verdict.overrideable).toBe(!verdict.accepted)
  })

  test('stays with a preference that is also blocked: a rejection outranks every score', () => {
    expect(on(TITLE, [prefer('digital', 1000), mustNot('empire', 'group')])).toMatchObject({
      accepted: false,
      score: 1000,
    })
  })
})

test("words of the series' own name are ignored, also in other spellings", () => {
  const set = ruleSetOf([mustNot('Café'), prefer('noir'), must('digital'), prefer('cafe noir annual')])
  const { scored, must: required, mustNot: blocked } = rulesForName(set, 'Cafe Noir')
  expect([scored, required, blocked].map((rules) => rules.map(({ text }) => text))).toEqual([
    ['cafe noir annual'],
    ['digital'],
    [],
  ])
})

test("only rules about words are ignored for a series' own name", () => {
  const set = ruleSetOf([prefer('noir', 5, 'group'), must('noir', 'group'), mustNot('noir', 'group'), must('noir')])
  const { scored, must: required, mustNot: blocked } = rulesForName(set, 'Cafe Noir')
  expect([scored, required, blocked].map((rules) => rules.map(({ match }) => match))).toEqual([
    ['group'],
    ['group'],
    ['group'],
  ])
})

test('rules without a letter do not count, under any series name', () => {
  const none = ruleSetOf([prefer('!!'), must(''), mustNot(' ')])
  expect(none).toBe(NO_RULES)
  expect(rulesForName(none, 'Cafe Noir')).toBe(NO_RULES)
})

describe('the judge command', () => {
  const ask = (config: unknown) =>
    JSON.parse(judgeLine(JSON.stringify({ id: 1, wanted: harbor, release: { title: TITLE }, config }), 2026))

  test('answers without rules as before', () => {
    expect(Object.keys(ask({ ignore_words: ['webrip'] }))).toEqual([
      'id',
      'accepted',
      'reason_code',
      'overrideable',
      'reasons',
      'match_kind',
      'satisfies',
    ])
  })

  test('adds the score for rules that have one', () => {
    const rules = [{ text: 'digital', score: 5 }, mustNot('webrip')]
    expect(ask({ rules })).toMatchObject({
      accepted: true,
      score: 5,
      hits: [{ match: 'word', text: 'digital', score: 5 }],
    })
  })

  test.each([['x'], [[7]], [[{ text: 7 }]], [[{ text: 'a', level: 'never' }]], [[{ text: 'a', score: '5' }]]])(
    'reports %j as wrong',
    (rules) => {
      expect(ask({ rules })).toMatchObject({ accepted: false, reason_code: 'error.evaluation_exception' })
    },
  )
})
