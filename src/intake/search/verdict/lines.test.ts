import { describe, expect, test } from 'bun:test'
import { judgeLine } from './lines'

const wanted = { kind: 'comic', series: 'Harbor Lights', year: 2015, issue: '7', issue_date: '2016-02-10' }
const ask = (question: unknown) => JSON.parse(judgeLine(JSON.stringify(question), 2026))

test('a question gets its verdict under its own id', () => {
  const release = { title: 'Harbor Lights 007 (2016)' }
  expect(ask({ id: 'a', wanted, release, config: {} })).toEqual({
    id: 'a',
    accepted: true,
    reason_code: 'accepted.issue',
    overrideable: false,
    reasons: [{ code: 'accepted.issue', message: 'Matches issue 7' }],
    match_kind: 'issue',
    satisfies: ['7'],
  })
})

test.each([
  ['', 'The line is not JSON.'],
  ['{"id":', 'The line is not JSON.'],
  ['null', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  ['[1]', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  ['7', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  ['{"id":1,"release":{"title":"X 1"}}', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  [
    '{"id":1,"wanted":{"series":7},"release":{"title":"X 1"}}',
    'Expected {"wanted": {"series": …}, "release": {"title": …}}.',
  ],
  ['{"id":1,"wanted":{"series":"X"}}', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  ['{"id":1,"wanted":{"series":"X"},"release":{}}', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  ['{"id":1,"wanted":{"series":"X","aliases":7},"release":{"title":"X 1"}}', 'A field has the wrong type.'],
])('%s is answered with a sentence, not with silence', (line, message) => {
  const result = JSON.parse(judgeLine(line, 2026))
  expect(result).toMatchObject({ accepted: false, overrideable: false, reason_code: 'error.evaluation_exception' })
  expect(result.reasons).toEqual([{ code: 'error.evaluation_exception', message }])
})

test('numbers in JSON are read as printed', () => {
  expect(ask({ wanted: { ...wanted, issue: 7 }, release: { title: 'Harbor Lights 007 (2016)' } }).accepted).toBe(true)
})

test('a single book needs no number', () => {
  const once = { ...wanted, issue: undefined, booktype: 'one-shot' }
  const { accepted, reasons } = ask({ wanted: once, release: { title: 'Harbor Lights (2016)' } })
  expect([accepted, reasons[0].message]).toEqual([true, 'Matches issue'])
})

describe('rules', () => {
  const release = { title: 'Harbor Lights 007 (2016) (Digital)' }
  const judged = (rules: unknown) => ask({ wanted, release, config: { rules } })

  test.each([[undefined], [null], [[]]])('that are %j leave the verdict without a score', (rules) => {
    expect(judged(rules)).toMatchObject({ accepted: true })
    expect(judged(rules)).not.toHaveProperty('score')
  })

  test.each([
    [{ text: 'Digital' }, 0],
    [{ text: 'Digital', score: -5 }, -5],
    [{ text: 'Digital', level: 'score', match: 'word', score: 10 }, 10],
  ])('such as %j count with their score', (rule, score) => {
    const hits = [{ match: 'word', text: 'Digital', score }]
    expect(judged([rule])).toMatchObject({ accepted: true, score, hits })
  })

  test('can block and require', () => {
    const code = (rule: unknown) => judged([rule]).reason_code
    expect(code({ text: 'Digital', level: 'must_not' })).toBe('ignored.search_word')
    expect(code({ text: 'Webrip', level: 'must' })).toBe('rejected.required_missing')
  })

  test.each([
    ['Digital'],
    [{ text: 'Digital' }],
    [['Digital']],
    [[null]],
    [[{}]],
    [[{ text: 7 }]],
    [[{ text: 'Digital', score: '5' }]],
    [[{ text: 'Digital', match: 'language' }]],
    [[{ text: 'Digital', level: 'maybe' }]],
    [[{ text: 'Digital' }, {}]],
  ])('that are %j have the wrong type', (rules) => {
    const { reason_code, reasons } = judged(rules)
    expect([reason_code, reasons[0].message]).toEqual(['error.evaluation_exception', 'A field has the wrong type.'])
  })
})
