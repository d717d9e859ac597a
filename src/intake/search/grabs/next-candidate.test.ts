import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { lineLog } from '../../../base/platform/log'
import { findIssue, reserveIssues, setIntent } from '../../../library/series/store'
import { issues } from '../../../library/series/tables'
import { offer, searchHarness } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import type { FailureReason } from '../../downloads/journal/reasons'
import * as course from '../../downloads/journal/stage-changes'
import { addItem, findDownload } from '../../downloads/store'
import { releaseDigest } from '../digest'
import { endOpen } from '../runs/item-store'
import { saveLastSearch } from '../runs/last-store'
import { endRun, insertItems, insertSearchRun } from '../runs/store'
import type { GrabOutcome } from './grab-request'
import { knownReleases } from './known-store'
import { NextCandidate } from './next-candidate'

const FIRST = offer('Harbor Lights 007 (2015) (Digital) (Zone-Empire)')
const SECOND = offer('Harbor Lights 007 (2015) (Scan)', { size: 30_000_000 })
const EIGHTH = offer('Harbor Lights 008 (2015) (Digital) (Zone-Empire)')
let harness: ReturnType<typeof searchHarness>
let again: NextCandidate
let healthy: Set<string>
let checks: number

beforeEach(() => {
  harness = searchHarness({ indexers: [{ name: 'alpha', search: () => ({ ok: [FIRST, SECOND, EIGHTH] }) }] })
  makeSeries(harness.db, { year: 2015 })
  const issue = (number: number, intent: 'wanted' | 'policy') =>
    ({ number: String(number), intent, release_date: '2015-06-03' }) as const
  makeIssues(harness.db, 'harbor', [issue(7, 'wanted'), issue(8, 'wanted'), issue(9, 'policy')])
  healthy = new Set(['sab'])
  checks = 0
  const clients = { healthyNames: () => healthy, check: async () => void checks++ }
  again = new NextCandidate({ ...harness, log: lineLog(harness.clock.now, () => {}), clients })
})

/** A grabbed release that failed. */
function failed(
  issues: number[],
  more: { reason?: FailureReason; again_at?: string; requested_by?: string } = {},
): void {
  const { db, clock } = harness
  const ids = issues.map((number) => `harbor-${number}`)
  db.write((tx) => {
    const at = clock.now()
    reserveIssues(tx, ids, at)
    const names = { item_id: 'item', release_key: `${ids[0]}|alpha`, digest: releaseDigest(FIRST), indexer: 'alpha' }
    const entity = { entity_type: 'issue', entity_id: ids[0]!, comic_id: 'harbor' } as const
    const { requested_by = 'scheduled' } = more
    addItem(tx, { ...names, ...entity, title: FIRST.title, protocol: 'usenet', grabbed_at: at, requested_by }, ids)
    course.advanceStage(tx, 'item', 'snatched', at, { client_id: 'job' })
    const { reason = 'download_failed_researching', again_at = at } = more
    course.endAsFailed(tx, 'item', { to: 'failed', reason, detail: 'It broke.', at_step: 'download', again_at }, at)
  })
}
const item = () => findDownload(harness.db.read, 'item')!
const runs = () => harness.runs.list({}).runs.map(({ cause, scope_type, scope_id }) => [cause, scope_type, scope_id])
const begun = () => harness.runs.list({}).runs.filter(({ cause }) => cause === 'next_candidate')
const idle = () => harness.operations.idle()

describe('a failed release', () => {
  test('is followed by the next one, and is not grabbed again', async () => {
    failed([7])
    again.run()
    await idle()
    expect(runs()).toEqual([['next_candidate', 'issue', 'harbor-7']])
    expect(harness.wishes.map((wish) => wish.offer.title)).toEqual([SECOND.title])
    expect(item()).toMatchObject({ again_at: null, resolution: null })
    again.run()
    expect(runs()).toHaveLength(1)
  })

  test('is checked again while a search that saw it in flight has not ended', async () => {
    const answer = Promise.withResolvers<GrabOutcome>()
    harness.outcome = () => answer.promise
    harness.runs.beginIssue('harbor-7', 'issue_wanted')
    await new Promise((resolve) => setImmediate(resolve))
    failed([7])
    again.run()
    expect([runs(), item().again_at]).toEqual([[['issue_wanted', 'issue', 'harbor-7']], harness.clock.now()])
    answer.resolve({ state: 'failed', code: 'duplicate', detail: 'No.' })
    await idle()
    again.run()
    expect([runs().length, item().again_at]).toEqual([2, null])
  })

  test('may be grabbed again if its client lost it', async () => {
    failed([7], { reason: 'download_gone' })
    again.run()
    await idle()
    expect([item().resolution, harness.wishes[0]?.offer.title]).toEqual(['retried', FIRST.title])
  })

  test('waits until it is due, and while automation is held', async () => {
    failed([7], { again_at: '2026-11-21T08:10:00.000Z' })
    again.run()
    expect(runs()).toEqual([])
    await harness.clock.advance('10 min')
    harness.hold('Somebody moves in.')
    again.run()
    expect([runs(), item().again_at]).toEqual([[], '2026-11-21T08:10:00.000Z'])
    harness.hold()
    again.run()
    expect(runs()).toHaveLength(1)
    await idle()
  })

  test('waits while there is no indexer, and is checked every minute', async () => {
    failed([7])
    const indexers = harness.indexers.splice(0)
    expect(again.run()).toBe(0)
    expect([runs(), item().again_at]).toEqual([[], harness.clock.now()])
    harness.indexers.push(...indexers)
    again.tick()
    expect(runs()).toHaveLength(1)
    await idle()
  })

  test('starts waiting searches, and reports how many', async () => {
    harness.hold('Somebody moves in.')
    const { run_id } = harness.runs.beginIssue('harbor-8', 'issue_wanted')!
    harness.hold()
    failed([7])
    expect(again.run()).toBe(1)
    expect(harness.runs.run(run_id, {}).run.dispatch_state).toBe('accepted')
    await idle()
  })

  test('for an unknown reason is not grabbed again', async () => {
    failed([7])
    harness.db.write((tx) => tx.run('update journal set reason = null' as never))
    again.run()
    expect([runs().length, item().resolution, item().again_at]).toEqual([1, null, null])
    await idle()
  })

  test('of a pack is followed by a search for all of its issues', async () => {
    failed([7, 8])
    again.run()
    await idle()
    expect([runs(), item().again_at]).toEqual([[['next_candidate', 'series', 'harbor']], null])
    expect(harness.queries.some((line) => line.includes('008'))).toBe(true)
  })

  test('of a pack is followed by a search for its issues that are still wanted', async () => {
    failed([7, 9])
    again.run()
    expect(runs()).toEqual([['next_candidate', 'issue', 'harbor-7']])
    await idle()
  })

  test('is not followed by a search if the issue is owned or no longer wanted', async () => {
    failed([9])
    again.run()
    await idle()
    expect([runs(), item().again_at]).toEqual([[], null])
  })

  test('and was chosen by the user makes its issue wanted', async () => {
    failed([9], { requested_by: 'interactive' })
    again.run()
    await idle()
    expect(findIssue(harness.db.read, 'harbor-9')?.intent).toBe('wanted')
    expect(runs()).toEqual([['next_candidate', 'issue', 'harbor-9']])
  })

  test('is resolved once another one is searched for', () => {
    failed([7], { reason: 'reserved_without_persisted_acceptance' })
    again.run()
    expect(item()).toMatchObject({ resolution: 'retried', again_at: null })
  })

  test('may be grabbed by the user, and by a search once it was resolved', () => {
    failed([7])
    const digest = releaseDigest(FIRST)
    const known = (byHand: boolean) => knownReleases(harness.db.read, [digest], { byHand }).get(digest)
    expect([known(false), known(true)]).toEqual([{ duplicate: true }, undefined])
    harness.db.write((tx) => void course.resolveItem(tx, 'item', 'retried'))
    expect(known(false)).toBeUndefined()
  })
})

describe('an issue without a client for its release', () => {
  const AWAY = { state: 'failed', code: 'route_unavailable', detail: 'SAB does not answer.' } as const
  /** Issues that were searched for without a client; returns their ids. */
  const manyUntaken = (count: number, intent: 'wanted' | 'policy', from = 100): string[] => {
    const { db, clock } = harness
    const numbers = Array.from({ length: count }, (_, n) => from + n)
    const ids = makeIssues(db, 'harbor', numbers.map((number) => ({ number: String(number), intent, release_date: '2015-06-03' }))) // biome-ignore format: one row
    db.write((tx) => {
      const at = clock.now()
      const run_id = `before ${from}`
      const scope = {
        trigger: 'scheduled',
        scope_type: 'wanted_backlog',
        scope_id: 'all',
        priority: 'routine',
      } as const
      insertSearchRun(tx, { ...scope, run_id, created_at: at })
      insertItems(tx, run_id, ids.map((entity_id) => ({ entity_type: 'issue', entity_id })), at) // biome-ignore format: one row
      endOpen(tx, run_id, 'failed', 'route_unavailable', at)
      const last = { run_id, state: 'failed', summary: 'Away.', searched_at: at } as const
      for (const entity_id of ids)
        saveLastSearch(tx, { ...last, entity_type: 'issue', entity_id, asked: [], refused: [] })
      endRun(tx, run_id, { state: 'failed', at })
    })
    return ids
  }
  const untaken = async (...issues: number[]) => {
    harness.outcome = () => AWAY
    for (const number of issues) harness.runs.beginIssue(`harbor-${number}`, 'issue_wanted')
    await idle()
    again.run()
    await idle()
  }

  test('is searched for again as soon as a client answers again, once', async () => {
    await untaken(7)
    expect(runs()).toHaveLength(2) // A start counts as a recovery, since earlier states are unknown.
    healthy = new Set()
    again.run()
    await idle()
    expect(runs()).toHaveLength(2)
    harness.outcome = () => ({ state: 'submitted', release_key: 'key' })
    healthy = new Set(['sab'])
    again.run()
    again.run()
    await idle()
    expect(runs()[0]).toEqual(['next_candidate', 'issue', 'harbor-7'])
    expect(findIssue(harness.db.read, 'harbor-7')?.fulfillment).toBe('snatched')
    healthy = new Set(['sab', 'nzbget'])
    again.run()
    expect(runs()).toHaveLength(3)
  })

  test('has its clients checked every minute', async () => {
    again.tick()
    expect(checks).toBe(0)
    healthy = new Set()
    await untaken(7)
    again.tick()
    again.tick()
    expect([checks, runs().length]).toEqual([2, 1])
  })

  test('is searched for together with others in one search', async () => {
    await untaken(7, 8)
    expect(runs()[0]).toEqual(['next_candidate', 'wanted_backlog', 'all'])
    expect(runs()).toHaveLength(3)
  })

  test('is searched for in batches of a hundred, the next one at the next check', () => {
    const ids = manyUntaken(101, 'wanted')
    again.run()
    again.run()
    again.run()
    const lots = begun().map(({ run_id }) => harness.runs.run(run_id, {}).items.map(({ entity_id }) => entity_id))
    expect(lots.toReversed()).toEqual([ids.slice(0, 100), [ids[100]!]])
  }) // biome-ignore format: one row

  test('and is no longer wanted is not searched for, or checked again', () => {
    const [id] = manyUntaken(100, 'policy')
    again.run()
    harness.db.write((tx) => void setIntent(tx, id!, 'wanted', harness.clock.now()))
    again.run()
    expect(begun()).toEqual([])
  })

  test('is searched for without others that are no longer wanted', () => {
    manyUntaken(2, 'policy')
    manyUntaken(1, 'wanted', 200)
    again.run()
    expect(begun()).toMatchObject([{ scope_type: 'issue', scope_id: 'harbor-200' }])
  })

  test('waits while automation is held', async () => {
    await untaken(7)
    harness.hold('Somebody moves in.')
    healthy = new Set(['sab', 'nzbget'])
    again.run()
    expect(runs()).toHaveLength(2)
    harness.hold()
    again.run()
    expect(runs()).toHaveLength(3)
  })
})

describe('scheduling', () => {
  test('several times at once leads to one check, and a failed check is logged and blocks no other', async () => {
    const lines: string[] = []
    let looks = 0
    const clients = { healthyNames: () => healthy, check: async () => {} }
    const allowed = (): never => {
      looks++
      throw new Error('the disk is full')
    }
    const acquisition = { ...harness.acquisition, allowed } as never
    const log = lineLog(harness.clock.now, (line) => lines.push(line))
    const kicked = new NextCandidate({ ...harness, log, clients, acquisition })
    kicked.schedule()
    kicked.schedule()
    await new Promise((resolve) => setImmediate(resolve))
    expect(looks).toBe(1)
    expect(lines.join()).toContain('the disk is full')
    kicked.schedule()
    await new Promise((resolve) => setImmediate(resolve))
    expect(looks).toBe(2)
  })

  test('starts due searches', async () => {
    failed([7])
    again.schedule()
    expect(runs()).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(runs()).toEqual([['next_candidate', 'issue', 'harbor-7']])
    await idle()
  })
})

test.each([
  ['download_gone', 'retried'],
  ['download_failed_researching', null],
] as const)('what ended with %s is resolved as %p once another search has begun', async (reason, resolution) => {
  failed([7], { reason })
  again.run()
  await idle()
  expect(item()).toMatchObject({ resolution, again_at: null })
})

test.each(['downloaded', 'explicit skip', 'explicit ignore'])(
  'an issue that the user grabbed is not searched for again if it is by now: %s',
  async (is) => {
    failed([9], { requested_by: 'interactive' })
    const change =
      is === 'downloaded' ? { fulfillment: 'downloaded' } : { intent: is.endsWith('skip') ? 'skipped' : 'ignored' }
    harness.db.write((tx) =>
      tx
        .update(issues)
        .set(change as never)
        .where(eq(issues.issue_id, 'harbor-9'))
        .run(),
    )
    again.run()
    await idle()
    expect(runs()).toEqual([])
    expect(findIssue(harness.db.read, 'harbor-9')).toMatchObject(change)
    expect(item().again_at).toBeNull()
  },
)
