import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import type { NewOperation, Operations, Tools } from '../../base/work/operations'
import { testDatabase } from '../../testing/database'
import type { BatchMover } from './batch-mover'
import type { MetadataRestorer } from './change-steps'
import { FileBatches } from './file-batches'
import type { FileJournal } from './journal'
import type { UndoOptions } from './requests'
import type { BatchState, ChangeState } from './states'
import { addBatch, addChange } from './store'

const AT = '2026-11-21T10:00:00.000Z'
let db: Database
let queued: NewOperation[]
let done: unknown[]
let batches: FileBatches
beforeEach(() => {
  db = testDatabase()
  ;[queued, done] = [[], []]
  const operations = {
    enqueue: (operation: NewOperation) => {
      queued.push(operation)
      return { operation_id: 'op' }
    },
  } as unknown as Operations
  const journal = {
    undoBatch: async (batch: string, renote: unknown, { signal, onEach }: UndoOptions) => {
      done.push(['undo', batch, renote, signal])
      onEach?.(1, 2)
      return { undone: 1, failed: [] }
    },
    endBatch: (batch: string) => void done.push(['end', batch]),
  } as unknown as FileJournal
  const tidyAfterUndo = async (...input: unknown[]) => void done.push(['tidy', ...input])
  batches = new FileBatches({ db, operations, journal, mover: { tidyAfterUndo } as unknown as BatchMover })
})
afterEach(() => db.close())

const put = (batch_id: string, state: BatchState = 'done', comic_id = 'harbor') =>
  db.write((tx) => addBatch(tx, { batch_id, kind: 'rename', title: batch_id, state, comic_id, created_at: AT }))
const change = (change_id: string, batch_id: string, state: ChangeState, error: string | null = null) =>
  db.write((tx) => {
    const row = { kind: 'move', file_id: 'f', from_path: '/a', to_path: '/b', changed_at: AT } as const
    return addChange(tx, { ...row, change_id, batch_id, state, error })
  })

describe('a list of batches', () => {
  test('counts the changes of each, also of an empty one', () => {
    for (const id of ['one', 'two']) put(id)
    change('1', 'two', 'done')
    change('2', 'two', 'failed')
    const { batches: listed, pagination } = batches.list('harbor', { offset: 0 })
    expect(listed.map(({ batch_id, counts }) => [batch_id, counts])).toEqual([
      ['two', { done: 1, failed: 1 }],
      ['one', {}],
    ])
    expect(pagination).toEqual({ total: 2, limit: 50, offset: 0, has_more: false })
  })

  test('has fifty rows by default', () => {
    for (let n = 0; n < 52; n++) put(`${n}`)
    expect(batches.list(undefined, { offset: 0 }).batches).toHaveLength(50)
    expect(batches.list(undefined, { offset: 51, limit: 9 }).batches.map(({ batch_id }) => batch_id)).toEqual(['0'])
    expect(batches.list('other', { offset: 0 }).pagination).toMatchObject({ total: 0 })
  })
})

test('a batch is returned with its changes', () => {
  put('one')
  expect(batches.detail('one')).toMatchObject({ batch_id: 'one', counts: {}, changes: [] })
  change('1', 'one', 'failed', 'The disk is full.')
  expect(batches.detail('one')).toMatchObject({
    counts: { failed: 1 },
    changes: [
      {
        change_id: '1',
        kind: 'move',
        state: 'failed',
        file_id: 'f',
        from: '/a',
        to: '/b',
        error: 'The disk is full.',
        at: AT,
      },
    ],
  })
  expect(() => batches.detail('gone')).toThrow('File change not found.')
})

describe('undo', () => {
  test.each(['done', 'partial', 'undoing'] as const)('of a batch that is %s is queued', (state) => {
    put('one', state)
    expect(batches.undo('one')).toEqual({ success: true, operation_id: 'op' })
    expect(queued).toEqual([{ kind: 'undo_files', subject: 'one', payload: { batch_id: 'one' } }])
  })

  test.each([
    ['undone', 'This was already undone.'],
    ['running', 'This is still running.'],
    ['planned', 'This is still running.'],
  ] as const)('of a batch that is %s is refused', (state, sentence) => {
    put('one', state)
    expect(() => batches.undo('one')).toThrow(sentence)
    expect(queued).toEqual([])
  })

  test('runs with the writer for older metadata, is reported, and tidies up afterwards', async () => {
    put('one')
    const renote: MetadataRestorer = async () => {}
    batches.restoreMetadata = renote
    const { signal } = new AbortController()
    const reports: unknown[] = []
    const report = (...input: unknown[]) => reports.push(input)
    const result = await batches.run({ batch_id: 'one' }, { signal, report } as unknown as Tools)
    expect(result).toEqual({ batch_id: 'one', undone: 1, failed: [] })
    expect(done).toEqual([
      ['undo', 'one', renote, signal],
      ['tidy', 'one', 'harbor'],
    ])
    expect(reports).toEqual([[0.5, { batch_id: 'one', comic_id: 'harbor', done: 1, total: 2 }]])
  })

  test('that ended early leaves its batch ended', () => {
    batches.ended({ batch_id: 'one' })
    expect(done).toEqual([['end', 'one']])
  })
})
