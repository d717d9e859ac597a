import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { RequestOptions } from '../../../base/outbound/external-service'
import { plus } from '../../../base/platform/clock'
import { nextTurn } from '../../../base/platform/event-loop'
import { lineLog } from '../../../base/platform/log'
import { systemRandom } from '../../../base/platform/random'
import type { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import { offer, putIndexers } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { titleDigest } from '../digest'
import type { FailedAnswer, Indexer, IndexerAnswer } from '../indexers/indexer'
import { findIndexer } from '../indexers/store'
import type { Offer } from '../offer'
import type { CandidateGrabber, GrabResult } from './candidate-grabber'
import { TargetFinder } from './search-targets'
import { Interactive, type SearchRequest } from './service'
import * as store from './store'

const THREE = 'Harbor Lights 003 (2015)'
let db: Database
let events: string[]
let clock: FakeClock
let log: string[]
let interactive: Interactive
/** The reply of each indexer to a query. */
let answer: (asking: RequestOptions) => IndexerAnswer<Offer[]> | Promise<IndexerAnswer<Offer[]>>
let names: string[]
let blockedBy: (id: string) => FailedAnswer | undefined
let route: object
let taken: unknown[][]
let grabReply: () => Promise<GrabResult>
let left: readonly store.SessionCandidate[] | undefined
let isStopped: boolean
let unblocked: string[]
let blocked: Set<string>
let kinds: string[]

beforeEach(() => {
  events = []
  log = []
  taken = []
  unblocked = []
  kinds = []
  left = undefined
  isStopped = false
  blocked = new Set()
  db = testDatabase(({ type }) => events.push(type))
  clock = fakeClock()
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', ['1', '2', '3', '4', '5', '6'].map((number) => ({ number, intent: 'wanted', release_date: `2015-0${number}-06` }))) // biome-ignore format: six issues
  names = ['mill', 'oak']
  putIndexers(db, names)
  answer = () => ({ ok: [] })
  blockedBy = () => undefined
  route = { viable: true }
  grabReply = async () => ({ status: 200, reply: {} as never })
  const made = (name: string) => ({ row: findIndexer(db.read, name)!, search: async (_query: unknown, asking: RequestOptions) => answer(asking) }) as unknown as Indexer // biome-ignore format: one glance
  interactive = new Interactive({
    ports: { db, clock, random: systemRandom, log: lineLog(clock.now, (line) => log.push(line), 'warning') },
    indexers: { enabled: () => names.map(made), get: (name) => names.filter((each) => each === name).map(made)[0] },
    indexerClient: { blockedBy: (id) => blockedBy(id) },
    acquisition: { route: () => route } as never,
    targetFinder: new TargetFinder({ db, clock, limits: () => ({}), arcIssueOf: () => undefined }),
    grabber: {
      grab: (...given: unknown[]) => {
        taken.push(given)
        return grabReply()
      },
      recover: (of: readonly store.SessionCandidate[]) => {
        left = of
      },
      stop: () => {
        isStopped = true
      },
    } as unknown as CandidateGrabber,
    unblock: (digest) => {
      unblocked.push(digest)
      return blocked.delete(digest)
    },
    leastScore: (kind) => {
      kinds.push(kind)
      return null
    },
  })
})
afterEach(async () => {
  await interactive.stop()
  db.close()
})

const begin = (entity_id = 'harbor-3', more: Partial<SearchRequest> = {}, sid = 'b') =>
  interactive.begin(sid, { entity_type: 'issue', entity_id, ...more })
const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    const { kind, detail, extra } = error as Refusal
    return { kind, detail, ...extra }
  }
  return 'begun'
}
const putSession = (session_id: string, more: Partial<store.SearchSession> = {}) => {
  const progress = { provider_total: 1, provider_completed: 1, current_provider: null }
  const row: store.SearchSession = { session_id, sid: 'b', entity_type: 'issue', entity_id: session_id, series_id: 'harbor', state: 'complete', progress, provider_failures: [], created_at: clock.now(), expires_at: plus(clock.now(), 1000), ...more } // biome-ignore format: one row
  db.write((tx) => store.addSession(tx, row))
}
const putCandidate = (session_id: string, candidate_id: string, more: Partial<store.SessionCandidate> = {}) => {
  const kept = { ...offer(THREE), found_by: 'x', found_for: 'harbor-3' }
  const verdict = { accepted: false, overrideable: false, reason_code: 'blocked.blocklisted', reasons: [], match_kind: 'issue', satisfies: [] } // biome-ignore format: one row
  const row = { session_id, candidate_id, digest: candidate_id, indexer_id: 'mill', state: 'available', offer: kept, verdict, satisfies: [], outcome: null, updated_at: clock.now(), ...more } // biome-ignore format: one row
  db.write((tx) => store.addCandidate(tx, row as unknown as store.SessionCandidate))
}
const state = (id: string) => store.findSession(db.read, id)?.state
/** Ends with the search, like a real indexer. */
const untilAborted = ({ signal }: RequestOptions) =>
  new Promise<never>((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason), { once: true }))

describe('a search', () => {
  test.each<[Partial<SearchRequest>, string]>([
    [{}, 'begun'],
    [{ mode: 'review' }, 'begun'],
    [{ entity_type: 'series', entity_id: 'harbor' }, 'begun'],
    [{ entity_type: 'series', entity_id: 'harbor', mode: 'review' }, 'begun'],
    [{ entity_type: 'series', entity_id: 'harbor', mode: 'unfiltered' }, 'begun'],
    [{ mode: 'unfiltered' }, 'Only a series search can be unfiltered. Remove mode.'],
    [{ mode: 'wild' }, 'Unknown mode wild. Use one of review, unfiltered.'],
    [{ mode: '' }, 'Unknown mode . Use one of review, unfiltered.'],
    [{ entity_type: 'volume' }, 'Unknown entity_type volume. Use one of issue, annual, story_arc_issue, series.'],
  ])('with %j: %s', (request, says) => {
    const outcome = refusal(() => begin('harbor-3', request))
    expect(outcome === 'begun' ? outcome : (outcome as { detail: string }).detail).toBe(says)
    if (outcome !== 'begun') expect(outcome).toMatchObject({ kind: 'invalid' })
  })

  test('is shown at once, belongs to its browser session, and lasts ten minutes', async () => {
    const { session_id, ...shown } = begin()
    expect(shown).toMatchObject({
      success: true,
      state: 'queued',
      progress: { provider_total: 2, provider_completed: 0, current_provider: null },
      expires_at: plus(clock.now(), 600_000),
      candidates: [],
    })
    const view = (sid: string) => refusal(() => interactive.view(sid, session_id))
    await clock.advance('9 min')
    expect([view('b'), (view('other') as { detail: string }).detail]).toEqual([
      'begun',
      'Interactive search session not found.',
    ])
    await clock.advance('1 min')
    expect(view('b')).toMatchObject({ kind: 'gone', status: 'expired' })
    expect(view('other')).toMatchObject({ kind: 'missing' })
  })

  test('continues after a match for all only when it is unfiltered', async () => {
    let count = 0
    const series = { entity_type: 'series', entity_id: 'clouds' }
    makeSeries(db, { comic_id: 'clouds', name: 'Clouds', year: 2015 })
    makeIssues(db, 'clouds', [{ number: '3', intent: 'wanted', release_date: '2015-03-06' }])
    answer = () => {
      count++
      return { ok: [offer('Clouds 003 (2015)')] }
    }
    names = ['mill']
    begin('clouds', series)
    await interactive.idle()
    expect(count).toBe(1)
    begin('clouds', { ...series, mode: 'unfiltered' })
    await interactive.idle()
    expect(count).toBeGreaterThan(2)
  })

  test('is over once it is idle, and lists indexers in order', async () => {
    answer = () => ({ ok: [offer(THREE)] })
    const { session_id } = begin()
    await interactive.idle()
    const view = interactive.view('b', session_id)
    expect(view).toMatchObject({ state: 'complete', candidates: [{ candidate: { provider: 'mill' } }] })
  })

  test('uses the minimum score of its kind of series', async () => {
    makeSeries(db, { comic_id: 'kumo', name: 'Kumo', content_type: 'manga' })
    makeIssues(db, 'kumo', [{ number: '1', intent: 'wanted', release_date: '2015-03-06' }])
    begin('kumo-1')
    begin('harbor-1')
    putSession('gone', { series_id: 'gone' })
    interactive.view('b', 'gone')
    expect(kinds).toEqual(['manga', 'comic', 'comic'])
  })

  test('without a way to download is refused', () => {
    route = { viable: false, code: 'provider_not_configured', reason: 'No indexer.' }
    expect(refusal(begin)).toMatchObject({
      kind: 'conflict',
      status: 'blocked',
      code: 'provider_not_configured',
      detail: 'No indexer.',
    })
    expect(store.countActive(db.read)).toBe(0)
  })

  test.each<[string[], string | undefined]>([
    [[], undefined],
    [['mill'], undefined],
    [['oak'], undefined],
    [['mill', 'oak'], 'No indexer can be searched now. mill is away. oak is away.'],
  ])('with %j unavailable is refused with %p', (away, sentence) => {
    blockedBy = (id) => (away.includes(id) ? { failure: 'auth', detail: `${id} is away.` } : undefined)
    const outcome = refusal(begin)
    if (sentence === undefined) expect(outcome).toBe('begun')
    else expect(outcome).toMatchObject({ kind: 'conflict', status: 'blocked', detail: sentence })
  })

  test('that no indexer would answer names three reasons, without addresses', () => {
    names = ['mill', 'oak', 'elm', 'ash']
    putIndexers(db, names)
    blockedBy = (id) => ({ failure: 'auth', detail: `${id} says https://idx.test/${id}.` })
    const { detail } = refusal(begin) as { detail: string }
    expect(detail).toStartWith('No indexer can be searched now. mill says')
    expect([detail.includes('elm says'), detail.includes('ash'), detail.includes('idx.test')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each<[number, Partial<store.SearchSession> | undefined, boolean]>([
    [3, undefined, true],
    [4, undefined, false],
    [3, { state: 'running' }, true],
    [3, { state: 'queued' }, true],
    [4, { state: 'running' }, false],
    [3, { state: 'complete' }, true],
    [4, { state: 'complete' }, false],
  ])('beside %d others, in place of %j: starts %p', (others, own, begins) => {
    for (let n = 0; n < others; n++) putSession(`other ${n}`, { sid: `b${n}`, state: n % 2 ? 'running' : 'queued' })
    putSession('over', { sid: 'x', state: 'complete' })
    if (own) putSession('own', { entity_id: 'harbor-3', ...own })
    const outcome = refusal(begin)
    if (begins) expect(outcome).toBe('begun')
    else expect(outcome).toMatchObject({ status: 'blocked', code: 'search_busy', detail: '4 searches are already running. Wait until one has finished.' }) // biome-ignore format: one glance
  })

  const HOUR = 3_600_000
  test.each<[string, number[], boolean]>([
    ['none', [], true],
    ['one just now', [0], false],
    ['one almost an hour ago', [HOUR - 1], false],
    ['one an hour ago', [HOUR], true],
    ['one just now and one long ago', [0, 2 * HOUR], false],
  ])('in place of one with running grabs (%s) starts: %p', (_, ages, begins) => {
    putSession('own', { entity_id: 'harbor-3' })
    putSession('other', { entity_id: 'harbor-4' })
    for (const [at, ms] of ages.entries()) putCandidate('own', `${at}`, { state: 'submitting', updated_at: plus(clock.now(), -ms) }) // biome-ignore format: one glance
    putCandidate('other', 'x', { state: 'submitting' })
    putCandidate('own', 'idle')
    const outcome = refusal(begin)
    if (begins) expect([outcome, store.findSession(db.read, 'own')]).toEqual(['begun', undefined])
    else expect(outcome).toMatchObject({ kind: 'conflict', status: 'conflict' })
  })

  test('replaces the one before, which ends early', async () => {
    const signals: AbortSignal[] = []
    answer = (asking) => {
      signals.push(asking.signal!)
      return untilAborted(asking)
    }
    names = ['mill']
    const first = begin()
    const other = begin('harbor-4')
    await nextTurn()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
    const second = begin()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    const ids = [first, other, second].map(({ session_id }) => store.findSession(db.read, session_id) !== undefined)
    expect(ids).toEqual([false, true, true])
  })

  test('that breaks has failed, and is logged', async () => {
    const { session_id } = begin()
    const write = db.write.bind(db)
    db.write = () => {
      db.write = write
      throw new Error('boom')
    }
    await interactive.idle()
    expect(state(session_id)).toBe('failed')
    expect(log.join()).toContain('interactive search failed')
  })
})

describe('a grab', () => {
  test("is for a candidate of its own search, and with the user's consent", async () => {
    putSession('s')
    putSession('t')
    putCandidate('s', 'c')
    expect(await interactive.grab('b', 's', 'c', true)).toMatchObject({ status: 200 })
    await interactive.grab('b', 's', 'c', false)
    expect(taken.map(([session, candidate, override]) => [(session as store.SearchSession).session_id, (candidate as store.SessionCandidate).candidate_id, override])).toEqual([['s', 'c', true], ['s', 'c', false]]) // biome-ignore format: one glance
    await expect(interactive.grab('b', 's', 'x', true)).rejects.toThrow('Release candidate not found.')
    await expect(interactive.grab('b', 't', 'c', true)).rejects.toThrow('Release candidate not found.')
    await expect(interactive.grab('other', 's', 'c', true)).rejects.toThrow('Interactive search session not found.')
    expect(taken).toHaveLength(2)
  })

  test.each(['ends well', 'fails'])('that %s is waited for at a stop', async (how) => {
    const { promise, resolve, reject } = Promise.withResolvers<GrabResult>()
    grabReply = () => promise
    putSession('s')
    putCandidate('s', 'c')
    const grab = interactive.grab('b', 's', 'c', true).catch(() => 'failed')
    let isIdle = false
    const stopping = interactive.stop().then(() => (isIdle = true))
    await nextTurn()
    expect([isStopped, isIdle]).toEqual([true, false])
    if (how === 'fails') reject(new Error('boom'))
    else resolve({ status: 200, reply: {} as never })
    await stopping
    expect(await grab).toEqual(how === 'fails' ? 'failed' : ({ status: 200, reply: {} } as never))
  })
})

test('searches end early at a stop, without a report', async () => {
  answer = untilAborted
  const { session_id } = begin()
  await nextTurn()
  await interactive.stop()
  expect(state(session_id)).toBe('running')
})

describe('after a start', () => {
  test('earlier searches have failed, and earlier grabs are settled once the journal has recovered', async () => {
    putSession('s', { state: 'running' })
    putSession('t')
    putCandidate('s', 'c', { state: 'submitting' })
    putCandidate('t', 'd')
    const { promise, resolve } = Promise.withResolvers<void>()
    const recovering = interactive.recover(() => promise)
    expect([state('s'), state('t'), left]).toEqual(['failed', 'complete', undefined])
    let isIdle = false
    const idle = interactive.idle().then(() => (isIdle = true))
    await nextTurn()
    expect(isIdle).toBe(false)
    resolve()
    await Promise.all([recovering, idle])
    expect(left?.map(({ candidate_id }) => candidate_id)).toEqual(['c'])
  })

  test('a failing journal is logged, and ends nothing else', async () => {
    await interactive.recover(() => Promise.reject(new Error('boom')))
    expect(left).toBeUndefined()
    expect(log.join()).toContain('unfinished downloads were not resumed')
  })
})

describe('an unblocked candidate', () => {
  beforeEach(() => {
    putSession('s', { entity_id: 'harbor-3' })
    putCandidate('s', 'c', { state: 'unavailable' })
    putCandidate('s', 'd', { state: 'unavailable' })
    events.length = 0
  })
  const unblock = (id = 'c', sid = 'b') => interactive.unblock(sid, 's', id)
  const shown = (id: string) => {
    const { state, verdict, satisfies, updated_at } = store.findCandidate(db.read, 's', id)!
    return [state, verdict.accepted, satisfies.length, updated_at]
  }

  test.each([
    ['its digest', ['c']],
    ['its title', [titleDigest(THREE)]],
    ['both', ['c', titleDigest(THREE)]],
  ])('by %s is judged again, alone', async (_, digests) => {
    blocked = new Set([...digests, 'another'])
    const before = clock.now()
    await clock.advance('0.5 s')
    const { candidates } = unblock()
    expect(candidates.map(({ candidate_id, state }) => `${candidate_id} ${state}`).sort()).toEqual(['c available', 'd unavailable']) // biome-ignore format: one glance
    expect([shown('c'), shown('d')]).toEqual([
      ['available', true, 1, clock.now()],
      ['unavailable', false, 0, before],
    ])
    expect([unblocked, [...blocked]]).toEqual([['c', titleDigest(THREE)], ['another']])
    expect(events).toContain('interactive.changed')
  })

  test('is unchanged if nothing of the search is missing any more', () => {
    makeFile(db, { issues: ['harbor-3'] })
    events.length = 0
    blocked = new Set(['c'])
    const before = shown('c')
    unblock()
    expect([shown('c'), events]).toEqual([before, ['interactive.changed']])
  })

  test('is refused if it does not exist, is not blocked, or belongs to another session', () => {
    blocked = new Set(['another'])
    expect(refusal(() => unblock())).toMatchObject({ kind: 'conflict', status: 'conflict', detail: 'This release is not blocked.' }) // biome-ignore format: one glance
    unblocked = []
    expect(refusal(() => unblock('x'))).toMatchObject({ kind: 'missing', detail: 'Release candidate not found.' })
    expect(refusal(() => unblock('c', 'other'))).toMatchObject({ kind: 'missing' })
    expect([unblocked, events]).toEqual([[], []])
  })

  test.each([
    ['may be overridden', 'Harbor Lights 003 (2015) (French)', 'available'],
    ['may not be overridden', 'Harbor Lights 003 (2015)', 'unavailable'],
  ])('and is rejected for another reason, which %s, stays so', (_, title, state) => {
    const kept = { ...offer(title, { password: 1 }), found_by: 'x', found_for: 'harbor-3' }
    putCandidate('s', 'e', { state: 'unavailable', offer: title.includes('French') ? { ...kept, password: 0 } : kept })
    blocked = new Set(['e'])
    unblock('e')
    expect(shown('e').slice(0, 2)).toEqual([state, false])
  })
})

test('an expired search loses its candidates at once, and is deleted after a day', async () => {
  putSession('s', { expires_at: clock.now() })
  putSession('t')
  for (const id of ['s', 't']) putCandidate(id, 'c')
  const there = () => ['s', 't'].map((id) => [state(id) !== undefined, store.candidatesOf(db.read, id).length])
  interactive.purge()
  expect(there()).toEqual([[true, 0], [true, 1]]) // biome-ignore format: one glance
  await clock.advance('24 h')
  interactive.purge()
  expect(there()).toEqual([[true, 0], [true, 0]]) // biome-ignore format: one glance
  await clock.advance('1 s')
  interactive.purge()
  expect(there()).toEqual([[false, 0], [true, 0]]) // biome-ignore format: one glance
})
