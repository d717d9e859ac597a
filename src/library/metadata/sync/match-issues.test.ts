import { describe, expect, test } from 'bun:test'
import { threadCpuMs } from '../../../testing/harness/loop-watch'
import type { IssueFacts, IssueRecord } from '../providers/provider'
import { type IssueToMatch, issueSlot, matchIssues } from './match-issues'
import { applicableRenumbering } from './renumber'

const known = (issue_id: string, number: string, more: Partial<IssueToMatch> = {}): IssueToMatch => ({
  issue_id,
  kind: 'issue',
  unit: 'issue',
  number,
  release_date: null,
  issue_date: null,
  ...more,
})
const record = (provider_id: string, number: string, facts: IssueFacts = {}): IssueRecord => ({
  provider_id,
  facts: { number, ...facts },
  detailed: false,
})

function match(issues: IssueToMatch[], records: IssueRecord[], listed = records) {
  const matches = matchIssues(issues, records, {
    content: 'comic',
    idOf: (id) => id,
    listed: new Set(listed.map(({ provider_id }) => provider_id)),
  })
  return {
    found: matches.map(({ record, issue_id }) => [record.provider_id, issue_id]),
    left: records
      .filter((each) => !matches.some(({ record }) => record === each))
      .map(({ provider_id }) => provider_id),
  }
}

type Row = [says: string, IssueToMatch[], IssueRecord[], found: [string, string | undefined][], left?: string[]]

const TABLE: Row[] = [
  ['numbers however they are printed', [known('a', '½'), known('b', '1')], [record('9', '0.5'), record('10', '001')], [['9', 'a'], ['10', 'b']]],
  ['a suffix makes another number', [known('a', '1')], [record('9', '1'), record('10', '1.MU')], [['9', 'a'], ['10', undefined]]],
  ['the id before the number', [known('a', '1', { provider_id: '9' }), known('b', '2', { provider_id: '10' })], [record('9', '2'), record('10', '1')], [['9', 'a'], ['10', 'b']]],
  ['an id that is the issue’s own', [known('9', '4')], [record('9', '5')], [['9', '9']]],
  ['annuals apart from issues', [known('a', '1'), known('b', '1', { kind: 'annual' })], [record('9', '1', { kind: 'annual' })], [['9', 'b']]],
  ['volumes apart from chapters', [known('a', '1', { unit: 'volume' })], [record('9', '1', { unit: 'chapter' })], [['9', undefined]]],
  ['the record whose date fits, of two with one number', [known('a', '1', { issue_date: '2015-05-01' })], [record('9', '1', { issue_date: '1999-01-01' }), record('10', '1', { issue_date: '2015-05-01' })], [['10', 'a']], ['9']],
  ['the earlier of two new ones with one number', [], [record('9', '1', { issue_date: '2015-05-01' }), record('10', '1', { issue_date: '2014-05-01' })], [['10', undefined]], ['9']],
  ['an issue whose old id is gone, by its number', [known('a', '3', { provider_id: '301' })], [record('305', '3')], [['305', 'a']]],
  ['no issue that is listed under another id', [known('a', '3', { provider_id: '301' })], [record('301', '3'), record('305', '3')], [['301', 'a']], ['305']],
  ['a number that its issue leaves is free', [known('a', '3', { provider_id: '301' })], [record('301', '4'), record('305', '3')], [['301', 'a'], ['305', undefined]]],
  ['the earlier of two, where no date fits', [known('a', '1')], [record('9', '1', { issue_date: '2015-05-01' }), record('10', '1', { issue_date: '2014-05-01' })], [['10', 'a']], ['9']],
  ['the record of the day of release', [known('a', '1', { release_date: '2015-03-04' })], [record('9', '1', { issue_date: '1999-01-01' }), record('10', '1', { release_date: '2015-03-04' })], [['10', 'a']], ['9']],
  ['the one with a date, of two new ones', [], [record('9', '1'), record('10', '1', { issue_date: '2014-05-01' })], [['10', undefined]], ['9']],
  ['the day of release before the date on the cover', [], [record('9', '1', { release_date: '2015-03-01', issue_date: '2013-01-01' }), record('10', '1', { issue_date: '2014-05-01' })], [['10', undefined]], ['9']],
  ['the second issue of a number, where the first is another record’s', [known('9', '5'), known('b', '05')], [record('9', '4'), record('10', '5')], [['9', '9'], ['10', 'b']]],
  ['no issue that has the id of another record', [known('305', '4', { provider_id: '301' })], [record('301', '4'), record('305', '5')], [['301', '305'], ['305', undefined]]],
  ['a one-shot without a number', [known('a', '')], [record('9', '1')], [['9', 'a']]],
  ['no one-shot of another number', [known('a', '')], [record('9', '2')], [['9', undefined]]],
  ['no one-shot that has a number', [known('a', '5')], [record('9', '1')], [['9', undefined]]],
  ['no one-shot beside another issue', [known('a', ''), known('b', '3')], [record('9', '1')], [['9', undefined]]],
  ['a one-shot that is known by its id once', [known('a', '', { provider_id: '9' })], [record('9', '1')], [['9', 'a']]],
  ['no one-shot where there are more', [known('a', '')], [record('9', '1'), record('10', '2')], [['9', undefined], ['10', undefined]]],
  ['the first of two without a date', [], [record('9', '1'), record('10', '1')], [['9', undefined]], ['10']],
  ['no second record of an id that is known', [known('a', '1', { provider_id: '9' })], [record('9', '1'), record('9', '2')], [['9', 'a'], ['9', undefined]]],
  ['by number another than the record that its id is known by', [known('a', '3', { provider_id: '301' }), known('b', '4')], [record('301', '4', { issue_date: '2014-05-01' }), record('306', '4', { issue_date: '2015-05-01' })], [['301', 'a'], ['306', 'b']]],
  ['no number that one of two issues leaves', [known('a', '3', { provider_id: '301' }), known('b', '03', { provider_id: '302' })], [record('301', '4'), record('302', '3'), record('305', '3')], [['301', 'a'], ['302', 'b']], ['305']],
] // biome-ignore format: one row a case

test.each(TABLE)('finds %s', (_says, issues, records, found, left = []) => {
  expect(match(issues, records)).toEqual({ found, left })
})

test.each([
  ['comic', {}, 'issue issue '],
  ['manga', {}, 'issue chapter '],
  ['manga', { unit: 'volume', number: '2' }, 'issue volume 2'],
  ['comic', { kind: 'annual', unit: 'chapter', number: '1' }, 'annual chapter 1'],
] as const)('in a %s %j counts as %p', (content, facts, place) => {
  const { kind, unit, number } = issueSlot(facts, content)
  expect(`${kind} ${unit} ${number}`).toBe(place)
})

test('an issue whose record is in another slice is not free for a record with its number', () => {
  const issues = [known('a', '3', { provider_id: '301' })]
  expect(match(issues, [record('305', '3')], [record('301', '3'), record('305', '3')])).toEqual({
    found: [],
    left: ['305'],
  })
})

describe('a moved number', () => {
  const move = (issues: IssueToMatch[], wanted: Record<string, string>) =>
    Object.fromEntries(
      applicableRenumbering(issues, new Map(Object.entries(wanted))).map(({ issue_id, number }) => [issue_id, number]),
    )

  test('is taken when it is free', () => expect(move([known('a', '1')], { a: '2' })).toEqual({ a: '2' }))
  test('stays when another issue has it', () => {
    expect(move([known('a', '1'), known('b', '2')], { a: '2' })).toEqual({})
  })
  test('is swapped', () => {
    expect(move([known('a', '1'), known('b', '2')], { a: '2', b: '1' })).toEqual({ a: '2', b: '1' })
  })
  test('follows one that moves away', () => {
    expect(move([known('a', '1'), known('b', '2')], { a: '2', b: '3' })).toEqual({ a: '2', b: '3' })
  })
  test('stays behind one that cannot move', () => {
    const issues = [known('a', '1'), known('b', '2'), known('c', '3')]
    expect(move(issues, { a: '2', b: '3' })).toEqual({})
  })
  test('stays behind one that cannot move, at the end of a long row', () => {
    const issues = Array.from({ length: 3000 }, (_, at) => known(`i${at}`, `${at}`))
    const wanted = Object.fromEntries(issues.slice(0, -1).map(({ issue_id }, at) => [issue_id, `${at + 1}`]))
    const begun = threadCpuMs()
    expect(move(issues, wanted)).toEqual({})
    expect(threadCpuMs() - begun).toBeLessThan(1000)
  })
  test('goes to the first of two', () => {
    expect(move([known('a', '1'), known('b', '2')], { a: '5', b: '5' })).toEqual({ a: '5' })
  })
  test('in another spelling is the same', () => expect(move([known('a', '½')], { a: '0.5' })).toEqual({}))
})
