import { expect, test } from 'bun:test'
import { type ReleaseRule, ruleSetOf, ruleSubject } from '../../rules/rule-set'
import { readRelease } from '../parsed-release'
import { targetOf } from '../wanted'
import { releaseRuleChecks, ruleRejections } from './words'

type Match = ReleaseRule['match']
const rule = (level: ReleaseRule['level']) => (match: Match, text: string) => ({ match, text, level, score: 0 })
const [must, mustNot] = [rule('must'), rule('must_not')]
const TITLE = 'Harbor Lights 007 (2016) (Digital) (Moon).cbr'

const ROWS: [what: string, rules: ReleaseRule[], said: [level: string, code: string, message: string][]][] = [
  ['none', [], []],
  ['blocked ones without a match', [mustNot('word', 'webrip'), mustNot('group', 'Sun'), mustNot('format', 'pdf')], []],
  ['required ones that all match', [must('word', 'digital'), must('group', 'Moon'), must('format', 'cbr')], []],
  ['required ones of which one matches', [must('word', 'webrip'), must('word', 'digital')], []],
  ['a blocked word', [mustNot('word', 'digital')], [['must_not', 'ignored.search_word', 'Blocked word: digital']]],
  ['a blocked group', [mustNot('group', 'Moon')], [['must_not', 'ignored.search_word', 'Blocked group: Moon']]],
  ['a blocked format', [mustNot('format', 'cbr')], [['must_not', 'rejected.format_unwanted', 'Blocked format: CBR']]],
  ['several blocked ones, of which the first counts', [mustNot('group', 'Moon'), mustNot('word', 'digital')], [['must_not', 'ignored.search_word', 'Blocked group: Moon']]],
  ['required words', [must('word', 'webrip'), must('word', 'c2c')], [['must', 'rejected.required_missing', 'Required word missing: webrip or c2c']]],
  ['required groups', [must('group', 'Sun'), must('group', 'Star')], [['must', 'rejected.required_missing', 'Not from a required group: Sun or Star']]],
  ['required formats', [must('format', 'cbz'), must('format', 'cb7')], [['must', 'rejected.format_unwanted', 'Wrong format: CBR (wanted: CBZ or CB7)']]],
  ['all at once', [must('format', 'cbz'), must('group', 'Sun'), must('word', 'c2c'), mustNot('word', '2016')], [
    ['must_not', 'ignored.search_word', 'Blocked word: 2016'],
    ['must', 'rejected.required_missing', 'Required word missing: c2c'],
    ['must', 'rejected.required_missing', 'Not from a required group: Sun'],
    ['must', 'rejected.format_unwanted', 'Wrong format: CBR (wanted: CBZ)'],
  ]],
] // biome-ignore format: one a line

for (const [what, rules, said] of ROWS)
  test(`with rules, ${what}`, () => {
    const [set, subject] = [ruleSetOf(rules), ruleSubject(TITLE, 'Moon')]
    expect(ruleRejections(set, subject).map(({ level, code, message }) => [level, code, message])).toEqual(said)
    const target = targetOf({ kind: 'comic', series: 'Harbor Lights', issue: '7' }, { rules })
    const the = { reading: readRelease(TITLE, target, 2026), target, release: { title: TITLE }, known: {}, year: 2026 }
    const asked = releaseRuleChecks.map((check) => check({ ...the, subject })?.message)
    expect(asked.filter((message) => message !== undefined)).toEqual(said.map(([, , message]) => message))
    expect(releaseRuleChecks.some((check) => check({ ...the, subject: undefined }))).toBe(false)
  })

test('a required format is no reason against a name that states none', () => {
  expect(ruleRejections(ruleSetOf([must('format', 'cbz')]), ruleSubject('Harbor Lights 007', ''))).toEqual([])
})
