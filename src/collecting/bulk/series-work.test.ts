import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Operation } from '../../base/work/operations'
import { addBatch, addChange } from '../../library/filing/store'
import { testDatabase } from '../../testing/database'
import { makeSeries } from '../../testing/make'
import { SeriesWork } from './series-work'
import type { BulkAction } from './states'
import * as store from './store'

const NOW = '2026-11-21T08:00:00.000Z'
type WorkDeps = ConstructorParameters<typeof SeriesWork>[0]
type Planned = { problem?: string }

let db: Database
let calls: unknown[][]
let operations: Map<string, Partial<Operation>>
let plan: { changes: Planned[]; others: Planned[] }
let work: SeriesWork
beforeEach(() => {
  db = testDatabase()
  calls = []
  operations = new Map()
  plan = { changes: [{}], others: [] }
  makeSeries(db)
  db.write((tx) => store.addItems(tx, 'bulk', ['harbor']))
  const made = (name: string, reply: object) =>
    (...args: unknown[]) => {
      calls.push([name, ...args])
      operations.set('made', { operation_id: 'made', state: 'succeeded', detail: null })
      return reply
    } // biome-ignore format: one glance
  work = new SeriesWork({
    db,
    operations: {
      active: (kind: string, subject: string) =>
        [...operations.values()].filter((each) => each.kind === kind && each.subject === subject),
      finished: async (id: string) => void calls.push(['settled', id]),
      find: (id: string) => operations.get(id),
    },
    renames: {
      preview: async () => ({ ...plan, fingerprint: 'f' }),
      previewMove: async () => plan,
      apply: made('apply', { operation_id: 'made' }),
      move: made('move', { operation_id: 'made' }),
    },
    batches: { undo: made('undo', { operation_id: 'made' }) },
    tagging: { all: made('tag', { job_id: 'made' }), convert: made('convert', { job_id: 'made' }) },
    refreshing: { refresh: made('refresh', { operation_id: 'made' }) },
  } as unknown as WorkDeps)
})
afterEach(() => db.close())

const item = () => store.findBulkItem(db.read, 'bulk', 0)!
const ran = (action: BulkAction, folder?: string, signal = new AbortController().signal) =>
  work.run(item(), { action, ...(folder !== undefined && { folder }) }, signal)
const set = (row: Partial<store.BulkItem>) => db.write((tx) => store.setItem(tx, item(), row))
const batch = (more: Partial<Parameters<typeof addBatch>[1]> = {}) =>
  db.write((tx) => addBatch(tx, { batch_id: 'b', kind: 'rename', state: 'done', comic_id: 'harbor', title: '2 files renamed', operation_id: 'made', created_at: NOW, ...more })) // biome-ignore format: one line
const change = (state: 'done' | 'failed', change_id: string = state) =>
  db.write((tx) => void addChange(tx, { change_id, batch_id: 'b', kind: 'move', state, file_id: 'f', from_path: '/a', to_path: '/b', changed_at: NOW })) // biome-ignore format: one line
const names = () => calls.map(([name]) => name)
const refusal = (of: Promise<unknown>) => of.then(() => 'none', (error) => (error instanceof Refusal ? error.detail : error)) // biome-ignore format: one line

describe('the work of a series', () => {
  test.each([
    ['write_metadata', 'tag', { comic_id: 'harbor' }],
    ['convert', 'convert', { comic_id: 'harbor' }],
    ['refresh', 'refresh', 'harbor'],
    ['rename', 'apply', 'harbor', 'f'],
    ['move', 'move', 'harbor', '/more'],
  ] as const)('of %s is an operation of its own, which the row names', async (action, ...call) => {
    expect(await ran(action, '/more')).toEqual({ state: 'done' })
    expect(calls).toEqual([[...call], ['settled', 'made']])
    expect(item().work_id).toBe('made')
  })

  test.each(['rename', 'move', 'write_metadata', 'convert', 'refresh'] as const)('is done here for %s', (action) => {
    expect(work.does(action)).toBe(true)
  })

  test('is done elsewhere for actions of one step', () => {
    for (const action of ['monitor', 'search', 'match', 'mark_read', 'delete'] as const)
      expect(work.does(action)).toBe(false)
  })

  test.each<[string, typeof plan, unknown]>([
    ['no file has to be renamed', { changes: [], others: [] }, { state: 'unchanged' }],
    ['only a file beside the comics has to be renamed', { changes: [], others: [{}] }, { state: 'done' }],
    ['some files cannot be renamed', { changes: [{ problem: 'In the way.' }, {}], others: [] }, { state: 'done' }],
  ])('when %s is decided by the plan', async (_what, of, outcome) => {
    plan = of
    expect(await ran('rename') as unknown).toEqual(outcome)
    expect(names()).toEqual((outcome as { state: string }).state === 'done' ? ['apply', 'settled'] : [])
  }) // biome-ignore format: a table

  test('is refused with the reason when no file can be renamed', async () => {
    plan = { changes: [{ problem: 'In the way.' }], others: [{ problem: 'Too long.' }] }
    expect(await refusal(ran('rename'))).toBe('In the way.')
    expect(names()).toEqual([])
  })
})

describe('work that the last process began', () => {
  test('is awaited by the id in the row', async () => {
    operations.set('old', { operation_id: 'old', state: 'succeeded', detail: null })
    set({ work_id: 'old' })
    await ran('rename')
    expect(calls).toEqual([['settled', 'old']])
  })

  test.each([
    ['rename', 'rename_files', 'harbor', true],
    ['rename', 'rename_files', 'other', false],
    ['rename', 'move_series', 'harbor', false],
    ['refresh', 'tag_files', 'harbor', false],
  ] as const)('and still runs is joined: %s by %s of %s, %p', async (action, kind, subject, isJoined) => {
    operations.set('old', { operation_id: 'old', kind, subject, state: 'succeeded', detail: null })
    await ran(action)
    expect(calls.at(-1)).toEqual(['settled', isJoined ? 'old' : 'made'])
  })

  test.each([
    ['rename', 'rename', NOW, NOW, true],
    ['rename', 'rename', '2026-11-21T07:59:59.999Z', NOW, false],
    ['rename', 'rename', NOW, null, false],
    ['rename', 'move_series', NOW, NOW, false],
    ['move', 'move_series', NOW, NOW, true],
    ['convert', 'convert', NOW, NOW, false],
  ] as const)('and ended unrecorded is found by its batch: %s, a batch of %s from %s, begun at %s: %p', async (action, kind, created_at, started_at, isOurs) => {
    operations.set('old', { operation_id: 'old', state: 'succeeded', detail: null })
    batch({ kind, created_at, operation_id: 'old' })
    set({ started_at })
    await ran(action, '/more')
    expect(calls.at(-1)).toEqual(['settled', isOurs ? 'old' : 'made'])
  }) // biome-ignore format: a table
})

describe('a process that stops', () => {
  test.each(['queued', 'running'] as const)('while the work is %s leaves the current series for the next start', async (state) => {
    operations.set('old', { operation_id: 'old', state })
    set({ work_id: 'old' })
    expect(await ran('rename', '', AbortSignal.abort())).toBeUndefined()
    expect(await work.undo(item(), 'b', AbortSignal.abort())).toBeUndefined()
    expect(await refusal(ran('rename'))).toBe('It stopped before it finished. See the log.')
  }) // biome-ignore format: one line
})

describe('the outcome of a series', () => {
  const ended = (more: Partial<Operation>) => {
    operations.set('made', { operation_id: 'made', state: 'succeeded', detail: null, ...more })
    set({ work_id: 'made' })
    return ran('write_metadata')
  }
  const results = (...states: [state: string, sentence: string | null][]) => ({ results: states.map(([state, sentence]) => ({ state, sentence })) }) // biome-ignore format: one line
  const undo = { undo: { batch_id: 'b' } }

  test.each<[string, Partial<Operation>, object]>([
    ['failed', { state: 'failed', error: 'The disk is full.' }, { state: 'failed', sentence: 'The disk is full.' }],
    ['cancelled', { state: 'cancelled', error: null }, { state: 'failed', sentence: 'It was cancelled.' }],
    ['done without files', { detail: results() }, { state: 'done' }],
    ['unchanged', { detail: results(['unchanged', null], ['done', null]) }, { state: 'unchanged' }],
    ['half done', { detail: results(['done', null], ['failed', null], ['failed', 'No room.']) }, { state: 'failed', sentence: '2 files could not be changed. No room.' }],
    ['half done without a reason', { detail: results(['failed', null]) }, { state: 'failed', sentence: '1 file could not be changed.' }],
  ])('is %s', async (_what, operation, outcome) => {
    expect(await ended(operation) as unknown).toEqual(outcome)
  }) // biome-ignore format: a table

  test('with changed files names the batch, for an undo', async () => {
    batch()
    change('done')
    expect(await ended({})).toEqual({ state: 'done', sentence: '2 files renamed.', ...undo })
    expect(await ended({ state: 'failed', error: 'No.' })).toEqual({ state: 'failed', sentence: 'No.', ...undo })
  })

  test('counts the files that its batch could not change', async () => {
    batch()
    for (const id of ['one', 'two']) change('failed', id)
    const sentence = '2 files could not be changed.'
    expect(await ended({ detail: results(['failed', null]) })).toEqual({ state: 'failed', sentence, ...undo })
  })
})

describe('an undo of a batch', () => {
  const undone = (signal = new AbortController().signal) => work.undo(item(), 'b', signal)
  const ended = (more: Partial<Operation>) => operations.set('old', { operation_id: 'old', kind: 'undo_files', subject: 'b', state: 'succeeded', detail: { failed: [] }, ...more }) // biome-ignore format: one line

  test('is an operation that the row names', async () => {
    batch()
    const outcome = undone()
    operations.set('made', { operation_id: 'made', state: 'succeeded', detail: { failed: [] } })
    expect(await outcome).toEqual({ state: 'done' })
    expect([calls, item().work_id]).toEqual([[['undo', 'b'], ['settled', 'made']], 'made']) // biome-ignore format: one line
  })

  test('that is already done counts as done', async () => {
    batch({ state: 'undone' })
    expect(await undone()).toEqual({ state: 'done' })
    expect(calls).toEqual([])
  })

  test('that the row names is awaited, though its batch is already undone', async () => {
    batch({ state: 'undone' })
    ended({ detail: { failed: [{ path: '/a', error: 'It is gone.' }] } })
    set({ work_id: 'old' })
    expect(await undone()).toEqual({ state: 'failed', sentence: 'It is gone.' })
  })

  test.each<[string, Partial<Operation>, object]>([
    ['that still runs is joined', {}, { state: 'done' }],
    ['that failed gives the reason', { state: 'failed', error: 'No.' }, { state: 'failed', sentence: 'No.' }],
    ['that was cancelled says so', { state: 'cancelled', error: null }, { state: 'failed', sentence: 'It was cancelled.' }],
  ])('%s', async (_what, operation, outcome) => {
    batch()
    ended(operation)
    expect(await undone() as unknown).toEqual(outcome)
    expect(calls).toEqual([['settled', 'old']])
  }) // biome-ignore format: a table
})
