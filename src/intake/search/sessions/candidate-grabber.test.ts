import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { lineLog } from '../../../base/platform/log'
import { systemRandom } from '../../../base/platform/random'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { issuesOf } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { makeIssues, makeSeries } from '../../../testing/make'
import { AcquisitionGate } from '../../acquisition/gate'
import type { DownloadItem } from '../../downloads/store'
import type { GrabOutcome } from '../grabs/grab-request'
import type { GrabNow, RouteCheck } from '../grabs/grabber'
import { CandidateGrabber } from './candidate-grabber'
import type { RefindResult } from './refind'
import * as store from './store'

const SUBMITTED: GrabOutcome = { state: 'submitted', release_key: 'k' }
const OFFER = { title: 'Harbor Lights 001', guid: 'g', protocol: 'usenet', found_by: 'x', found_for: 'harbor-1' }
const ACCEPTED = { accepted: true, overrideable: false, reasons: [], satisfies: [], reason_code: 'accepted.issue' }

let db: Database
let outcome: GrabOutcome | Error
let requests: Parameters<GrabNow>[0][]
let route: RouteCheck | { client: object }
let again: RefindResult
let isBusy: boolean
/** The row of the journal, under any id. */
let item: DownloadItem | undefined
let grabber: CandidateGrabber
let events: string[]
let gate: AcquisitionGate
/** The signal that ends a grab early. */
let grabSignal: AbortSignal | undefined

beforeEach(() => {
  events = []
  db = testDatabase(({ type }) => events.push(type))
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  outcome = SUBMITTED
  requests = []
  route = { client: {} }
  again = { offer: OFFER as never, issues: issuesOf(db.read, 'harbor'), pack: true, upgrade: false }
  isBusy = false
  item = undefined
  const clock = fakeClock()
  const grabNow: GrabNow = async (request) => {
    requests.push(request)
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const ports = { db, clock, random: systemRandom, log: lineLog(clock.now, () => {}, 'warning') }
  gate = new AcquisitionGate({ ...ports, isPaused: () => false })
  grabber = new CandidateGrabber({
    ports,
    gate,
    indexers: { get: () => undefined },
    grabber: {
      alone: async (work) => (isBusy ? undefined : work(grabNow)),
      route: async () => route as RouteCheck,
    },
    refind: async (_pending, signal) => {
      grabSignal = signal
      return again
    },
    journal: { find: () => item },
  })
  const progress = { provider_total: 1, provider_completed: 1, current_provider: null }
  const session = {
    session_id: 's',
    sid: 'b',
    entity_type: 'series',
    entity_id: 'harbor',
    series_id: 'harbor',
  } as const
  const [created_at, expires_at] = ['2026-11-21T08:00:00.000Z', '2026-11-21T08:10:00.000Z']
  const row = { ...session, state: 'complete' as const, progress, provider_failures: [], created_at, expires_at }
  db.write((tx) => store.addSession(tx, row))
  put()
})
afterEach(() => db.close())

function put(more: Partial<store.SessionCandidate> = {}): void {
  const row: store.SessionCandidate = {
    session_id: 's',
    candidate_id: 'c',
    digest: 'd',
    indexer_id: 'a',
    state: 'available',
    offer: OFFER as never,
    verdict: ACCEPTED as never,
    satisfies: [],
    outcome: null,
    updated_at: '2026-11-21T08:00:00.000Z',
    ...more,
  }
  db.write((tx) => {
    const before = store.findCandidate(tx, 's', 'c')
    if (before) store.dropCandidate(tx, before)
    store.addCandidate(tx, row)
  })
}
const candidate = () => store.findCandidate(db.read, 's', 'c')!
const grab = (override = false) => grabber.grab(store.findSession(db.read, 's')!, candidate(), override)
const refusal = async (override = false) => {
  const error = await grab(override).catch((each: unknown) => each)
  if (!(error instanceof Refusal)) throw error
  return { kind: error.kind, detail: error.message, ...error.extra }
}
const journalItem = (stage: DownloadItem['stage'], reason: string | null = null) =>
  ({ stage, reason, release_key: 'k' }) as DownloadItem

describe('a candidate that is grabbed', () => {
  test('is grabbed for all of its issues, and once', async () => {
    const savedReply = { status: 'submitted', candidate_id: 'c', journal_release_key: 'k', journal_managed: true }
    expect(await grab()).toEqual({ status: 200, reply: { ...savedReply, success: true, idempotent: false } as never })
    expect(requests).toMatchObject([
      {
        indexer_id: 'a',
        entity_type: 'issue',
        entity_id: 'harbor-1',
        comic_id: 'harbor',
        issue_ids: ['harbor-1', 'harbor-2'],
        pack: true,
        requested_by: 'interactive',
        item_id: expect.any(String),
      },
    ])
    expect(candidate().state).toBe('submitted')
    expect(gate.leases.active()).toEqual([])
    expect(events).toContain('interactive.changed')
    expect(await grab()).toEqual({ status: 200, reply: { ...savedReply, success: true, idempotent: true } as never })
    expect(requests).toHaveLength(1)
  })

  test('with an unclear outcome is left to the user', async () => {
    outcome = { state: 'manual_review', code: 'handoff_outcome_ambiguous', detail: 'It may have it.', release_key: 'k' }
    expect(await grab()).toMatchObject({ status: 500, reply: { success: false, status: 'manual_review', error: 'It may have it.' } }) // biome-ignore format: one reply
    expect(candidate().state).toBe('manual_review')
  })

  test('and rejected permanently is over', async () => {
    outcome = { state: 'failed', code: 'handoff_rejected', detail: 'It is no NZB.' }
    expect(await refusal()).toMatchObject({ kind: 'upstream', code: 'handoff_rejected', detail: 'It is no NZB.' })
    expect(candidate().state).toBe('failed')
    expect(await grab()).toMatchObject({ status: 200, reply: { success: false, status: 'failed', idempotent: true } })
  })
})

describe('a candidate may be retried after', () => {
  test.each<[string, () => void, object]>([
    ['another grab was running', () => (isBusy = true), { code: 'grab_busy' }],
    ['no client was ready', () => (route = { problem: 'SAB is off.' }), { code: 'route_unavailable', detail: 'SAB is off.' }],
    ['the release was gone', () => (again = { code: 'candidate_changed', detail: 'Gone.' }), { code: 'candidate_changed', status: 'conflict' }],
    ['nothing was missing', () => (outcome = { state: 'blocked', code: 'item_not_eligible', detail: 'Nothing.' }), { code: 'item_not_eligible', status: 'blocked' }],
    ['another search grabbed it', () => (outcome = { state: 'in_flight', code: 'in_flight', detail: 'It is.' }), { code: 'in_flight', status: 'blocked' }],
    ['its indexer was unreachable', () => (outcome = { state: 'failed', code: 'provider_unavailable', detail: 'Away.' }), { code: 'provider_unavailable' }],
    ['an internal error occurred', () => (outcome = new Error('boom')), { code: 'revalidation_failed', kind: 'upstream' }],
  ])('%s', async (_, begin, says) => {
    begin()
    expect(await refusal()).toMatchObject({ success: false, candidate_id: 'c', ...says })
    expect(candidate()).toMatchObject({ state: 'available', outcome: null })
    expect(gate.leases.active()).toEqual([])
    isBusy = false
    route = { client: {} } as never
    again = { offer: OFFER as never, issues: issuesOf(db.read, 'harbor'), pack: false, upgrade: false }
    outcome = SUBMITTED
    expect(await grab()).toMatchObject({ status: 200 })
  }) // biome-ignore format: a row each
})

describe('an internal error during the hand-over', () => {
  test.each<[DownloadItem, string, number | undefined]>([
    [journalItem('snatched'), 'submitted', 200],
    [journalItem('reserved'), 'manual_review', 500],
    [journalItem('manual_review', 'x: It may have it.'), 'manual_review', 500],
    [journalItem('failed', 'submission_rejected: No.'), 'failed', undefined],
  ])('the journal decides: %j', async (row, state, status) => {
    outcome = new Error('boom')
    item = row
    if (status === undefined) expect(await refusal()).toMatchObject({ code: 'handoff_rejected', detail: 'No.' })
    else expect((await grab()).status).toBe(status as 200)
    expect(candidate().state).toBe(state as 'failed')
  })
})

test('a grab ends early when the process stops', async () => {
  await grab()
  expect(grabSignal?.aborted).toBe(false)
  grabber.stop()
  expect(grabSignal?.aborted).toBe(true)
})

test.each<[object, boolean, string | undefined]>([
  [{ accepted: false, overrideable: true }, false, 'override_required'],
  [{ accepted: false, overrideable: true }, true, undefined],
  [{ accepted: false, overrideable: false }, true, 'not_overrideable'],
  [{ accepted: true, overrideable: false }, false, undefined],
])('a verdict with %j and override %p is refused with %p', async (verdict, override, code) => {
  put({ verdict: { ...ACCEPTED, reasons: [{ code: 'rejected.x', message: 'It is French.' }], ...verdict } as never })
  if (code === undefined) expect((await grab(override)).status).toBe(200)
  else expect(await refusal(override)).toMatchObject({ code, detail: expect.stringContaining('It is French.') })
})

test('a verdict without a reason is refused as rejected', async () => {
  put({ verdict: { ...ACCEPTED, accepted: false } as never })
  expect(await refusal(true)).toMatchObject({ detail: 'This release cannot be downloaded. Rejected.' })
})

test('a grab holds a lease for its time, and waits for the gate', async () => {
  const held: number[] = []
  route = { get problem() { held.push(gate.leases.active().length); return 'No.' } } // biome-ignore format: one glance
  expect(await refusal()).toMatchObject({ code: 'route_unavailable' })
  expect([held.every((count) => count === 1), gate.leases.active()]).toEqual([true, []])
  gate.reconcile('migrating', 'A migration.')
  expect(await refusal()).toMatchObject({
    code: 'maintenance',
    kind: 'locked',
    detail: expect.stringMatching(/^Downloads are on hold. ./),
  })
  expect([candidate().state, requests]).toEqual(['available', []])
})

test('a candidate that is being grabbed, or was deleted, is refused', async () => {
  const before = candidate()
  put({ state: 'submitting' })
  expect(await refusal()).toMatchObject({ status: 'conflict', detail: expect.stringContaining('already') })
  const session = store.findSession(db.read, 's')!
  const error = await grabber.grab(session, before, false).catch((each: Error) => each)
  expect(error).toMatchObject({ message: expect.stringContaining('no longer available') })
  expect(requests).toEqual([])
})

test.each<[DownloadItem | undefined, object | null, string]>([
  [undefined, { item_id: 'i' }, 'available'],
  [journalItem('snatched'), { item_id: 'i' }, 'submitted'],
  [journalItem('snatched'), null, 'available'],
  [journalItem('failed', 'x: No.'), { item_id: 'i' }, 'failed'],
  [journalItem('reserved'), { item_id: 'i' }, 'submitting'],
])('a grab interrupted by a crash with the journal at %j and %j is %s', (row, saved, state) => {
  item = row
  put({ state: 'submitting', outcome: saved as never })
  grabber.recover([candidate()])
  expect(candidate().state).toBe(state as 'failed')
})
