import { expect, test } from 'bun:test'
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
  ['{"id":1,"wanted":{"series":"X"},"release":{}}', 'Expected {"wanted": {"series": …}, "release": {"title": …}}.'],
  ['{"id":1,"wanted":{"series":"X","aliases":7},"release":{"title":"X 1"}}', 'A field has the wrong type.'],
])('%s is answered with a sentence, not with silence', (line, message) => {
  const result = JSON.parse(judgeLine(line, 2026))
  expect(result).toMatchObject({ accepted: false, overrideable: false, reason_code: 'error.evaluation_exception' })
  expect(result.reasons).toEqual([{ code: 'error.evaluation_exception', message }])
})

test('numbers that came as numbers are read as printed', () => {
  expect(ask({ wanted: { ...wanted, issue: 7 }, release: { title: 'Harbor Lights 007 (2016)' } }).accepted).toBe(true)
})
