import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { addItem, moveItem } from '../../intake/downloads/store'
import { markGone } from '../../library/series/presence-store'
import { testDatabaseAt } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { grabbed } from '../../testing/repair-harness'
import * as evidence from './evidence-store'
import * as permits from './permit-store'
import type { PermitState, RepairRunState } from './states'
import * as store from './store'

/** Two runs of one series, so that a change to one could touch the other. */
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
let told: unknown[]
beforeEach(() => {
  told = []
  db = testDatabaseAt(':memory:', (event) => told.push(event))
  makeSeries(db)
  makeIssues(db, 'harbor', [1, 2, 3])
  for (const run_id of ['one', 'two']) addRun(run_id)
  told.length = 0
})
afterEach(() => db.close())

const BASIS = { intent: 'policy', fulfillment: 'missing', file_id: null, gone_at: null, open: null } as const
function addRun(run_id: string, more: Partial<store.RepairRun> = {}): void {
  const who = { token_hash: '', username: '', sid: '', fingerprint: '', label: 'Harbor Lights', comic_id: 'harbor' }
  const none = { manifest_id: null, canary_key: null, goal: null, rollback_reason: null, confirmed_at: null, started_at: null, completed_at: null } // biome-ignore format: one line
  const run: store.RepairRun = { run_id, state: 'confirmed', ...who, ...none, item_count: 3, expires_at: at(15), created_at: at(0), ...more } // biome-ignore format: one line
  const items = [1, 2, 3].map((sequence): store.NewRepairItem => ({ run_id, sequence, entity_type: 'issue', issue_id: `harbor-${sequence}`, label: '', reason: 'legacy_failed', intent: 'policy', fulfillment: 'missing', evidence: { file: null, download: null }, basis: BASIS, change: { fulfillment: 'missing' }, optional: false, selected: false })) // biome-ignore format: one line
  db.write((tx) => store.addRun(tx, run, items))
}
const change = (sequence: number, more: Partial<store.RepairItem>, run_id = 'one') =>
  db.write((tx) => store.changeItem(tx, { run_id, sequence }, more))
const states = (run = 'one') => store.itemsOfRepair(db.read, run).map(({ selected, apply_state, rollback_state }) => [selected, apply_state, rollback_state]) // biome-ignore format: one line
const sequences = (items: store.RepairItem[]) => items.map(({ sequence }) => sequence)
const UNTOUCHED = [[false, null, null], [false, null, null], [false, null, null]] // biome-ignore format: one line

describe('the items of a run', () => {
  test('are selected, changed and restored in that run alone', () => {
    db.write((tx) => store.selectItems(tx, 'one', [1, 3]))
    expect(states()).toEqual([[true, 'pending', null], [false, null, null], [true, 'pending', null]]) // biome-ignore format: one line
    expect([sequences(store.pendingItems(db.read, 'one', 9)), sequences(store.pendingItems(db.read, 'one', 1))]).toEqual([[1, 3], [1]]) // biome-ignore format: one line
    expect([store.countPending(db.read, 'one'), store.countPending(db.read, 'two')]).toEqual([2, 0])
    for (const sequence of [1, 3]) change(sequence, { apply_state: 'applied' })
    change(3, { rollback_state: 'rolled_back' })
    db.write((tx) => store.beginRollbackOfItems(tx, 'one'))
    expect(states()).toEqual([[true, 'applied', 'pending'], [false, null, null], [true, 'applied', 'rolled_back']]) // biome-ignore format: one line
    expect(states('two')).toEqual(UNTOUCHED)
  })

  test('are restored from the last to the first', () => {
    for (const sequence of [1, 2, 3]) change(sequence, { apply_state: 'applied' })
    db.write((tx) => store.beginRollbackOfItems(tx, 'one'))
    expect([sequences(store.pendingRollbacks(db.read, 'one', 2)), store.pendingRollbacks(db.read, 'two', 2)]).toEqual([[3, 2], []]) // biome-ignore format: one line
  })

  test.each([
    ['nothing was selected', [null, null, null], 0],
    ['the first waits', ['pending', null, 'pending'], 0],
    ['the first is done', ['applied', null, 'pending'], 2],
    ['all are done', ['applied', 'conflict', null], 2],
  ] as const)('are done up to a place: %s', (_what, applied, last_sequence) => {
    for (const [index, apply_state] of applied.entries()) change(index + 1, { apply_state })
    change(2, { apply_state: 'conflict', rollback_state: 'conflict' }, 'two')
    const of = (state: string) => applied.filter((each) => each === state).length
    expect(store.countRepairItems(db.read, 'one')).toEqual({ selected_count: 0, applied_count: of('applied'), conflict_count: of('conflict'), rollback_count: 0, rollback_conflict_count: 0, last_sequence }) // biome-ignore format: one line
  })
})

describe('runs', () => {
  test('are changed one by one, and open pages are notified which', () => {
    expect(db.write((tx) => store.changeRepairRun(tx, 'one', { state: 'applying' }))).toMatchObject({ run_id: 'one', state: 'applying' }) // biome-ignore format: one line
    expect([store.findRepairRun(db.read, 'two')?.state, told]).toEqual(['confirmed', [{ type: 'repair.changed', run_id: 'one' }]]) // biome-ignore format: one line
  })

  test('are listed newest first', () => {
    addRun('new', { created_at: at(2) })
    expect(store.listRepairRuns(db.read, 2).map(({ run_id }) => run_id)).toEqual(['new', 'one'])
  })

  test.each<[RepairRunState, PermitState | undefined, boolean]>([
    ['completed', undefined, true],
    ['completed', 'completed', true],
    ['completed', 'cancelled', true],
    ['completed', 'authorized', false],
    ['completed', 'waiting_for_drain', false],
    ['completed', 'claimed', false],
    ['previewed', undefined, true],
    ['waiting_for_drain', undefined, false],
    ['applying', undefined, false],
    ['rollback_waiting_for_drain', undefined, false],
    ['rolling_back', undefined, false],
  ])('that are %s with a permit that is %p are old: %p', (state, permit, isOld) => {
    db.write((tx) => void store.changeRepairRun(tx, 'one', { state }))
    if (permit) addPermit('p', 'one', permit)
    db.write((tx) => store.pruneRuns(tx, at(1)))
    expect(store.listRepairRuns(db.read, 9).map(({ run_id }) => run_id)).toEqual(isOld ? [] : ['one'])
    expect(store.itemsOfRepair(db.read, 'one')).toHaveLength(isOld ? 0 : 3)
  })

  test('are kept at that moment', () => {
    db.write((tx) => store.pruneRuns(tx, at(0)))
    expect(store.listRepairRuns(db.read, 9)).toHaveLength(2)
  })
})

function addPermit(permit_id: string, run_id: string, state: PermitState, minute = 0): void {
  const none = { claimed_at: null, claimed_by: null, completed_at: null, outcome: null, release_reason: null }
  db.write((tx) => permits.addPermit(tx, { permit_id, run_id, release_key: 'a|b', route: 'usenet', state, epoch: 1, created_at: at(minute), expires_at: at(15), ...none })) // biome-ignore format: one line
}

describe('permits', () => {
  test('of a run: the newest is shown, and one is open', () => {
    addPermit('old', 'one', 'cancelled', 1)
    addPermit('new', 'one', 'claimed', 2)
    addPermit('other', 'two', 'completed', 3)
    expect([permits.lastPermit(db.read, 'one'), permits.lastPermit(db.read, 'two'), permits.lastPermit(db.read, 'none')]).toMatchObject([{ permit_id: 'new' }, { permit_id: 'other' }, undefined] as never) // biome-ignore format: one line
    expect(permits.openPermit(db.read)?.permit_id).toBe('new')
  })

  test('change only while they are as they were read', () => {
    addPermit('one', 'one', 'authorized')
    addPermit('two', 'two', 'authorized')
    told.length = 0
    const set = (state: PermitState) => db.write((tx) => permits.changePermit(tx, { permit_id: 'one', run_id: 'one', state }, { state: 'claimed' })?.state ?? null) // biome-ignore format: one line
    expect([set('waiting_for_drain'), told]).toEqual([null, []])
    expect([set('authorized'), told]).toEqual(['claimed', [{ type: 'repair.changed', run_id: 'one' }]])
    expect([set('authorized'), permits.findPermit(db.read, 'two')?.state]).toEqual([null, 'authorized'])
  })
})

describe('the evidence of an issue', () => {
  test('is its files: first those that existed at the last scan, and only those of its series', () => {
    makeSeries(db, { comic_id: 'fog', name: 'Fog' })
    makeIssues(db, 'fog', [1])
    const gone = makeFile(db, { path: '/a.cbz', issues: ['harbor-1'] })
    makeFile(db, { path: '/b.cbz', issues: ['harbor-1', 'harbor-2'] })
    makeFile(db, { path: '/fog.cbz', issues: ['fog-1'] })
    db.write((tx) => markGone(tx, [gone], at(1)))
    const linked = evidence.linkedFiles(db.read, 'harbor')
    expect([...linked].map(([issue, files]) => [issue, files.map(({ path }) => path)])).toEqual([['harbor-1', ['/b.cbz', '/a.cbz']], ['harbor-2', ['/b.cbz']]]) // biome-ignore format: one line
  })

  const put = (id: string, minute: number, ...stages: ('snatched' | 'failed')[]) =>
    db.write((tx) => {
      addItem(tx, { ...grabbed(id, 'harbor-1'), release_key: id, grabbed_at: at(minute) }, ['harbor-1'])
      for (const to of stages) moveItem(tx, id, { to, at: at(minute) })
    })

  test('is its downloads: the unfinished one before the newest', () => {
    put('open', 1, 'snatched')
    put('ended', 2, 'snatched', 'failed')
    put('older', 0, 'failed')
    expect(evidence.downloadsOf(db.read, 'harbor').get('harbor-1')?.map(({ item_id }) => item_id)).toEqual(['open', 'ended', 'older']) // biome-ignore format: one line
    expect(evidence.downloadsOf(db.read, 'fog').size).toBe(0)
  })

  test('is the current row, with the file that was examined', () => {
    const [first, second] = ['/a.cbz', '/b.cbz'].map((path) => makeFile(db, { path, issues: ['harbor-1'] }))
    const other = makeFile(db, { path: '/c.cbz', issues: ['harbor-2'] })
    db.write((tx) => markGone(tx, [second!], at(1)))
    put('ended', 3, 'failed')
    const now = (file: string | null, issue = 'harbor-1') => evidence.basisNow(db.read, issue, file)
    expect(now(first!)).toMatchObject({ file_id: first!, gone_at: null, open: null })
    expect(now(second!)).toMatchObject({ file_id: second!, gone_at: at(1) })
    for (const file of [other, 'none', null]) expect(now(file)).toMatchObject({ file_id: null, gone_at: null })
    expect(now(null, 'none')).toBeUndefined()
    put('old', 1, 'snatched')
    put('new', 2)
    expect(now(null)?.open).toBe('new reserved')
  })
})
