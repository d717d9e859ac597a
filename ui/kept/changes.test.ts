import { expect, test } from 'bun:test'
import { type Allowed, changesOf } from './changes'
import type { Copy } from './copies'

const copy = (issue_id: string, version = 'v1') =>
  ({
    user_id: 'mia',
    issue: { issue_id, version, progress: null, place: null, bookmarks: [] },
    state: 'whole',
  }) as unknown as Copy
const allowed = (issue_id: string, more = {}) => ({
  issue_id,
  version: 'v1',
  progress: null,
  place: null,
  bookmarks: [],
  ...more,
})
const changes = (copies: Copy[], ...issues: Allowed['issues']) => {
  const { removed, outdated, updated } = changesOf(copies, { may_keep: issues.length > 0, issues })
  return [removed, outdated, updated].map((some) => some.map(({ issue }) => issue.issue_id))
}

test('a copy that is no longer in the list is removed', () => {
  expect(changes([copy('a'), copy('b')], allowed('b'))).toEqual([['a'], [], []])
  expect(changes([copy('a'), copy('b')])).toEqual([['a', 'b'], [], []])
})

test('a copy of a replaced file is outdated, and reading and bookmarks elsewhere update a copy', () => {
  const bookmarks = [{ page: 2, note: 'The lighthouse', created_at: '2026-11-29T10:00:00.000Z' }]
  const progress = { page: 3, completed: false, percent: 0.5, read_at: '2026-11-29T10:00:00.000Z', device: null }
  expect(
    changes(
      [copy('a'), copy('b'), copy('c'), copy('d')],
      allowed('a', { version: 'v2' }),
      allowed('b', { progress }),
      allowed('c'),
      allowed('d', { bookmarks }),
    ),
  ).toEqual([[], ['a'], ['b', 'd']])
  const [updated] = changesOf([copy('b')], { may_keep: true, issues: [allowed('b', { progress })] }).updated
  expect(updated?.issue.progress).toEqual(progress)
  const [marked] = changesOf([copy('d')], { may_keep: true, issues: [allowed('d', { bookmarks })] }).updated
  expect(marked?.issue.bookmarks).toEqual(bookmarks)
})
