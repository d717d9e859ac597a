import { expect, test } from 'bun:test'
import { type Allowed, changesOf } from './changes'
import type { Copy } from './copies'

const copy = (issue_id: string, version = 'v1') =>
  ({ user_id: 'mia', issue: { issue_id, version, progress: null, place: null }, state: 'whole' }) as unknown as Copy
const allowed = (issue_id: string, more = {}) => ({ issue_id, version: 'v1', progress: null, place: null, ...more })
const changes = (copies: Copy[], ...issues: Allowed['issues']) => {
  const { removed, outdated, updated } = changesOf(copies, { may_keep: issues.length > 0, issues })
  return [removed, outdated, updated].map((some) => some.map(({ issue }) => issue.issue_id))
}

test('a copy that is no longer in the list is removed', () => {
  expect(changes([copy('a'), copy('b')], allowed('b'))).toEqual([['a'], [], []])
  expect(changes([copy('a'), copy('b')])).toEqual([['a', 'b'], [], []])
})

test('a copy of a replaced file is outdated, and reading elsewhere updates a copy', () => {
  const progress = { page: 3, completed: false, percent: 0.5, read_at: '2026-11-29T10:00:00.000Z', device: null }
  expect(
    changes(
      [copy('a'), copy('b'), copy('c')],
      allowed('a', { version: 'v2' }),
      allowed('b', { progress }),
      allowed('c'),
    ),
  ).toEqual([[], ['a'], ['b']])
  const [updated] = changesOf([copy('b')], { may_keep: true, issues: [allowed('b', { progress })] }).updated
  expect(updated?.issue.progress).toEqual(progress)
})
