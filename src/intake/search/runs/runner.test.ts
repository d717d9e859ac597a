import { beforeEach, describe, expect, test } from 'bun:test'
import { timelinePage } from '../../../base/activity/timeline-store'
import type { Database, Tx } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../../testing/make'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { SearchRoute } from '../acquisition'
import type { Find, ItemSearcher, ItemSearchResult } from './item-search'
import * as itemStore from './item-store'
import { lastOf } from './last-store'
import { SearchRunner } from './runner'
import * as store from './store'

/** Runs alone: the outcome of each issue is given. */

type Seek = Parameters<ItemSearcher['seek']>[0]
const NOTHING: ItemSearchResult = {
  state: 'no_match',
  reason: null,
  summary: 'Nothing',
  asked: [],
  refused: [],
  grabbed: null,
}

let db: Database
let clock: FakeClock
let runner: SearchRunner
let route: SearchRoute
/** The outcome of a search for an issue. */
let seek: (search: Seek) => ItemSearchResult | Promise<ItemSearchResult>
let sought: Seek[]
/** Leases that the gate grants and refuses in turn; it grants all others. */
let gives: boolean[]
let asked: string[]
let held: number
let stopping: AbortController
let reports: unknown[]

beforeEach(() => {
  db = testDatabase()
  clock = fakeClock()
  route = { viable: true }
  seek = () => NOTHING
  ;[sought, gives, asked, held, reports] = [[], [], [], 0, []]
  stopping = new AbortController()
  const gate: Pick<AcquisitionGate, 'lease' | 'untilOpen'> = {
    async untilOpen(producer) {
      asked.push(`open ${producer}`)
    },
    lease({ producer, subject }) {
      asked.push(`lease ${producer} ${subject}`)
      if (gives.shift() === false) return undefined
      held++
      return { release: () => void held-- } as never
    },
  }
  const seeker = {
    async seek(search: Seek) {
      sought.push(search)
      return await seek(search)
    },
  } as unknown as ItemSearcher
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const deps = { db, clock, log, seeker, acquisition: { route: () => route }, gate, delayMinutes: () => 2 }
  runner = new SearchRunner(deps)
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3, 4, 5])
})

const KEY = { run_id: 'run', entity_type: 'issue' } as const
const keyOf = (number: number) => ({ ...KEY, entity_id: `harbor-${number}` })
function begin(numbers: number[], more: Partial<store.SearchRunRow> = {}): void {
  const run = { run_id: 'run', trigger: 'issue_wanted', scope_type: 'series', scope_id: 'harbor' } as const
  db.write((tx) => {
    store.insertSearchRun(tx, { ...run, priority: 'routine', created_at: clock.now(), ...more })
    store.insertItems(tx, 'run', numbers.map(keyOf), clock.now())
  })
}
const tools = () => ({
  signal: stopping.signal,
  operation_id: 'operation',
  report: (...progress: unknown[]) => void reports.push(progress),
  persist: async <T>(work: (tx: Tx) => T) => db.write(work as never) as T,
})
const run = () => runner.run({ run_id: 'run' }, tools())
const row = () => store.findSearchRun(db.read, 'run')!
const items = () => store.searchItemsOf(db.read, 'run').map(({ item }) => item)
const states = () => items().map(({ state, attempt_count }) => `${state} ${attempt_count}`)
const timeline = () => timelinePage(db.read, undefined, { limit: 100, offset: 0 }).rows.toReversed()
const told = () => timeline().map(({ status, subject_label }) => `${status} ${subject_label}`)
const settle = () => new Promise((resolve) => setImmediate(resolve))
const never = () => new Promise<never>(() => {})
/** The queried indexer, when its search is aborted. */
const untilGivenUp = ({ signal }: Seek) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))))

describe('the outcome of an issue', () => {
  test.each<[Partial<ItemSearchResult>, string[], object | undefined]>([
    [{}, [], { state: 'no_match', summary: 'Nothing', run_id: 'run' }],
    [{ state: 'succeeded', reason: 'owned' }, [], { state: 'succeeded' }],
    [{ state: 'failed', reason: 'gone' }, ['failed Harbor Lights #1 gone'], { state: 'failed' }],
    [{ state: 'failed' }, ['failed Harbor Lights #1 failed'], { state: 'failed' }],
    [{ state: 'blocked', reason: 'held' }, ['blocked Harbor Lights #1 held'], { state: 'blocked' }],
    [{ state: 'cancelled', reason: 'removed' }, [], undefined],
  ])('%j is reported as %j and kept as %j', async (result, expected, last) => {
    begin([1])
    seek = () => ({ ...NOTHING, ...result })
    await run()
    const { state = 'no_match', reason = null } = result
    expect(items()).toMatchObject([{ state, reason }])
    const rows = timeline().filter(({ subject_type }) => subject_type !== 'run')
    expect(rows.map((each) => `${each.status} ${each.subject_label} ${each.reason_code}`)).toEqual(expected)
    expect(lastOf(db.read, 'harbor-1')).toEqual(last && expect.objectContaining(last))
  })

  test('that was cancelled meanwhile does not count', async () => {
    begin([1])
    seek = () => {
      db.write((tx) => itemStore.endItem(tx, keyOf(1), 'cancelled', 'cancelled', clock.now()))
      return { ...NOTHING, state: 'failed', reason: 'gone' }
    }
    await run()
    expect(items()).toMatchObject([{ state: 'cancelled' }])
    expect(lastOf(db.read, 'harbor-1')).toBeUndefined()
    expect(told()).toEqual(['started Harbor Lights', 'succeeded Harbor Lights'])
  })

  test('shows the progress of the run', async () => {
    begin([1, 2], { trigger: 'scheduled' })
    const done = run()
    await clock.advance('2 min')
    expect(await done).toEqual({ no_match: 2 })
    expect(reports).toEqual([[0.5, { accepted: 1, no_match: 1 }], [1, { no_match: 2 }]]) // biome-ignore format: one glance
  })

  test('is a failure after an error, and the others continue', async () => {
    begin([1, 2])
    seek = ({ issueId }) => {
      if (issueId === 'harbor-1') throw new Error('a fault')
      return NOTHING
    }
    await run()
    expect(items()).toMatchObject([{ state: 'failed', reason: 'fault' }, { state: 'no_match' }])
    expect([row().completion_state, held]).toEqual(['partial', 0])
  })

  test('is cancelled if its search was aborted', async () => {
    begin([1, 2])
    seek = untilGivenUp
    const done = run()
    await settle()
    runner.drop(keyOf(1))
    runner.drop({ ...keyOf(2), run_id: 'another' })
    await settle()
    expect(states()).toEqual(['cancelled 1', 'running 1'])
    expect(items()[0]).toMatchObject({ reason: 'cancelled_by_operator' })
    expect(lastOf(db.read, 'harbor-1')).toBeUndefined()
    runner.drop(keyOf(2))
    expect(await done).toEqual({ cancelled: 2 })
  })

  test('is not changed by a search that is aborted once it has ended', async () => {
    begin([1])
    await run()
    runner.drop(keyOf(1))
    expect(sought[0]?.signal.aborted).toBe(false)
  })
})

describe('the issues of a run', () => {
  test.each([
    ['issue_wanted', 'interactive', 3],
    ['scheduled', 'routine', 1],
  ] as const)('of the trigger %s with %s priority are searched for %p at a time', async (trigger, priority, most) => {
    begin([1, 2, 3, 4, 5], { trigger, priority })
    seek = never
    void run()
    await settle()
    expect(sought).toHaveLength(most)
    for (const search of sought) expect(search).toMatchObject({ trigger, urgent: priority === 'interactive' })
  })

  test('have a pause between them in the routine, and none after the last', async () => {
    begin([1, 2], { trigger: 'scheduled' })
    const done = run()
    await settle()
    expect(sought).toHaveLength(1)
    await clock.advance('119 s')
    expect(sought).toHaveLength(1)
    await clock.advance('1 s')
    await done
    expect([sought.length, clock.isAwaited('1 h')]).toEqual([2, false])
  })

  test('have none in other runs', async () => {
    begin([1, 2, 3, 4, 5])
    await run()
    expect([sought.length, row().completion_state]).toEqual([5, 'completed'])
  })

  test('need a lease each, and wait again when it is refused', async () => {
    begin([1], { trigger: 'scheduled' })
    gives = [false]
    seek = () => {
      expect(held).toBe(1)
      return NOTHING
    }
    await run()
    const round = ['open search', 'lease search run']
    expect(asked).toEqual([...round, ...round, ...round])
    expect([states(), held]).toEqual([['no_match 1'], 0])
  })

  test('wait again when the process stops, without losing an attempt', async () => {
    begin([1, 2], { trigger: 'scheduled' })
    seek = untilGivenUp
    const done = run()
    await settle()
    stopping.abort()
    expect(await done).toBeUndefined()
    expect([states(), row().completion_state, held]).toEqual([['accepted 0', 'accepted 0'], 'running', 0])
    ;[stopping, seek] = [new AbortController(), () => NOTHING]
    const next = run()
    await clock.advance('2 min')
    await next
    expect([states(), told()]).toEqual([
      ['no_match 1', 'no_match 1'],
      ['started Harbor Lights', 'succeeded Harbor Lights'],
    ])
  })

  test('from a feed are judged by its releases, in that run only', async () => {
    const finds = [{ indexer: 'alpha' }] as unknown as Find[]
    const expected = () => runner.expect('run', new Map([['harbor-2', finds]]))
    begin([1, 2], { trigger: 'rss' })
    expected()
    await run()
    expect(sought.map((search) => search.finds)).toEqual([undefined, finds])
    for (const isCancelled of [false, true]) {
      if (isCancelled) {
        expected()
        runner.ended({ run_id: 'run' }, 'cancelled', 'Cancelled.')
      }
      db.write((tx) => store.removeRun(tx, 'run'))
      begin([2])
      sought = []
      await run()
      expect(sought.map((search) => search.finds)).toEqual([undefined])
    }
  })
})

describe('when no indexer can be queried', () => {
  const unasked = (until?: string): ItemSearchResult => ({ ...NOTHING, state: 'failed', reason: 'blocked', summary: 'Enough.', unasked: { until } }) // biome-ignore format: one row

  test('an urgent search has failed', async () => {
    begin([1], { priority: 'interactive' })
    seek = () => unasked(clock.now())
    await run()
    expect([states(), row().completion_state]).toEqual([['failed 1'], 'failed'])
    expect(lastOf(db.read, 'harbor-1')).toMatchObject({ summary: 'Enough.' })
  })

  test('the issue waits, at least a second', async () => {
    begin([1])
    const late = clock.now()
    await clock.advance('1 min')
    seek = () => (sought.length === 1 ? unasked(late) : NOTHING)
    const done = run()
    await clock.advance('0.999 s')
    expect([sought.length, states()]).toEqual([1, ['accepted 0']])
    await clock.advance('0.001 s')
    await done
    expect([sought.length, states()]).toEqual([2, ['no_match 1']])
  })

  test('the rest is blocked if nobody knows for how long, and is not searched for', async () => {
    begin([1, 2], { trigger: 'scheduled' })
    seek = () => unasked()
    expect(await run()).toEqual({ blocked: 2 })
    expect(row()).toMatchObject({ completion_state: 'blocked', reason: 'Enough.' })
    expect(items()[1]).toMatchObject({ reason: 'providers_temporarily_blocked' })
    expect(sought).toHaveLength(1)
    expect(told()).toEqual(['started Harbor Lights', 'blocked Harbor Lights #1', 'blocked Harbor Lights #2'])
  })
})

describe('a run', () => {
  test.each<[string, ItemSearchResult['state'][], string, boolean]>([
    ['found nothing', ['no_match', 'no_match'], 'completed', true],
    ['ran partially', ['no_match', 'failed'], 'partial', true],
    ['could not run', ['failed', 'failed'], 'failed', false],
    ['was blocked', ['blocked', 'blocked'], 'blocked', false],
  ])('that %s is reported', async (_, results, state, isTold) => {
    begin([1, 2])
    seek = ({ issueId }) => ({ ...NOTHING, state: results[issueId === 'harbor-1' ? 0 : 1]! })
    await run()
    expect([row().completion_state, row().completed_at]).toEqual([state as never, clock.now()])
    expect(told()[0]).toBe('started Harbor Lights')
    expect(told().includes('succeeded Harbor Lights')).toBe(isTold)
  })

  test('that ended during the search for its last issue is not reported twice', async () => {
    begin([1])
    seek = () => {
      db.write((tx) => store.endRun(tx, 'run', { state: 'partial', reason: 'Cancelled.', at: clock.now() }))
      return NOTHING
    }
    await run()
    expect(row()).toMatchObject({ completion_state: 'partial', reason: 'Cancelled.' })
    expect(told()).toEqual(['started Harbor Lights'])
  })

  test('that has ended, or was deleted, is not run again', async () => {
    expect(await run()).toBeUndefined()
    begin([1])
    db.write((tx) => store.endRun(tx, 'run', { state: 'partial', at: clock.now() }))
    expect(await run()).toBeUndefined()
    expect([states(), sought, told()]).toEqual([['accepted 0'], [], []])
  })

  test('that starts as the process stops is left for the next one', async () => {
    begin([1])
    route = { viable: false, code: 'downloader_disabled', reason: 'No folder is set.' }
    stopping.abort()
    expect(await run()).toBeUndefined()
    expect([states(), row().completion_state]).toEqual([['accepted 0'], 'running'])
  })

  test('that could not grab anything is blocked with the reason', async () => {
    begin([1, 2])
    route = { viable: false, code: 'downloader_disabled', reason: 'No folder is set.' }
    expect(await run()).toEqual({ blocked: 2 })
    expect(row()).toMatchObject({ completion_state: 'blocked', reason: 'No folder is set.' })
    expect(items()).toMatchObject([{ reason: 'downloader_disabled' }, { reason: 'downloader_disabled' }])
    expect(timeline().at(-1)).toMatchObject({ status: 'blocked', reason_code: 'downloader_disabled', reason_detail: 'No folder is set.' })
    expect(sought).toEqual([])
  }) // biome-ignore format: one row

  test.each([
    ['cancelled', 'cancelled', 'partial', 'cancelled_by_operator'],
    ['failed', 'fault', 'failed', 'fault'],
  ] as const)('that %s ends its remaining items', (state, reason, completion, code) => {
    begin([1, 2])
    runner.ended({ run_id: 'run' }, state, 'A sentence.')
    expect(items()).toMatchObject([{ state, reason }, { state, reason }]) // biome-ignore format: one glance
    expect(row()).toMatchObject({ completion_state: completion, reason: 'A sentence.' })
    expect(timeline()).toMatchObject(Array(2).fill({ status: state, reason_code: code, reason_detail: 'A sentence.' }))
  })

  test('under which the process died skips the item that it died under too often, and keeps why', async () => {
    begin([1, 2])
    for (let n = 0; n < 3; n++) {
      db.write((tx) => itemStore.startNextItem(tx, 'run', clock.now()))
      if (n < 2) db.write((tx) => itemStore.recoverItems(tx, 'run', clock.now()))
    }
    await run()
    expect(states()).toEqual(['quarantined 3', 'no_match 1'])
    expect(lastOf(db.read, 'harbor-1')).toMatchObject({ state: 'quarantined', run_id: 'run', grabbed: null })
    expect(told()[0]).toBe('needs_attention Harbor Lights #1')
  })
})
