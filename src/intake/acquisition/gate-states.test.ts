import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { weeklyReleases } from '../../collecting/weekly/tables'
import { findIssue, reserveIssues, setIntent } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import {
  fillLibrary,
  grab,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
  withTimePassing,
} from '../../testing/indexers/interactive-harness'
import { makeIssues } from '../../testing/make'
import { advanceStage, endAsFailed } from '../downloads/journal/stage-changes'
import { addItem } from '../downloads/store'
import type { SearchHealthReply } from '../search/health/schema'
import type { SessionView } from '../search/sessions/schema'
import { type GateState, gateAnswers, gateStates, type Producer, producers } from './states'
import { acquisitionGate } from './tables'

/** Each producer is started at each state of the gate, in the whole app, which is then killed and started again. */

const titleOf = (number: number) => `Harbor Lights 00${number} (2015) (Digital)`
const NUMBERS = [1, 2, 3, 4, 5, 6, 7]

let harness: InteractiveHarness
let app: TestApp

beforeEach(async () => {
  harness = makeInteractiveHarness({ a: { releases: NUMBERS.map((number) => ({ title: titleOf(number) })) } })
  app = await start()
  fillLibrary(app, harness)
  makeIssues(app.db, 'harbor', [{ number: '7', release_date: '2015-07-06' }])
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

/** The pause is in the settings file, which tests keep in memory. */
const start = (isPaused = false) =>
  startApp(harness, {
    databasePath: join(harness.folder, 'panelkeep.db'),
    text: `[Scheduler]\nsearching_paused = ${isPaused}\n`,
  })
const ok = <T = Record<string, unknown>>(reply: Promise<Response>, status = 200) => app.reader.json<T>(status, reply)
const health = () => ok<SearchHealthReply>(app.reader.get('/api/search/health'))
const job = (name: string) => ok(app.reader.post(`/api/system/jobs/${name}/run`), 202)
const reason = { reason: 'A test.' }
const ready = (status = 200) => ok(app.reader.post('/api/system/acquisition/reconciliation/ready', reason), status)
const abort = (status = 200) => ok(app.reader.post('/api/system/acquisition/maintenance/abort', reason), status)
const pause = (searching_paused: boolean) => ok(app.reader.put('/api/config', { searching_paused }))

/** Writes the rows that the owner of each state writes. */
async function close(state: GateState): Promise<void> {
  if (state === 'paused') return void (await pause(true))
  const at = app.clock.now()
  const owner = {
    owner: 'housekeeping',
    run_id: 'r1',
    reason: 'A repair is running.',
    closed_at: at,
    heartbeat_at: at,
    epoch: 1,
  }
  const row = state === 'maintenance' ? owner : { reconciliation: state === 'open' ? 'ready' : state }
  app.db.write((tx) => {
    tx.insert(acquisitionGate)
      .values({ gate_id: 1, ...(row as object) })
      .run()
  })
}

/** Opens the gate as the user would. */
async function open(state: GateState): Promise<void> {
  if (state === 'paused') await pause(false)
  if (state === 'migrating') await ready(409)
  if (state === 'maintenance') {
    await ready(423)
    await abort(423)
    await app.clock.advance('2 min')
  }
  if (state === 'migrating' || state === 'maintenance') await abort()
  if (state !== 'paused' && state !== 'maintenance') await ready()
}

/** A grabbed release that failed; the next candidate is due. */
async function failOne(): Promise<void> {
  app.db.write((tx) => {
    const at = app.clock.now()
    reserveIssues(tx, ['harbor-5'], at)
    const names = { item_id: 'item', release_key: 'harbor-5|indexer a', digest: 'another', indexer: 'Indexer A' }
    const entity = { entity_type: 'issue', entity_id: 'harbor-5', comic_id: 'harbor' } as const
    const release = {
      title: 'Harbor Lights 005 (2015)',
      protocol: 'usenet',
      grabbed_at: at,
      requested_by: 'rss',
    } as const
    addItem(tx, { ...names, ...entity, ...release }, ['harbor-5'])
    advanceStage(tx, 'item', 'snatched', at, { client_id: 'job' })
    const end = {
      to: 'failed',
      reason: 'download_failed_researching',
      detail: 'It broke.',
      at_step: 'download',
    } as const
    endAsFailed(tx, 'item', { ...end, again_at: at }, at)
  })
  await job('next_candidate')
}

async function follow(): Promise<void> {
  app.db.write((tx) => {
    const release = {
      release_id: 9,
      source: 'walksoftly',
      source_id: 's',
      day: '2026-11-18',
      series: 'Harbor Lights',
    } as const
    const about = {
      match_key: 'harborlights',
      kind: 'issue',
      unit: 'issue',
      number: '6',
      fetched_at: app.clock.now(),
    } as const
    const ids = { series_ids: {}, issue_ids: {}, comic_id: 'harbor', issue_id: 'harbor-6' }
    tx.insert(weeklyReleases)
      .values({ ...release, ...about, ...ids })
      .run()
  })
  await ok(app.reader.post('/api/releases/9/follow', { want: true }))
}

async function wantInArc(): Promise<void> {
  const { arc_id } = await ok<{ arc_id: string }>(
    app.reader.post('/api/storyarcs', { name: 'Fog', issue_ids: ['harbor-7'] }),
  )
  await ok(app.reader.post(`/api/storyarcs/${arc_id}/want-all`))
}

/** Starts each producer, and names the release that it grabs when it may. */
const begin: Record<Exclude<Producer, 'interactive_grab'>, { start: () => Promise<unknown>; brings: number }> = {
  search: { start: () => ok(app.reader.put('/api/series/issues/harbor-2/queue')), brings: 2 },
  feeds: { start: () => job('rss'), brings: 1 },
  retry: { start: () => ok(app.reader.post('/api/series/issues/harbor-4/search', {})), brings: 4 },
  next_candidate: { start: failOne, brings: 5 },
  story_arcs: { start: wantInArc, brings: 7 },
  weekly: { start: follow, brings: 6 },
}
const handedOver = (number: number) => handedOverFiles(harness).some((name) => name.includes(`00${number} `))
/** Long enough for everything that may search, and shorter than the interval of RSS syncs. */
const pass = () => app.clock.advance('30 s')

const closed = gateStates.filter((state) => state !== 'open')
const automatic = producers.filter((producer) => producer !== 'interactive_grab')

describe('while the gate is open', () => {
  test.each(automatic)('%s dispatches', async (producer) => {
    await begin[producer].start()
    await withTimePassing(app, app.idle())
    expect(handedOver(begin[producer].brings)).toBe(true)
    const { gate, maintenance } = await health()
    expect([gate.leases, gate.waiting, maintenance.active_leases, maintenance.drained]).toEqual([[], [], 0, true])
  })
})

describe.each(closed)('while the gate is %s', (state) => {
  test.each(automatic)('%s waits as a row, survives a kill and is handed on', async (producer) => {
    expect(gateAnswers[state][producer]).toBe('wait')
    await close(state)
    harness.indexers.a!.requests.length = 0
    await begin[producer].start()
    for (const _ of ['before', 'after the restart']) {
      await pass()
      expect([handedOverFiles(harness), harness.indexers.a!.requests]).toEqual([[], []])
      const { gate, blocked_producer_count, maintenance } = await health()
      expect(gate).toMatchObject({ state, leases: [], waiting: [{ producer, count: 1 }] })
      expect([blocked_producer_count, maintenance.blocked]).toEqual([1, true])
      // Killed: no clean stop.
      app.db.close()
      app = await start(state === 'paused')
    }
    await open(state)
    await withTimePassing(app, app.idle())
    expect(handedOver(begin[producer].brings)).toBe(true)
    const { gate, blocked_producer_count } = await health()
    expect([gate.state, gate.waiting, blocked_producer_count]).toEqual(['open', [], 0])
  })

  test('the daily search creates no run before it opens', async () => {
    app.db.write((tx) => setIntent(tx, 'harbor-1', 'wanted', app.clock.now()))
    await close(state)
    const runs = () => ok<{ runs: unknown[] }>(app.reader.get('/api/search/runs'))
    await job('search')
    expect([(await runs()).runs, (await health()).gate.waiting]).toEqual([[], []])
    await open(state)
    await job('search')
    expect((await runs()).runs).toMatchObject([{ trigger: 'scheduled' }])
  })

  const byHand = gateAnswers[state].interactive_grab
  test(`the user's own grab is answered with: ${byHand}`, async () => {
    const session: SessionView = await searchToEnd(app)
    await close(state)
    const reply = await grab(app, session, titleOf(3))
    const body = (await reply.json()) as { detail?: string; code?: string }
    if (byHand === 'dispatch') {
      expect([reply.status, handedOver(3)]).toEqual([200, true])
      return
    }
    expect([reply.status, body.code, handedOverFiles(harness)]).toEqual([423, 'maintenance', []])
    expect(body.detail).toContain(state === 'maintenance' ? 'A repair is running.' : 'A migration is running.')
    await open(state)
    expect((await grab(app, session, titleOf(3))).status).toBe(200)
  })

  test(`a download that the user adds is answered with: ${byHand}`, async () => {
    await close(state)
    const request = { id: 'fog', link: 'https://files.example/fog.cbz', site: 'A', issueid: 'harbor-3' }
    const body = await ok(app.reader.post('/api/downloads/ddl', request), byHand === 'dispatch' ? 200 : 423)
    expect(body.code).toBe(byHand === 'dispatch' ? undefined : 'maintenance')
    expect(findIssue(app.db.read, 'harbor-3')?.fulfillment).toBe(byHand === 'dispatch' ? 'snatched' : 'missing')
  })
})
