import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { AcquisitionGate } from './gate'
import { type Fence, Maintenance } from './maintenance'
import { GateControls } from './service'
import { producers } from './states'
import { acquisitionLeases } from './tables'

let db: Database
let clock: FakeClock
let isPaused: boolean
let gate: AcquisitionGate
let maintenance: Maintenance
let replays: number
let lines: string[]
let events: string[]
const REPAIR = { owner: 'repair', run_id: 'r1', reason: 'A repair is running.' }

/** As after a restart: another gate over the same rows. */
function start() {
  const log = lineLog(clock.now, (line) => lines.push(line))
  gate = new AcquisitionGate({ db, clock, random: systemRandom, log, isPaused: () => isPaused })
  maintenance = new Maintenance({ db, clock, log, gate })
  gate.onOpen(() => ({ search: ++replays, refresh: 0 }))
}
beforeEach(() => {
  events = []
  db = testDatabase(({ type }) => events.push(type))
  clock = fakeClock()
  isPaused = false
  replays = 0
  lines = []
  start()
})
afterEach(() => {
  gate.stop()
  db.close()
})

const lease = (producer: (typeof producers)[number] = 'search') => gate.lease({ producer, subject: 'run' })
const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    const { kind, detail, extra } = error as { kind: string; detail: string; extra: { code?: string } }
    return [kind, extra.code ?? detail]
  }
}

describe('the gate', () => {
  test('is open in a new library', () => {
    expect(gate.read()).toEqual({
      state: 'open',
      reason: null,
      epoch: 0,
      maintenance: null,
      reconciliation: { state: 'ready', reason: null, updated_at: null },
    })
  })

  const PAUSE = () => {
    isPaused = true
  }
  test.each<[string, () => unknown, string, boolean]>([
    ['paused', PAUSE, 'Automatic searches are paused.', true],
    ['pending_preview', () => gate.reconcile('pending_preview', 'Moved in.'), 'wait for your review', true],
    ['failed', () => gate.reconcile('failed', 'The disk was full.'), 'did not finish', true],
    ['migrating', () => gate.reconcile('migrating', 'Moving in.'), 'A migration is running.', false],
    ['maintenance', () => maintenance.close(REPAIR), 'A repair is running.', false],
  ])('makes producers wait while it is %s and says why, also after a restart', (state, close, reason, byHand) => {
    close()
    for (const _ of ['before', 'after a restart']) {
      expect(gate.read()).toMatchObject({ state: state as never, reason: expect.stringContaining(reason) })
      const [grab, ...others] = producers.toReversed()
      expect(gate.decide(grab!).answer).toBe(byHand ? 'dispatch' : 'refuse')
      expect(new Set(others.map((producer) => gate.decide(producer).answer))).toEqual(new Set(['wait']))
      expect(lease()).toBeUndefined()
      expect(lease('interactive_grab') !== undefined).toBe(byHand)
      start()
    }
  })

  test('names the strongest reason, and opens only when none is left', () => {
    isPaused = true
    gate.reconcile('pending_preview', null)
    const fence = maintenance.close(REPAIR)
    expect(gate.read().state).toBe('maintenance')
    gate.reconcile('migrating', null)
    expect(gate.read()).toMatchObject({ state: 'migrating', maintenance: { owner: 'repair' } })
    gate.reconcile('pending_preview', null)
    maintenance.open(fence)
    expect(gate.read().state).toBe('pending_preview')
    gate.reconcile('ready', 'Looked at it.')
    expect([gate.read().state, replays]).toEqual(['paused', 0])
    isPaused = false
    gate.changed()
    expect([gate.read().state, replays]).toEqual(['open', 1])
  })

  test('notifies pages of each change', () => {
    gate.reconcile('pending_preview', null)
    const fence = maintenance.close(REPAIR)
    maintenance.open(fence)
    expect(events).toEqual(['acquisition.changed', 'acquisition.changed', 'acquisition.changed'])
  })

  test('wakes waiting producers, and releases those that stop', async () => {
    const [stop, never] = [new AbortController(), new AbortController().signal]
    isPaused = true
    const passed: string[] = []
    const waits = (name: string, signal: AbortSignal) => gate.untilOpen('search', signal).then(() => passed.push(name))
    const both = Promise.all([waits('waits', never), waits('stops', stop.signal)])
    gate.changed()
    stop.abort()
    await clock.advance('1 h')
    expect(passed).toEqual(['stops'])
    isPaused = false
    gate.changed()
    await both
    expect(passed).toEqual(['stops', 'waits'])
  })

  test('starts the remaining work when one waiting producer fails, and logs the failure', () => {
    gate.onOpen(() => {
      throw new Error('the disk is full')
    })
    gate.onOpen(() => ({ search: 10, refresh: 2 }))
    expect(gate.begin()).toEqual({ search: 11, refresh: 2 })
    expect(lines.join()).toContain('the disk is full')
  })

  test('lets one permitted request through, and nothing else', () => {
    maintenance.close(REPAIR)
    gate.permitWhen(({ release_key }) => release_key === 'issue|indexer')
    const request = { producer: 'interactive_grab', subject: 'c' } as const
    expect(gate.lease({ ...request, release_key: 'issue|indexer' })).toBeDefined()
    expect(gate.lease({ ...request, release_key: 'other|indexer' })).toBeUndefined()
    expect(gate.lease(request)).toBeUndefined()
  })
})

describe('maintenance', () => {
  test('begins when the last producer has ended', async () => {
    const [one, other] = [lease(), lease('feeds')]
    const fence = maintenance.close(REPAIR)
    expect(lease()).toBeUndefined()
    let drained: boolean | undefined
    const waiting = maintenance.drained(fence).then((result) => {
      drained = result
    })
    one!.release()
    one!.release()
    await clock.advance('10 s')
    expect(drained).toBeUndefined()
    other!.release()
    await waiting
    expect([drained, clock.isAwaited('1 min')]).toEqual([true, false])
  })

  test('does not begin while a producer works for 300 seconds; the gate stays closed', async () => {
    lease()
    const fence = maintenance.close(REPAIR)
    const waiting = maintenance.drained(fence)
    await clock.advance('299 s')
    expect(gate.read().maintenance?.isAlive).toBe(true)
    await clock.advance('1 s')
    expect(await waiting).toBe(false)
    expect(gate.read().state).toBe('maintenance')
    expect(maintenance.open(fence)).toBe(true)
    expect([gate.read().state, replays]).toEqual(['open', 1])
  })

  test('stops waiting when it is aborted', async () => {
    lease()
    const stop = new AbortController()
    const waiting = maintenance.drained(maintenance.close(REPAIR), stop.signal)
    stop.abort()
    expect(await waiting).toBe(false)
  })

  test('belongs to one run, which may resume it; its older fence is invalid', () => {
    const first = maintenance.close(REPAIR)
    expect(refusal(() => maintenance.close({ ...REPAIR, run_id: 'r2' }))).toEqual(['locked', 'maintenance_owned'])
    start()
    const again = maintenance.close(REPAIR)
    expect([first.epoch, again.epoch]).toEqual([1, 2])
    const counts = (fence: Fence) => [
      maintenance.holds(db.read, fence),
      maintenance.beat(fence),
      maintenance.open(fence),
    ]
    expect([counts(first), counts({ ...again, run_id: 'r2' })]).toEqual([
      [false, false, false],
      [false, false, false],
    ])
    expect(counts(again)).toEqual([true, true, true])
    expect(maintenance.open(again)).toBe(false)
  })

  test('of an owner without a heartbeat for two minutes can be aborted, and its fence is invalid then', async () => {
    const fence = maintenance.close(REPAIR)
    await clock.advance('100 s')
    maintenance.beat(fence)
    await clock.advance('119 s')
    expect(refusal(() => maintenance.abort('Dead.'))).toEqual(['locked', 'maintenance_owner_alive'])
    await clock.advance('1 s')
    const grab = gate.permitWhen(() => true) ?? lease()
    expect(refusal(() => maintenance.abort('Dead.'))).toEqual(['locked', 'leases_active'])
    grab!.release()
    maintenance.abort('Dead.')
    expect(gate.read()).toMatchObject({ state: 'open', epoch: 2, maintenance: null })
    expect([maintenance.holds(db.read, fence), await maintenance.drained(fence), replays]).toEqual([false, false, 1])
  })

  test('marks the migration as failed when it is aborted', async () => {
    gate.reconcile('migrating', 'Moving in.')
    maintenance.close({ ...REPAIR, owner: 'migration' })
    await clock.advance('2 min')
    maintenance.abort('It was killed.')
    expect(gate.read()).toMatchObject({ state: 'failed', reconciliation: { reason: 'It was killed.' } })
    maintenance.abort('Once more.')
    expect(gate.read()).toMatchObject({ epoch: 2, reconciliation: { reason: 'It was killed.' } })
  })
})

describe('a lease', () => {
  const old = (heartbeat_at: string) =>
    db.write((tx) => {
      const row = { lease_id: heartbeat_at, producer: 'search', subject: 'run', taken_at: heartbeat_at } as const
      tx.insert(acquisitionLeases)
        .values({ ...row, heartbeat_at })
        .run()
    })

  test('lives as long as its holder, for any time', async () => {
    const held = lease()
    await clock.advance('1 h')
    const [row] = gate.leases.active()
    expect(row).toMatchObject({ producer: 'search', taken_at: '2026-11-21T08:00:00.000Z' })
    expect(row!.heartbeat_at > '2026-11-21T08:59:00.000Z').toBe(true)
    held!.release()
    expect(gate.leases.active()).toEqual([])
  })

  test('that follows a released one is renewed as well, and counts even if the clock was set', async () => {
    lease()!.release()
    lease()
    await clock.advance('30 s')
    expect(gate.leases.active()).toMatchObject([{ heartbeat_at: clock.now() }])
    clock.jump('1 h')
    expect(gate.leases.active()).toHaveLength(1)
  })

  test('of a dead process expires after two minutes, and is removed at a start', async () => {
    old(clock.now())
    expect(gate.leases.active()).toHaveLength(1)
    await clock.advance('2 min')
    expect(gate.leases.active()).toEqual([])
    old(clock.now())
    const own = lease()
    gate.begin()
    expect(gate.leases.active()).toMatchObject([{ lease_id: own!.lease_id }])
  })
})

describe('the user', () => {
  const service = () =>
    new GateControls({ db, gate, maintenance, jobs: () => [{ next_at: clock.now() }, { next_at: null }] as never })

  test('opens the gate with a reason, and sees how much work was started', () => {
    gate.reconcile('pending_preview', 'Moved in.')
    for (const body of [undefined, null, {}, { reason: ' ' }])
      expect(refusal(() => service().ready(body as never))).toMatchObject([
        'invalid',
        expect.stringContaining('Missing reason.'),
      ])
    expect(service().ready({ reason: ' Looked at it. ' })).toEqual({
      success: true,
      reconciliation: { state: 'ready', reason: 'Looked at it.', updated_at: clock.now() },
      gate: {
        blocked: false,
        reason: null,
        schema_ready: true,
        maintenance_active: false,
        epoch: 0,
        owner: null,
        run_id: null,
        heartbeat_at: null,
        reconciliation_state: 'ready',
      },
      runtime: { replayed: { search: 1, refresh: 0 }, queues_started: true, scheduler_jobs_resumed: 1 },
    })
  })

  test('sees that nothing started while their own pause remains', () => {
    isPaused = true
    gate.reconcile('pending_preview', null)
    expect(service().ready({ reason: 'Fine.' })).toMatchObject({
      reconciliation: { state: 'ready' },
      gate: { blocked: true, reason: expect.stringContaining('paused') },
      runtime: { replayed: { search: 0, refresh: 0 }, queues_started: false, scheduler_jobs_resumed: 0 },
    })
  })

  test('cannot open it during a migration or maintenance', () => {
    gate.reconcile('migrating', null)
    expect(refusal(() => service().ready({ reason: 'Now.' }))).toEqual(['conflict', 'migration_running'])
    gate.reconcile('ready', null)
    maintenance.close(REPAIR)
    expect(refusal(() => service().ready({ reason: 'Now.' }))).toEqual(['locked', 'maintenance_active'])
  })

  test('sees a migration before its maintenance, also while it waits for searches to end', () => {
    maintenance.close({ owner: 'migration', run_id: 'm1', reason: 'A migration is running.' })
    expect(refusal(() => service().ready({ reason: 'Now.' }))).toEqual(['conflict', 'migration_running'])
  })

  test('aborts dead maintenance, with a reason', async () => {
    maintenance.close(REPAIR)
    expect(refusal(() => service().abort({}))).toMatchObject(['invalid', expect.stringContaining('Missing reason.')])
    await clock.advance('2 min')
    expect(service().abort({ reason: 'It was killed.' })).toMatchObject({
      success: true,
      maintenance: {
        active: false,
        epoch: 2,
        owner: null,
        run_id: null,
        reason: null,
        heartbeat_at: null,
        active_leases: 0,
      },
      reconciliation: { state: 'ready' },
      gate: { blocked: false, epoch: 2 },
    })
    expect(service().abort({ reason: 'Again.' })).toMatchObject({ maintenance: { active: false, epoch: 2 } })
  })
})
