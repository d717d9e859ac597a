import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { Operations } from '../../base/work/operations'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeSeries } from '../../testing/make'
import { BulkOperations } from './service'
import { BULK, BULK_UNDO } from './states'
import * as store from './store'

/** Operations that end when the test ends them. */
let db: Database
let operations: Operations
let bulk: BulkOperations
let end: () => void
let clock: ReturnType<typeof fakeClock>
beforeEach(() => {
  clock = fakeClock()
  db = testDatabase()
  for (const [comic_id, name] of [['a', 'Copper Orchard'], ['b', 'Harbor Lights'], ['c', 'Winter Engine']] as const) makeSeries(db, { comic_id, name }) // biome-ignore format: one line
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  operations = new Operations({ db, clock, random: systemRandom, log: silent })
  const ended = Promise.withResolvers<void>()
  end = ended.resolve
  for (const kind of [BULK, BULK_UNDO, 'other']) operations.handle(kind, { run: () => ended.promise })
  bulk = new BulkOperations({
    db,
    clock,
    operations,
    roots: () => [],
    providers: { serving: () => [] },
    quick: {} as never,
  })
})
afterEach(async () => {
  end()
  await operations.idle()
  db.close()
})

const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as { detail: string }).detail
  }
  return 'none'
}
const begin = (ids = ['a', 'b', 'a', 'none']) => bulk.begin({ action: 'monitor', ids })
const idle = async () => {
  end()
  await operations.idle()
}
const set = (id: string, at: number, row: Partial<store.BulkItem>) => db.write((tx) => store.setItem(tx, store.findBulkItem(db.read, id, at)!, row)) // biome-ignore format: one line
const done = (id: string, at = 0) => set(id, at, { state: 'done', undo: { status: 'active' } })
const RUNNING = 'Another bulk operation is running. Wait for it to finish, or cancel it.'

describe('a bulk operation', () => {
  test('has each series of the library once', () => {
    const { operation_id, series } = begin()
    expect(series).toBe(2)
    expect(bulk.detail(operation_id, {}).items.map(({ name, state }) => [name, state])).toEqual([['Copper Orchard', 'waiting'], ['Harbor Lights', 'waiting']]) // biome-ignore format: one line
  })

  test.each([
    [{ action: 'move', ids: ['a'] }, 'Choose the folder to move to.'],
    [{ action: 'monitor', ids: ['none'] }, 'None of these series is in the library.'],
  ] as const)('of %o does not begin', (body, detail) => {
    expect(refusal(() => bulk.begin({ ...body, ids: [...body.ids] }))).toBe(detail)
    expect(bulk.latest()).toEqual({ operation: null })
  })

  test('does not begin while another runs or is undone', async () => {
    const { operation_id } = begin()
    expect(refusal(begin)).toBe(RUNNING)
    await idle()
    done(operation_id)
    const again = Promise.withResolvers<void>()
    operations.handle(BULK_UNDO, { run: () => again.promise })
    bulk.undo(operation_id)
    expect([refusal(begin), refusal(() => bulk.undo(operation_id))]).toEqual([RUNNING, RUNNING])
    expect(bulk.latest().operation).toMatchObject({ operation_id, undoing: true, undoable: 0 })
    again.resolve()
    await operations.idle()
    expect(bulk.latest().operation?.undoing).toBe(false)
  })

  test('can be undone after its end, if any part of it can be', async () => {
    const { operation_id } = begin()
    done(operation_id)
    expect(bulk.latest().operation).toMatchObject({ state: 'queued', undoable: 0 })
    expect(refusal(() => bulk.undo(operation_id))).toBe('This operation is still running. Cancel it first.')
    await idle()
    set(operation_id, 0, { undo: null })
    expect(refusal(() => bulk.undo(operation_id))).toBe('There is nothing to undo.')
    done(operation_id)
    expect(bulk.latest().operation).toMatchObject({ undoable: 1 })
    bulk.undo(operation_id)
    expect(bulk.detail(operation_id, {}).items.map(({ state }) => state)).toEqual(['undoing', 'waiting'])
  })

  test('is cancelled once, and unknown ones are not found', async () => {
    const { operation_id } = begin()
    const other = operations.enqueue({ kind: 'other', subject: 's', payload: {} }).operation_id
    for (const id of ['none', other])
      for (const work of [() => bulk.cancel(id), () => bulk.undo(id), () => bulk.detail(id, {})])
        expect(refusal(work)).toBe('Operation not found.')
    expect(bulk.cancel(operation_id)).toEqual({ success: true })
    expect(refusal(() => bulk.cancel(operation_id))).toBe('This operation has ended already.')
  })

  test('counts the series by state, and lists those of one state', () => {
    const { operation_id } = begin(['a', 'b', 'c'])
    for (const [at, state] of (['done', 'failed', 'undone'] as const).entries()) set(operation_id, at, { state })
    expect(bulk.detail(operation_id, {}).operation).toMatchObject({ total: 3, done: 2, failed: 1, unchanged: 0, undone: 1 }) // biome-ignore format: one line
    expect(bulk.detail(operation_id, {}).pagination).toMatchObject({ limit: 50, offset: 0, total: 3 })
    const failed = bulk.detail(operation_id, { state: 'failed' })
    expect([failed.items.map(({ comic_id }) => comic_id), failed.pagination]).toMatchObject([['b'], { total: 1 }])
    const page = bulk.detail(operation_id, { limit: 1, offset: 1 })
    expect([page.items.map(({ comic_id }) => comic_id), page.pagination]).toMatchObject([['b'], { total: 3, has_more: true }]) // biome-ignore format: one line
  })

  test.each([
    [90, 2],
    [91, 0],
  ])('is kept for 90 days: after %p it has %p series', async (days, count) => {
    const { operation_id } = begin()
    await idle()
    clock.jump(`${days} d`)
    bulk.prune()
    expect(bulk.detail(operation_id, {}).items).toHaveLength(count)
  })
})

test('a preview counts each series once, a hundred at a time, and those that need no change', async () => {
  const ids = Array.from({ length: 250 }, (_, at) => makeSeries(db, { comic_id: `s${at}`, name: `S${at}`, status: at % 2 === 0 ? 'paused' : 'active' })) // biome-ignore format: one line
  expect(await bulk.preview({ action: 'monitor', ids: [...ids, ...ids] })).toEqual({ action: 'monitor', series: 125, skipped: 125, files: 0, bytes: 0, issues: 0 }) // biome-ignore format: one line
})
