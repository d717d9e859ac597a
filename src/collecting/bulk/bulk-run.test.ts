import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { DISK_FULL } from '../../base/storage/write-errors'
import type { Tools } from '../../base/work/operations'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeSeries } from '../../testing/make'
import { type BulkDeps, BulkRun, runGuarded } from './bulk-run'
import { BulkUndo } from './bulk-undo'
import type { ItemOutcome } from './outcome'
import type { BulkPayload } from './states'
import type { BulkItem } from './store'
import * as store from './store'

const ITEM = { comic_id: 'harbor' } as BulkItem
const coded = (code: string) => Object.assign(new Error(code), { code })

async function outcomeOf(error: Error) {
  const log: unknown[] = []
  const silent = () => {}
  const work = () => Promise.reject(error)
  const outcome = await runGuarded(ITEM, { debug: silent, info: silent, warn: silent, error: (...of) => void log.push(of) }, work) // biome-ignore format: one line
  return [outcome?.state, outcome?.sentence, log.length]
}

test.each([
  ['a refusal, as a sentence', new Refusal('conflict', 'Not now.'), 'Not now.', 0],
  ['a full disk, as a sentence', coded('SQLITE_FULL'), DISK_FULL, 0],
  ['an internal error, which the log explains', new Error('secret'), 'Internal error. See the log.', 1],
])('a series fails with %s', async (_name, error, sentence, lines) => {
  expect(await outcomeOf(error)).toEqual(['failed', sentence, lines])
})

test.each(['SQLITE_BUSY', 'SQLITE_LOCKED_SHAREDCACHE'])('a locked library is not an outcome: the series waits (%s)', async (code) => {
  await expect(outcomeOf(coded(code))).rejects.toThrow(code)
}) // biome-ignore format: one line

/** Two series, with the work done by the test. */
let db: Database
let work: (comicId: string) => Promise<ItemOutcome | undefined>
let calls: unknown[][]
let reports: [progress: number, detail: unknown][]
let stopping: AbortController
let deps: BulkDeps
const clock = fakeClock()
beforeEach(() => {
  db = testDatabase()
  for (const [comic_id, name] of [['a', 'Copper Orchard'], ['b', 'Harbor Lights']] as const) makeSeries(db, { comic_id, name }) // biome-ignore format: one line
  db.write((tx) => {
    store.addItems(tx, 'bulk', ['a', 'b'])
    tx.run(sql`insert into operations (operation_id, kind, subject, payload, state, created_at) values ('bulk', 'bulk', 's', '{}', 'running', '')`)
  }) // biome-ignore format: one line
  calls = []
  reports = []
  stopping = new AbortController()
  work = async () => ({ state: 'done' })
  const call = (name: string) => (...args: unknown[]) => void calls.push([name, ...args])
  deps = {
    db,
    clock,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    quick: {
      run: (action: string, comicId: string) => {
        calls.push([action, comicId])
        return work(comicId)
      },
      undoStatus: call('status'),
      unlink: call('unlink'),
    },
    work: {
      does: (action: string) => action === 'rename',
      run: (item: BulkItem, { action }: BulkPayload) => {
        calls.push([`work ${action}`, item.comic_id])
        return work(item.comic_id)
      },
      undo: (item: BulkItem, batchId: string) => {
        calls.push(['undo', item.comic_id, batchId])
        return work(item.comic_id)
      },
    },
    deletion: {
      run: (item: BulkItem, withFiles: boolean) => {
        calls.push(['delete', item.comic_id, withFiles])
        return work(item.comic_id)
      },
      cancel: async ({ comic_id }: BulkItem) => {
        calls.push(['cancel', comic_id])
        return ' 1 file stayed.'
      },
      restoreRows: ({ comic_id }: BulkItem) => void calls.push(['restore', comic_id]),
      markLeft: call('mark left'),
    },
  } as unknown as BulkDeps
}) // biome-ignore format: one glance
afterEach(() => db.close())

const tools = (): Tools => ({
  operation_id: 'bulk',
  signal: stopping.signal,
  report: (progress, detail) => void reports.push([progress, detail]),
  persist: async (of) => db.write(of as never),
})
const run = (order: Partial<BulkPayload> = {}) => new BulkRun(deps).run({ action: 'monitor', ...order }, tools())
const items = () => store.itemsOfBulk(db.read, 'bulk', undefined, { limit: 9, offset: 0 })
const states = () => items().map(({ state, sentence }) => [state, sentence])
const set = (at: number, row: Partial<BulkItem>) => db.write((tx) => store.setItem(tx, items()[at]!, row))
/** Counts the turns of the event loop. */
function turns(): () => number {
  let count = 0
  const next = () => setImmediate(() => {
    count++
    if (!stopping.signal.aborted) next()
  })
  next()
  return () => count
} // biome-ignore format: one glance

describe('a bulk operation', () => {
  test.each([
    ['mark_read', 'ann', 'ann'],
    ['mark_unread', undefined, 'owner'],
    ['monitor', 'ann', 'owner'],
  ] as const)('%s by %p changes what is read by %s', async (action, user_id, changed) => {
    const users = new Set<string>()
    work = async () => {
      users.add(callerId())
      return { state: 'done' }
    }
    await run({ action, ...(user_id && { user_id }) })
    expect([...users]).toEqual([changed])
  })

  test.each([
    [{ action: 'monitor' }, ['monitor', 'a']],
    [{ action: 'rename' }, ['work rename', 'a']],
    [{ action: 'delete' }, ['delete', 'a', false]],
    [{ action: 'delete', with_files: true }, ['delete', 'a', true]],
  ] as const)('of %o is applied to each series', async (order, first) => {
    expect(await run(order)).toMatchObject({ ...{ action: order.action }, total: 2, done: 2, name: null })
    expect([calls.length, calls[0]]).toEqual([2, [...first]])
  })

  test('reports progress before and after each series', async () => {
    work = async (comicId) => (comicId === 'a' ? { state: 'unchanged', sentence: 'Not monitored.' } : { state: 'failed' })
    await run()
    expect(reports.map(([progress, detail]) => [progress, (detail as { name: string }).name])).toEqual([
      [0, 'Copper Orchard'],
      [0.5, 'Copper Orchard'],
      [0.5, 'Harbor Lights'],
      [1, 'Harbor Lights'],
    ])
    expect(states()).toEqual([['unchanged', 'Not monitored.'], ['failed', null]])
  }) // biome-ignore format: one line

  test('handles requests between two series', async () => {
    const count = turns()
    const at: number[] = []
    work = async () => {
      at.push(count())
      return { state: 'done' }
    }
    await run()
    stopping.abort()
    expect(at[1]).toBeGreaterThan(at[0]!)
  })

  test('keeps the start time of a series, also over a restart', async () => {
    set(0, { state: 'running', started_at: '2026-01-01T00:00:00.000Z' })
    await run()
    expect(items().map(({ started_at }) => started_at)).toEqual(['2026-01-01T00:00:00.000Z', clock.now()])
  })

  test('starts no further series when the process stops', async () => {
    work = async () => {
      stopping.abort()
      return { state: 'done', undo: { status: 'active' } }
    }
    expect(await run()).toBeUndefined()
    expect(states()).toEqual([['done', null], ['waiting', null]])
    expect(items()[0]!.undo).toEqual({ status: 'active' })
  }) // biome-ignore format: one line

  test('stopped within a series leaves it for the next start', async () => {
    work = async () => undefined
    expect(await run()).toBeUndefined()
    expect([states()[0], calls.length]).toEqual([['running', null], 1])
  })

  test.each([
    ['monitor', 'Cancelled.', [['monitor', 'a']]],
    ['delete', 'Cancelled. 1 file stayed.', [['delete', 'a', false], ['cancel', 'a']]],
  ] as const)('of %s that was cancelled within a series says so', async (action, sentence, made) => {
    work = async () => undefined
    db.write((tx) => tx.run(sql`update operations set state = 'cancelled'`))
    expect(await run({ action })).toBeUndefined()
    expect([states()[0], calls]).toEqual([['failed', sentence], made as never])
  }) // biome-ignore format: a table
})

describe('an undo of a bulk operation', () => {
  const undo = () => new BulkUndo(deps).run({ operation_id: 'bulk' }, { ...tools(), operation_id: 'undo' })
  const done = (...undos: BulkItem['undo'][]) => {
    for (const [at, each] of undos.entries()) set(at, { state: 'undoing', undo: each, work_id: 'w', sentence: 'Was done.' })
  } // biome-ignore format: one line

  test.each<[BulkItem['undo'], unknown[][]]>([
    [{ status: 'paused' }, [['status', 'a', 'paused']]],
    [{ provider: 'metron' }, [['unlink', 'a', 'metron']]],
    [{ batch_id: 'x' }, [['undo', 'a', 'x']]],
    [{ deleted: true, batch_id: null }, [['restore', 'a']]],
    [{ deleted: true, batch_id: 'x' }, [['restore', 'a'], ['undo', 'a', 'x'], ['mark left', 'x']]],
  ])('of %j has this effect', async (what, made) => {
    done(what)
    expect(await undo()).toEqual({ undone: 1, failed: 0 })
    expect(calls).toEqual(made)
    expect(items()[0]).toMatchObject({ state: 'undone', work_id: null, sentence: null })
  }) // biome-ignore format: a table

  test('starts with the last series, and gives the reason when one cannot be undone', async () => {
    done({ batch_id: 'x' }, { batch_id: 'y' })
    work = async (comicId) => (comicId === 'b' ? { state: 'failed', sentence: 'It moved.' } : { state: 'done' })
    expect(await undo()).toEqual({ undone: 1, failed: 1 })
    expect(states()).toEqual([['undone', null], ['failed', 'Not undone. It moved.']])
    expect(reports).toEqual([
      [0.5, { undone: 0, failed: 1, total: 2, name: 'Harbor Lights' }],
      [1, { undone: 1, failed: 1, total: 2, name: 'Copper Orchard' }],
    ])
  }) // biome-ignore format: one line

  test('that failed without a reason still reports the failure', async () => {
    done({ batch_id: 'x' })
    work = async () => ({ state: 'failed' })
    await undo()
    expect(states()[0]).toEqual(['failed', 'Not undone.'])
  })

  test('handles requests between two series', async () => {
    done({ status: 'active' }, { status: 'active' })
    const count = turns()
    const at: number[] = []
    deps.quick.undoStatus = () => void at.push(count())
    await undo()
    stopping.abort()
    expect(at[1]).toBeGreaterThan(at[0]!)
  })

  test('leaves the rest for the next start when the process stops', async () => {
    done({ batch_id: 'x' }, { deleted: true, batch_id: 'y' })
    work = async () => undefined
    expect(await undo()).toBeUndefined()
    expect(calls).toEqual([['restore', 'b'], ['undo', 'b', 'y']])
    work = async () => {
      stopping.abort()
      return { state: 'done' }
    }
    expect(await undo()).toBeUndefined()
    expect(states()).toEqual([['undoing', 'Was done.'], ['undone', null]])
  }) // biome-ignore format: one line
})
