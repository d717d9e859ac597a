import { expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { fileEventsOf } from './history'
import { addBatch, addChange, type NewFileChangeRow } from './store'

const AT = '2026-11-21T10:00:00.000Z'

/** The journal lines for one library file with these changes. */
function historyOf(...changes: Partial<NewFileChangeRow>[]): string[] {
  const db = testDatabase()
  db.write((tx) => {
    addBatch(tx, { batch_id: 'b', kind: 'rename', state: 'done', title: 'Changed', created_at: AT })
    for (const [at, change] of changes.entries())
      addChange(tx, {
        change_id: `c${at}`,
        batch_id: 'b',
        kind: 'move',
        state: 'done',
        file_id: 'f',
        from_path: '/a/Old 1.cbz',
        to_path: '/a/New 001.cbz',
        changed_at: AT,
        ...change,
      })
  })
  const sentences = fileEventsOf(db.read, ['f']).map(({ sentence }) => sentence)
  db.close()
  return sentences
}

test('a renamed file is listed with its old and its new name', () => {
  expect(historyOf({})).toEqual(['Old 1.cbz was renamed to New 001.cbz.'])
  expect(historyOf({ to_path: '/b/Old 1.cbz' })).toEqual(['Old 1.cbz moved to /b.'])
  expect(historyOf({ kind: 'replace', from_path: '/a/x.cbr', to_path: '/a/x.cbz' })).toEqual([
    'x.cbr was converted to x.cbz.',
  ])
  expect(historyOf({ kind: 'note', to_path: '/a/Old 1.cbz' })).toEqual(['Metadata was written to Old 1.cbz.'])
})

test('an undone change is listed as undone, and one that never happened is not listed', () => {
  expect(historyOf({ state: 'undone' })).toEqual(['New 001.cbz was renamed back to Old 1.cbz.'])
  expect(historyOf({ state: 'undone', to_path: '/b/Old 1.cbz' })).toEqual(['Old 1.cbz moved back to /a.'])
  expect(historyOf({ state: 'failed' }, { state: 'planned' }, { state: 'started' }, { file_id: 'other' })).toEqual([])
})

test('imports and rewrites are listed as such, and as undone', () => {
  const to = { from_path: '/inbox/x.cbr', to_path: '/a/x.cbz' }
  expect(historyOf({ kind: 'arrive', ...to })).toEqual(['x.cbr was imported as x.cbz.'])
  expect(historyOf({ kind: 'arrive', ...to, state: 'undone' })).toEqual(['x.cbz was removed from the library again.'])
  expect(historyOf({ kind: 'replace', ...to, state: 'undone' })).toEqual(['x.cbr replaced x.cbz again.'])
  expect(historyOf({ kind: 'note', state: 'undone' })).toEqual(['Metadata written to Old 1.cbz was undone.'])
})

test('several changes are listed in order', () => {
  const later = { kind: 'note', from_path: '/a/New 001.cbz', to_path: '/a/New 001.cbz' } as const
  expect(historyOf({ ...later, changed_at: '2026-11-21T11:00:00.000Z' }, {})).toEqual([
    'Old 1.cbz was renamed to New 001.cbz.',
    'Metadata was written to New 001.cbz.',
  ])
})
