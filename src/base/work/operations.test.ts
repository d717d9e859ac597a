import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabaseAt } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import type { AppEvent } from '../events/types'
import { nextTurn } from '../platform/event-loop'
import { lineLog } from '../platform/log'
import { systemRandom } from '../platform/random'
import { Refusal } from '../refusal'
import { DISK_FULL, LIBRARY_LOCKED } from '../storage/write-errors'
import { Operations, type Tools } from './operations'

function makeHarness(path = ':memory:') {
  const events: AppEvent[] = []
  const lines: string[] = []
  const clock = fakeClock()
  const db = testDatabaseAt(path, (event) => events.push(event))
  const log = lineLog(clock.now, (line) => lines.push(line))
  return { operations: new Operations({ db, clock, random: systemRandom, log }), db, clock, events, lines }
}

/** Work that waits until the test ends it. */
function work() {
  const ready = Promise.withResolvers<Tools>()
  const end = Promise.withResolvers<unknown>()
  const run = (_payload: unknown, tools: Tools) => {
    ready.resolve(tools)
    return end.promise
  }
  return { run, begun: ready.promise, succeed: end.resolve, fail: end.reject }
}

const scan = { kind: 'scan', subject: 'comic', payload: { folder: '/a' } }

describe('an operation', () => {
  test('runs at once, stores its result and publishes each state', async () => {
    const { operations, events } = makeHarness()
    operations.handle('scan', { run: async (payload) => ({ saw: payload }) })
    const { operation_id } = operations.enqueue(scan)
    expect(operations.find(operation_id)?.state).toBe('queued')
    await operations.finished(operation_id)
    const row = operations.find(operation_id)
    expect(row).toMatchObject({ state: 'succeeded', progress: 1, detail: { saw: { folder: '/a' } }, attempt: 1 })
    expect(events.map((event) => (event.type === 'operation.changed' ? event.state : ''))).toEqual([
      'queued',
      'running',
      'succeeded',
    ])
  })

  test('is refused while another of its kind is active for the subject, and accepted afterwards', async () => {
    const { operations } = makeHarness()
    const slow = work()
    operations.handle('scan', { run: slow.run })
    const first = operations.enqueue(scan)
    expect(() => operations.enqueue(scan)).toThrow(Refusal)
    operations.enqueue({ ...scan, subject: 'manga' })
    slow.succeed(undefined)
    await operations.finished(first.operation_id)
    expect(operations.enqueue(scan).state).toBe('queued')
    await operations.idle()
  })

  test('reports its progress', async () => {
    const { operations } = makeHarness()
    const slow = work()
    operations.handle('scan', { run: slow.run })
    const { operation_id } = operations.enqueue(scan)
    const tools = await slow.begun
    tools.report(0.5, { at: 'Saga' })
    expect(operations.find(operation_id)).toMatchObject({ progress: 0.5, detail: { at: 'Saga' } })
    slow.succeed(undefined)
    await operations.idle()
  })

  test('that is cancelled stays cancelled: a success that arrives later changes nothing', async () => {
    const { operations } = makeHarness()
    const slow = work()
    const ended: string[] = []
    operations.handle('scan', { run: slow.run, ended: (_payload, state) => ended.push(state) })
    const { operation_id } = operations.enqueue(scan)
    const tools = await slow.begun
    expect(operations.cancel(operation_id)).toBe(true)
    expect(tools.signal.aborted).toBe(true)
    slow.succeed('too late')
    await operations.idle()
    expect(operations.find(operation_id)?.state).toBe('cancelled')
    expect(ended).toEqual(['cancelled'])
    expect(operations.cancel(operation_id)).toBe(false)
  })

  test('that is cancelled before it began never runs', async () => {
    const { operations } = makeHarness()
    let ran = false
    operations.handle('scan', {
      run: async () => {
        ran = true
      },
    })
    operations.cancel(operations.enqueue(scan).operation_id)
    await operations.idle()
    expect(ran).toBe(false)
  })

  test('that fails stores the sentence of a refusal, and logs other errors', async () => {
    const { operations, lines } = makeHarness()
    operations.handle('scan', { run: () => Promise.reject(new Refusal('missing', 'There is no folder at /a.')) })
    operations.handle('other', { run: () => Promise.reject(new Error('secret stack')) })
    const first = operations.enqueue(scan)
    const second = operations.enqueue({ ...scan, kind: 'other' })
    await operations.idle()
    expect(operations.find(first.operation_id)?.error).toBe('There is no folder at /a.')
    expect(operations.find(second.operation_id)?.error).not.toContain('secret')
    expect(lines.join()).toContain('secret stack')
  })
})

describe('after a crash', () => {
  const folder = mkdtempSync(join(tmpdir(), 'panelkeep-work-'))

  test('running operations are resumed, and those that may not rerun fail with their sentence', async () => {
    const path = join(folder, 'a.db')
    const first = makeHarness(path)
    const slow = work()
    first.operations.handle('scan', { run: slow.run })
    first.operations.handle('repair', { run: slow.run })
    const again = first.operations.enqueue(scan)
    const never = first.operations.enqueue({ ...scan, kind: 'repair' })
    await slow.begun
    await Promise.resolve()
    first.db.close() // the process crashed here: both rows are running

    const second = makeHarness(path)
    const seen: unknown[] = []
    second.operations.handle('scan', { run: async (payload) => void seen.push(payload) })
    second.operations.handle('repair', { run: async () => seen.push('never'), failWhenInterrupted: 'Look first.' })
    second.operations.recover()
    await second.operations.idle()
    expect(seen).toEqual([{ folder: '/a' }])
    expect(second.operations.find(again.operation_id)).toMatchObject({ state: 'succeeded', attempt: 2 })
    expect(second.operations.find(never.operation_id)).toMatchObject({ state: 'failed', error: 'Look first.' })
    second.db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a stop leaves the row running, for the next start', async () => {
    const { operations } = makeHarness()
    operations.handle('scan', {
      run: (_payload, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    })
    const { operation_id } = operations.enqueue(scan)
    await Promise.resolve()
    await operations.stop()
    expect(operations.find(operation_id)?.state).toBe('running')
  })
})

describe('a full disk', () => {
  const full = () => Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })

  /** Writes fail until there is free space again. */
  function crowded() {
    const { operations, db, clock, lines } = makeHarness()
    const write = db.write.bind(db)
    let room = false
    db.write = ((work: never) => {
      if (!room) throw full()
      return write(work)
    }) as typeof db.write
    const set = (value: boolean) => {
      room = value
    }
    return { operations, clock, lines, set }
  }

  /** An operation that started with free space, on a disk that is full by now. */
  async function caught() {
    const { operations, set, ...rest } = crowded()
    const slow = work()
    operations.handle('scan', { run: slow.run })
    set(true)
    const { operation_id } = operations.enqueue(scan)
    const { report } = await slow.begun
    set(false)
    return { operations, set, ...rest, slow, operation_id, report }
  }

  test('does not lose the result of an operation: it is written when there is free space', async () => {
    const { operations, clock, set, slow, operation_id, report } = await caught()
    report(0.5)
    slow.succeed({ done: 1 })
    await clock.advance('6 s')
    expect(operations.find(operation_id)?.state).toBe('running')
    set(true)
    await clock.advance('6 s')
    await operations.finished(operation_id)
    expect(operations.find(operation_id)).toMatchObject({ state: 'succeeded', detail: { done: 1 } })
  })

  test('that fails an operation gives a sentence, and never ends the process', async () => {
    const { operations, clock, lines, set, slow, operation_id } = await caught()
    slow.fail(full())
    await clock.advance('6 s')
    set(true)
    await clock.advance('6 s')
    await operations.finished(operation_id)
    expect(operations.find(operation_id)).toMatchObject({ state: 'failed', error: DISK_FULL })
    expect(lines.join('')).toContain('write waiting')
  })

  test('leaves the row to the next start when the process stops meanwhile', async () => {
    const { operations, slow, operation_id } = await caught()
    slow.succeed(undefined)
    await operations.stop()
    expect(operations.find(operation_id)?.state).toBe('running')
  })
})

describe('a database that another program has locked', () => {
  const locked = () => Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })

  test('delays work until the lock is gone, then the work is redone from its rows', async () => {
    const { operations, clock, lines } = makeHarness()
    let runs = 0
    const handler = {
      run: async () => {
        runs += 1
        if (runs < 3) throw locked()
        return { runs }
      },
    }
    operations.handle('scan', handler)
    const { operation_id } = operations.enqueue(scan)
    for (let n = 0; n < 3; n++) await clock.advance('6 s')
    await operations.finished(operation_id)
    expect(operations.find(operation_id)).toMatchObject({ state: 'succeeded', detail: { runs: 3 } })
    expect(lines.join('')).toContain(LIBRARY_LOCKED)
  })

  test('fails work that cannot be resumed, with the reason', async () => {
    const { operations } = makeHarness()
    operations.handle('scan', { run: () => Promise.reject(locked()), failWhenInterrupted: 'It was interrupted.' })
    const { operation_id } = operations.enqueue(scan)
    await operations.finished(operation_id)
    expect(operations.find(operation_id)).toMatchObject({ state: 'failed', error: LIBRARY_LOCKED })
  })

  test('by a move delays work only until the table is saved', async () => {
    const { operations, db, lines } = makeHarness()
    const [begun, lentNow, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<[]>()] // biome-ignore format: one line
    let runs = 0
    operations.handle('scan', {
      run: async () => {
        runs += 1
        begun.resolve()
        await lentNow.promise
        return db.write(() => ({ runs }))
      },
    })
    const { operation_id } = operations.enqueue(scan)
    await begun.promise
    const lent = db.lend(() => back.promise)
    lentNow.resolve()
    await nextTurn()
    expect(operations.find(operation_id)?.state).toBe('running')
    back.resolve([])
    await lent
    await operations.finished(operation_id)
    expect(operations.find(operation_id)).toMatchObject({ state: 'succeeded', detail: { runs: 2 } })
    expect(lines.join('')).not.toContain(LIBRARY_LOCKED)
  })

  test('does not fail work that was cancelled meanwhile', async () => {
    const { operations, clock } = makeHarness()
    let runs = 0
    operations.handle('scan', {
      run: () => {
        runs += 1
        return Promise.reject(locked())
      },
    })
    const { operation_id } = operations.enqueue(scan)
    await clock.advance('1 s')
    operations.cancel(operation_id)
    await clock.advance('20 s')
    await operations.idle()
    expect([runs, operations.find(operation_id)?.state]).toEqual([1, 'cancelled'])
  })
})
