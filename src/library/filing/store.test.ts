import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile } from '../../testing/make'
import type { ChangeState } from './states'
import * as store from './store'

/** Several batches and changes at once: a query for one never returns rows of another. */

const T = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const putBatch = (batch_id: string, more: Partial<store.NewFileBatchRow> = {}) =>
  db.write((tx) => {
    const row = { kind: 'rename', title: batch_id, state: 'done', created_at: T(1) } as const
    store.addBatch(tx, { ...row, batch_id, comic_id: 'harbor', ...more } as store.NewFileBatchRow)
  })
const putChange = (
  change_id: string,
  batch_id: string,
  state: ChangeState,
  more: Partial<store.NewFileChangeRow> = {},
) =>
  db.write((tx) => {
    const row = { kind: 'move', file_id: 'f', from_path: '/a', to_path: '/b' } as const
    return store.addChange(tx, { ...row, change_id, batch_id, state, ...more } as store.NewFileChangeRow)
  })
const ids = (rows: readonly store.FileChangeRow[]) => rows.map(({ change_id }) => change_id)

describe('batches', () => {
  beforeEach(() => {
    putBatch('a', { operation_id: 'op' })
    putBatch('b', { state: 'running', operation_id: 'other' })
    putBatch('c', { comic_id: 'copper', created_at: T(2) })
  })
  const list = (comicId?: string, limit = 9, offset = 0) =>
    store.batchesOf(db.read, comicId, limit, offset).map(({ batch_id }) => batch_id)

  test('are listed newest first, of one series or all', () => {
    expect(list()).toEqual(['c', 'b', 'a'])
    expect(list('harbor')).toEqual(['b', 'a'])
    expect(list(undefined, 1, 1)).toEqual(['b'])
    expect(['harbor', 'copper', 'none', undefined].map((id) => store.countBatches(db.read, id))).toEqual([2, 1, 0, 3])
  })

  test('are found by id, operation and state, and changed separately', () => {
    expect(store.findBatch(db.read, 'a')?.batch_id).toBe('a')
    expect(store.batchOfOperation(db.read, 'op')?.batch_id).toBe('a')
    expect(store.batchOfOperation(db.read, 'none')).toBeUndefined()
    expect(store.batchesIn(db.read, 'running').map(({ batch_id }) => batch_id)).toEqual(['b'])
    db.write((tx) => store.setBatch(tx, 'a', { state: 'undone' }))
    expect(['a', 'b', 'c'].map((id) => store.findBatch(db.read, id)?.state)).toEqual(['undone', 'running', 'done'])
  })

  test('are deleted with their changes, and no others', () => {
    putChange('1', 'a', 'done')
    putChange('2', 'b', 'done')
    db.write((tx) => store.dropBatch(tx, 'a'))
    expect([list(), ids(store.changesOf(db.read, 'a')), ids(store.changesOf(db.read, 'b'))]).toEqual([
      ['c', 'b'],
      [],
      ['2'],
    ])
  })

  test('count the states of their changes', () => {
    putChange('1', 'a', 'done')
    putChange('2', 'a', 'done')
    putChange('3', 'a', 'failed')
    putChange('4', 'b', 'started')
    putChange('5', 'c', 'done')
    expect(Object.fromEntries(store.countStates(db.read, ['a', 'b']))).toEqual({
      a: { done: 2, failed: 1 },
      b: { started: 1 },
    })
  })
})

describe('changes', () => {
  beforeEach(() => {
    putBatch('a')
    putBatch('b')
  })

  test('are added at the end of their batch', () => {
    const positions = [putChange('1', 'a', 'done'), putChange('2', 'b', 'done'), putChange('3', 'a', 'done')]
    expect(positions.map(({ position }) => position)).toEqual([1, 1, 2])
    expect(ids(store.changesOf(db.read, 'a'))).toEqual(['1', '3'])
  })

  test('are changed and dropped separately', () => {
    putChange('1', 'a', 'started')
    putChange('2', 'a', 'started')
    putChange('3', 'a', 'done')
    expect(db.write((tx) => store.setChange(tx, '1', { state: 'failed' }))).toMatchObject({
      change_id: '1',
      state: 'failed',
    })
    expect(ids(store.changesIn(db.read, 'started'))).toEqual(['2'])
    db.write((tx) => store.dropChange(tx, '3'))
    expect([ids(store.changesOf(db.read, 'a')), store.findChange(db.read, '3')]).toEqual([['1', '2'], undefined])
  })

  test('of files are those that took effect, or are active', () => {
    const states: ChangeState[] = ['planned', 'started', 'done', 'failed', 'undone', 'undo_failed']
    for (const [at, state] of states.entries()) putChange(state, 'a', state, { changed_at: T(9 - at) })
    putChange('other', 'a', 'done', { file_id: 'g', changed_at: T(1) })
    putChange('other started', 'a', 'started', { file_id: 'g' })
    expect(ids(store.finishedOf(db.read, ['f']))).toEqual(['undo_failed', 'undone', 'done'])
    expect(ids(store.finishedOf(db.read, ['f', 'g']))[0]).toBe('other')
    expect(ids(store.startedOf(db.read, 'f'))).toEqual(['started'])
  })

  test('of an import are the last of the file, and name its source while the import is active', () => {
    const file_id = makeFile(db, { file_id: 'f', path: '/library/1.cbz' })
    const arrived = { kind: 'arrive', file_id, from_path: '/inbox/1.cbz', to_path: '/library/1.cbz' } as const
    const source = () => store.importSource(db.read, '/library/1.cbz')
    expect([store.findImportChange(db.read, 'f'), source()]).toEqual([undefined, undefined])
    putChange('first', 'a', 'done', { ...arrived, from_path: '/inbox/older.cbz' })
    putChange('last', 'a', 'done', arrived)
    putChange('moved', 'a', 'done', { file_id })
    putChange('other', 'a', 'done', { ...arrived, file_id: 'g', from_path: '/inbox/2.cbz' })
    expect([store.findImportChange(db.read, 'f')?.change_id, source()]).toEqual(['last', '/inbox/1.cbz'])
    db.write((tx) => store.setChange(tx, 'last', { to_path: '/library/elsewhere.cbz' }))
    expect(source()).toBeUndefined()
    db.write((tx) => store.setChange(tx, 'last', { to_path: '/library/1.cbz', state: 'undone' }))
    expect([source(), store.importSource(db.read, '/library/none.cbz')]).toEqual([undefined, undefined])
  })

  test('keep old files until they end, the oldest first', () => {
    const kept = (id: string, state: ChangeState, hour: number, kept_path: string | null = `/kept/${id}`) =>
      putChange(id, 'a', state, { changed_at: T(hour), kept_path })
    kept('done', 'done', 3)
    kept('undone', 'undone', 2)
    kept('undo_failed', 'undo_failed', 1)
    kept('started', 'started', 1)
    kept('failed', 'failed', 1)
    kept('gone', 'done', 1, null)
    kept('young', 'done', 4)
    expect(ids(store.keptBefore(db.read, T(4)))).toEqual(['undo_failed', 'undone', 'done'])
  })
})
