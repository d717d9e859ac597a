import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import type { CandidateState } from '../states'
import * as store from './store'

const T = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
let db: Database
let events: AppEvent[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
})

function putSession(session_id: string, more: Partial<store.SearchSession> = {}): void {
  const row: store.SearchSession = {
    session_id,
    sid: 'browser',
    entity_type: 'issue',
    entity_id: session_id,
    series_id: 'harbor',
    state: 'complete',
    progress: { provider_total: 1, provider_completed: 1, current_provider: null },
    provider_failures: [],
    created_at: T(1),
    expires_at: T(5),
    ...more,
  }
  db.write((tx) => store.addSession(tx, row))
}
function putCandidate(session_id: string, candidate_id: string, state: CandidateState = 'available'): void {
  const row = {
    session_id,
    candidate_id,
    digest: candidate_id,
    indexer_id: 'a',
    state,
    offer: {} as store.SavedOffer,
    verdict: {} as store.SessionCandidate['verdict'],
    satisfies: [],
    outcome: null,
    updated_at: T(1),
  }
  db.write((tx) => store.addCandidate(tx, row))
}
const states = () =>
  ['a', 'b']
    .flatMap((id) => store.candidatesOf(db.read, id).map((one) => `${id} ${one.candidate_id} ${one.state}`))
    .sort()
const found = (id: string) => store.findSession(db.read, id)?.session_id

describe('sessions', () => {
  beforeEach(() => {
    putSession('a')
    putSession('b', { state: 'running' })
    putSession('c', { state: 'queued' })
  })

  test('are found by their whole slot', () => {
    const slot = { sid: 'browser', entity_type: 'issue', entity_id: 'a' } as const
    expect(store.sessionInSlot(db.read, slot)?.session_id).toBe('a')
    expect(store.sessionInSlot(db.read, { ...slot, sid: 'other' })).toBeUndefined()
    expect(store.sessionInSlot(db.read, { ...slot, entity_type: 'annual' })).toBeUndefined()
    expect(store.sessionInSlot(db.read, { ...slot, entity_id: 'none' })).toBeUndefined()
  })

  test('are changed alone, and send their number of candidates to their browser', () => {
    putCandidate('a', '1')
    putCandidate('a', '2')
    putCandidate('b', '1')
    const changed = (id: string) => db.write((tx) => store.changeSession(tx, id, { state: 'failed' }))
    expect([changed('a')?.state, changed('none')]).toEqual(['failed', undefined])
    expect(events).toMatchObject([
      { type: 'interactive.changed', session_id: 'a', sid: 'browser', state: 'failed', candidate_count: 2 },
    ])
    expect(store.findSession(db.read, 'b')?.state).toBe('running')
    events.length = 0
    db.write((tx) => store.emitSession(tx, 'none'))
    db.write((tx) => store.emitSession(tx, 'b'))
    expect(events).toMatchObject([{ session_id: 'b', candidate_count: 1 }])
  })

  test('that run or wait are counted, and fail with their process', () => {
    expect(store.countActive(db.read)).toBe(2)
    db.write(store.failActive)
    expect(['a', 'b', 'c'].map((id) => store.findSession(db.read, id)?.state)).toEqual(['complete', 'failed', 'failed'])
    expect(store.countActive(db.read)).toBe(0)
  })

  test('are deleted with their candidates', () => {
    putCandidate('a', '1')
    putCandidate('b', '1')
    db.write((tx) => store.dropSession(tx, 'a'))
    expect([found('a'), found('b'), states()]).toEqual([undefined, 'b', ['b 1 available']])
  })
})

test('a purge deletes results of expired sessions, except running grabs and their outcomes', () => {
  putSession('a', { expires_at: T(3) })
  putSession('b', { expires_at: T(4) })
  const all: CandidateState[] = ['available', 'unavailable', 'failed', 'submitting', 'submitted', 'manual_review']
  for (const id of ['a', 'b']) for (const [at, state] of all.entries()) putCandidate(id, `${at}`, state)
  db.write((tx) => store.purgeSessions(tx, { now: T(3), forget: T(3) }))
  expect(states()).toEqual([
    'a 3 submitting',
    'a 4 submitted',
    'a 5 manual_review',
    ...all.map((state, at) => `b ${at} ${state}`),
  ])
  expect(found('a')).toBe('a')
  db.write((tx) => store.purgeSessions(tx, { now: T(3), forget: '2026-11-21T03:00:00.001Z' }))
  expect([found('a'), found('b')]).toEqual([undefined, 'b'])
})

describe('candidates', () => {
  beforeEach(() => {
    putSession('a')
    putSession('b')
    for (const id of ['a', 'b']) for (const n of ['1', '2']) putCandidate(id, n)
  })

  test('belong to one session, and are dropped alone', () => {
    expect(store.findCandidate(db.read, 'b', '2')).toMatchObject({ session_id: 'b', candidate_id: '2' })
    expect(store.findCandidate(db.read, 'b', '3')).toBeUndefined()
    db.write((tx) => store.dropCandidate(tx, store.findCandidate(tx, 'a', '1')!))
    expect(states()).toEqual(['a 2 available', 'b 1 available', 'b 2 available'])
  })

  test('change alone, from the expected state', () => {
    const move = (from: CandidateState, to: CandidateState) =>
      db.write((tx) => store.moveCandidate(tx, { session_id: 'a', candidate_id: '1', from, to }, { status: to }, T(2)))
    expect([move('submitting', 'failed'), move('available', 'submitting')]).toEqual([false, true])
    expect(states()).toEqual(['a 1 submitting', 'a 2 available', 'b 1 available', 'b 2 available'])
    expect(store.findCandidate(db.read, 'a', '1')).toMatchObject({
      outcome: { status: 'submitting' },
      updated_at: T(2),
    })
  })

  test('that are running are listed for all sessions or one', () => {
    for (const id of ['a', 'b'])
      db.write((tx) =>
        store.moveCandidate(tx, { session_id: id, candidate_id: '2', from: 'available', to: 'submitting' }, null, T(2)),
      )
    const under = (id?: string) => store.submittingCandidates(db.read, id).map((one) => one.session_id)
    expect([under().sort(), under('a'), under('none')]).toEqual([['a', 'b'], ['a'], []])
  })

  test('are judged again alone, and not during or after a grab', () => {
    const all: CandidateState[] = ['available', 'unavailable', 'failed', 'submitting', 'submitted', 'manual_review']
    for (const state of all) putCandidate('b', state, state)
    const change = {
      verdict: { accepted: true } as never,
      satisfies: [],
      state: 'unavailable' as const,
      updated_at: T(3),
    }
    db.write((tx) => {
      for (const candidate of store.candidatesOf(tx, 'b')) if (candidate.candidate_id !== '2') store.changeCandidate(tx, candidate, change) // biome-ignore format: one glance
    })
    const changed = [...store.candidatesOf(db.read, 'a'), ...store.candidatesOf(db.read, 'b')]
      .filter(({ updated_at }) => updated_at === T(3))
      .map(({ session_id, candidate_id, state }) => `${session_id} ${candidate_id} ${state}`)
    expect(changed.sort()).toEqual(['b 1 unavailable', 'b available unavailable', 'b unavailable unavailable'])
  })
})
