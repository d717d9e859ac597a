import { expect, test } from 'bun:test'
import type { ReleaseRecord } from '../../library/metadata/providers/provider'
import { acceptWeek } from './accept-week'

const week = { first: '2026-11-15', last: '2026-11-21' }
const record = (id: string, day = '2026-11-18', more: Partial<ReleaseRecord> = {}): ReleaseRecord => ({
  id,
  day,
  series: 'Harbor Lights',
  kind: 'issue',
  unit: 'issue',
  number: id,
  series_ids: {},
  issue_ids: {},
  ...more,
})
const many = (count: number, day?: string) => Array.from({ length: count }, (_, at) => record(`${day ?? ''}${at}`, day))
const accepted = (records: ReleaseRecord[], kept = 0) => {
  const answer = acceptWeek(records, { week, label: 'The list', kept })
  return 'ok' in answer ? answer.ok.length : answer.failure
}

test.each([
  ['its Sunday', '2026-11-15', 1],
  ['its Saturday', '2026-11-21', 1],
])('%s belongs to the week', (_what, day, count) => {
  expect(accepted([record('1', day)])).toBe(count)
})

test('releases of other days are left out, and a list that is mostly of other weeks is refused', () => {
  expect(accepted([...many(2), ...many(2, '2026-11-22')])).toBe(2)
  expect(accepted([...many(2), ...many(3, '2026-11-14')])).toBe('wrong_week')
})

test('a week may shrink, but not to less than a tenth or to nothing', () => {
  expect(accepted(many(10), 100)).toBe(10)
  expect(accepted(many(9), 100)).toBe('empty')
  expect(accepted([], 1)).toBe('empty')
  expect(accepted([], 0)).toBe(0)
})

test.each([
  ['without a name', { series: '' }],
  ['with a day that does not exist', { day: '2026-11-31' }],
  ['with half a day', { day: '2026-11' }],
  ['with a name as long as a page', { series: 'x'.repeat(301) }],
  ['with a number as long as a line', { number: '1'.repeat(41) }],
  ['without an id', { id: '' }],
])('a release %s is left out, and a list of nothing else is refused', (_what, more) => {
  expect(accepted([record('1'), record('2', undefined, more)])).toBe(1)
  expect(accepted([record('2', undefined, more)])).toBe('unreadable')
})

test.each([
  ['a name', { series: 'x'.repeat(300) }],
  ['a number', { number: '1'.repeat(40) }],
  ['an id', { id: 'i'.repeat(255) }],
])('%s may be that long', (_what, more) => {
  expect(accepted([record('2', undefined, more)])).toBe(1)
})

test('an id that is too long is ignored, and a name that makes it too long is cut', () => {
  expect(accepted([record('i'.repeat(256))])).toBe('unreadable')
  const id = 'i'.repeat(250)
  const answer = acceptWeek([record(id, undefined, { number: '1' }), record(id, undefined, { number: '2' })], { week, label: 'The list', kept: 0 }) // biome-ignore format: one line
  expect('ok' in answer && answer.ok.map((each) => each.id)).toEqual([id, `${id} harb`])
})

test('a list of other days only counts as another week, and half of it does not', () => {
  expect(accepted(many(1, '2026-11-22'))).toBe('wrong_week')
  expect(accepted([...many(3), ...many(3, '2026-11-22')])).toBe(3)
})

test('two releases with one id from a source are both kept, and recognised the next time', () => {
  const one = [record('7', undefined, { number: '1' }), record('7', undefined, { series: 'Night Tide', number: '1' })]
  const idsOf = (records: ReleaseRecord[]) => {
    const answer = acceptWeek(records, { week, label: 'The list', kept: 0 })
    return 'ok' in answer ? answer.ok.map(({ id, series }) => [id, series]) : []
  }
  const ids = [['7', 'Harbor Lights'], ['7 nighttide issue issue 1', 'Night Tide']] // biome-ignore format: one line
  expect(idsOf(one)).toEqual(ids)
  expect(idsOf([...one, ...one])).toEqual(ids)
})

test('a release is kept once, and no week has thousands', () => {
  expect(accepted([record('1'), record('1')])).toBe(1)
  expect(accepted(many(3000))).toBe(3000)
  expect(accepted(many(3001))).toBe('unreadable')
})
