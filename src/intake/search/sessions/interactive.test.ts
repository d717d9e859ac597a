import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findIssue, setIntent } from '../../../library/series/store'
import { keepFormat } from '../../../library/series/upgrades-store'
import type { TestApp } from '../../../testing/app'
import type { FakeIndexerOptions } from '../../../testing/fakes/indexer'
import { until } from '../../../testing/harness/until'
import {
  beginSearch,
  fillLibrary,
  grab,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  otherBrowser,
  removeHarness,
  searchToEnd,
  startApp,
  viewSession,
  withTimePassing,
} from '../../../testing/indexers/interactive-harness'
import { makeFile } from '../../../testing/make'
import { isIssueInFlight, itemsInFlight } from '../../downloads/store'
import { saveRule } from '../rules/store'
import type { SessionView } from './schema'

const THREE = 'Harbor Lights 003 (2015) (Digital)'
const OTHER_THREE = 'Harbor Lights 003 (2015) (digital) (Empire)'
const PACK = 'Harbor Lights 001-006 (2015)'
const HUGE = 'Harbor Lights 003 (2015) (scan)'
const STRANGER = 'Harbor Lights Annual 003 (2015)'

const plain: FakeIndexerOptions = {
  releases: [
    { title: THREE, grabs: 14, files: 3 },
    { title: OTHER_THREE, size: 35_000_000 },
    { title: HUGE, size: 900_000_000 },
    { title: STRANGER },
  ],
}

let harness: InteractiveHarness
let app: TestApp
async function open(indexers: Record<string, FakeIndexerOptions>, types: Record<string, 'newznab' | 'torznab'> = {}) {
  harness = makeInteractiveHarness(indexers)
  app = await startApp(harness, { settings: { use_maxsize: 'true', maxsize: '500' } })
  fillLibrary(app, harness, types)
}
beforeEach(() => {
  harness = undefined as never
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const there = (issueId = 'harbor-3') => findIssue(app.db.read, issueId)?.fulfillment
const url = (id: string) => `/api/search/interactive/${id}`
const post = (entity_type: string, entity_id: string) =>
  app.reader.post('/api/search/interactive', { entity_type, entity_id })

describe('an interactive search', () => {
  test("formats numbers in the user's locale", async () => {
    await open({ a: { releases: [{ title: HUGE, size: 1_250_000_000 }] } })
    const refusal = async (language: string) => {
      const body = { entity_type: 'issue', entity_id: 'harbor-3' }
      const headers = { 'Accept-Language': language }
      const begun = app.reader.request('POST', '/api/search/interactive', body, headers)
      const { session_id } = await app.reader.json<SessionView>(202, begun)
      await withTimePassing(app, app.idle())
      return (await viewSession(app, session_id)).candidates[0]?.verdict.reasons[0]?.message
    }
    expect(await refusal('de-DE,de;q=0.9,en;q=0.8')).toBe('1,3 GB, above the maximum of 500 MB')
    expect(await refusal('')).toBe('1.3 GB, above the maximum of 500 MB')
  })

  test('answers at once, then fills with judged releases', async () => {
    await open({ a: plain })
    const begun = await beginSearch(app, 'issue', 'harbor-3')
    expect(begun).toMatchObject({
      success: true,
      entity_type: 'issue',
      entity_id: 'harbor-3',
      series_id: 'harbor',
      state: 'queued',
      candidate_count: 0,
      progress: { provider_total: 1, provider_completed: 0, current_provider: null },
      provider_failures: [],
      created_at: '2026-11-21T08:00:00.000Z',
      expires_at: '2026-11-21T08:10:00.000Z',
      candidates: [],
    } as never)
    const session = await searchToEnd(app)
    expect(session.session_id).not.toBe(begun.session_id)
    expect(session).toMatchObject({
      state: 'complete',
      candidate_count: 4,
      progress: { provider_total: 1, provider_completed: 1, current_provider: null },
    })
    const [first] = session.candidates
    expect(first).toMatchObject({
      state: 'available',
      candidate: {
        title: THREE,
        provider: 'Indexer A',
        source_kind: 'usenet',
        size_bytes: 40_000_000,
        pack: false,
        metrics: { seeders: null, peers: null, leechers: null, grabs: 14, files: 3 },
      },
      verdict: {
        status: 'accepted',
        accepted: true,
        overrideable: false,
        reason_code: 'accepted.issue',
        match_kind: 'issue',
      },
      satisfies: [{ entity_type: 'issue', entity_id: 'harbor-3', issue_number: '3' }],
    })
    const huge = session.candidates.find(({ candidate }) => candidate.title === HUGE)
    expect(huge).toMatchObject({
      state: 'available',
      verdict: { status: 'rejected', overrideable: true, reason_code: 'rejected.size_above_max', match_kind: 'issue' },
      satisfies: [{ entity_id: 'harbor-3' }],
    })
    expect(session.candidates.find(({ candidate }) => candidate.title === STRANGER)?.satisfies).toEqual([])
    expect(JSON.stringify(session)).not.toMatch(/https?:|apikey|k3y0f/)
    expect(JSON.stringify(app.log)).not.toContain(harness.indexers.a!.key)
  })

  test('shows results while one indexer fails and another one is slow', async () => {
    await open({
      a: plain,
      b: { failure: 'error 100' },
      c: { releases: [{ title: 'Harbor Lights 003 (2015) (c2c)' }] },
    })
    const release = harness.indexers.c!.hold()
    const { session_id } = await beginSearch(app, 'issue', 'harbor-3')
    await app.clock.advance('10 s')
    const early = await viewSession(app, session_id)
    expect(early).toMatchObject({
      state: 'running',
      candidate_count: 4,
      progress: { provider_total: 3, provider_completed: 2, current_provider: 'Indexer C' },
      provider_failures: [
        { provider: 'Indexer B', code: expect.any(String), detail: expect.stringContaining('Indexer B') },
      ],
    } as never)
    release()
    await app.clock.advance('10 s')
    const late = await viewSession(app, session_id)
    expect([late.state, late.candidate_count, late.provider_failures.length]).toEqual(['complete', 5, 1])
  })

  test('fails when no indexer answered', async () => {
    await open({ a: { failure: 'status 503' }, b: { failure: 'no connection' } })
    const session = await searchToEnd(app)
    expect([session.state, session.candidate_count, session.provider_failures.length]).toEqual(['failed', 0, 2])
  })

  test('is refused with the reasons while no indexer may be queried, and starts when one may', async () => {
    await open({ a: { failure: 'error 100' }, b: { failure: 'limit' } })
    await searchToEnd(app)
    const before = [harness.indexers.a!.requests.length, harness.indexers.b!.requests.length]
    const refusal = await app.reader.json<{ detail: string }>(409, post('issue', 'harbor-3'))
    expect(refusal).toMatchObject({ status: 'blocked', code: 'providers_temporarily_blocked' })
    expect(refusal.detail).toStartWith('No indexer can be searched now. Indexer A rejected the API key')
    expect(refusal.detail).toContain('Indexer B has reached its request limit')
    expect([harness.indexers.a!.requests.length, harness.indexers.b!.requests.length]).toEqual(before)
    await app.clock.advance('2 min')
    await app.reader.json(202, post('issue', 'harbor-3'))
  })

  test('starts after a failure that may be over', async () => {
    await open({ a: { failure: 'status 503' } })
    await searchToEnd(app)
    await app.reader.json(202, post('issue', 'harbor-3'))
  })

  test('shows a release of two indexers once', async () => {
    await open({ a: { releases: [{ title: THREE }] }, b: { releases: [{ title: THREE, guid: 'another' }] } })
    expect((await searchToEnd(app)).candidate_count).toBe(1)
  })

  test('is visible only to the browser session that started it', async () => {
    await open({ a: plain })
    const { session_id, candidates } = await searchToEnd(app)
    const other = await otherBrowser(app)
    const notFound = { detail: 'Interactive search session not found.' }
    expect(await other.json<unknown>(404, other.get(url(session_id)))).toEqual(notFound)
    const path = `${url(session_id)}/candidates/${candidates[0]!.candidate_id}/grab`
    expect(await other.json<unknown>(404, other.post(path, {}))).toEqual(notFound)
    expect(await app.reader.json<unknown>(404, app.reader.get(url('unknown')))).toEqual(notFound)
    const none = { detail: 'Release candidate not found.' }
    expect(await app.reader.json<unknown>(404, app.reader.post(`${url(session_id)}/candidates/x/grab`, {}))).toEqual(
      none,
    )
    expect((await app.guest.get(url(session_id))).status).toBe(401)
  })

  test('expires after ten minutes, and is deleted after a day', async () => {
    await open({ a: plain })
    const { session_id, candidates } = await searchToEnd(app)
    await app.clock.advance('10 min')
    const expired = { detail: 'Interactive search session expired.', status: 'expired' }
    expect(await app.reader.json<unknown>(410, app.reader.get(url(session_id)))).toEqual(expired)
    const path = `${url(session_id)}/candidates/${candidates[0]!.candidate_id}/grab`
    expect(await app.reader.json<unknown>(410, app.reader.post(path, {}))).toEqual(expired)
    const purge = () => app.reader.post('/api/system/jobs/interactive_search_retention/run')
    await purge()
    expect((await app.reader.get(url(session_id))).status).toBe(410)
    await app.clock.advance('24 h')
    await purge()
    expect((await app.reader.get(url(session_id))).status).toBe(404)
  })

  test('replaces the one before for the same item, in its own browser session only', async () => {
    await open({ a: plain })
    const mine = await beginSearch(app, 'issue', 'harbor-3')
    const annual = await beginSearch(app, 'annual', 'harbor-a1')
    const other = await otherBrowser(app)
    await other.json(202, other.post('/api/search/interactive', { entity_type: 'issue', entity_id: 'harbor-3' }))
    expect((await app.reader.get(url(mine.session_id))).status).toBe(200)
    await beginSearch(app, 'issue', 'harbor-3')
    expect((await app.reader.get(url(mine.session_id))).status).toBe(404)
    expect((await app.reader.get(url(annual.session_id))).status).toBe(200)
  })

  test('for an annual may name it an issue, as a download does', async () => {
    await open({ a: plain })
    expect(await beginSearch(app, 'issue', 'harbor-a1')).toMatchObject({
      entity_type: 'annual',
      entity_id: 'harbor-a1',
    })
  })

  test('for a series finds packs and the issues in each, most first', async () => {
    await open({ a: { releases: [...plain.releases!, { title: PACK, size: 300_000_000 }] } })
    makeFile(app.db, { issues: ['harbor-2'] })
    app.db.write((tx) => setIntent(tx, 'harbor-5', 'ignored', app.clock.now()))
    const session = await searchToEnd(app, 'series', 'harbor')
    expect(session.candidates[0]).toMatchObject({
      candidate: { title: PACK, pack: true },
      verdict: { reason_code: 'accepted.pack' },
      satisfies: ['1', '3', '4', '6'].map((issue_number) => ({
        issue_number,
        entity_id: `harbor-${issue_number}`,
      })),
    })
    const accepted = session.candidates.map(({ verdict }) => verdict.accepted)
    expect(accepted).toEqual([...accepted].sort((a, b) => Number(b) - Number(a)))
  })

  test('for an issue that was not wanted is possible too', async () => {
    await open({ a: plain })
    app.db.write((tx) => setIntent(tx, 'harbor-3', 'ignored', app.clock.now()))
    const session = await searchToEnd(app)
    expect(session.candidates[0]?.satisfies).toHaveLength(1)
  })

  test('sends its progress to its own browser session only', async () => {
    await open({ a: plain })
    const other = await otherBrowser(app)
    const streams = { mine: '', others: '' }
    const listen = async (key: keyof typeof streams, reply: Response) => {
      const text = new TextDecoder()
      for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) streams[key] += text.decode(chunk)
    }
    void listen('mine', await app.reader.get('/api/events/stream'))
    void listen('others', await other.get('/api/events/stream'))
    const { session_id } = await searchToEnd(app)
    await app.clock.advance('1 s')
    const lines = streams.mine.split('\n\n').filter((frame) => frame.startsWith('event: interactive_search'))
    const last = JSON.parse(lines.at(-1)!.split('data: ')[1]!) as Record<string, unknown>
    const progress = { provider_total: 1, provider_completed: 1, current_provider: null }
    expect(last).toEqual({ session_id, state: 'complete', progress, candidate_count: 4 })
    expect(streams.others).toContain('ready')
    expect(streams.others).not.toContain('interactive_search')
  })
})

describe('an interactive search for a better file of an owned issue', () => {
  const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
  const titles = [`${THREE}.cbz`, `${THREE}.cbr`, OTHER_THREE]
  const openOwned = async () => {
    await open({ a: { releases: titles.map((title) => ({ title })) } })
    app.db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: app.clock.now() }))
    makeFile(app.db, { issues: ['harbor-3'], path: '/library/3.cbr', format: 'cbr' })
  }
  const reasons = async () => {
    const { candidates } = await searchToEnd(app)
    return Object.fromEntries(
      candidates.map(({ candidate, verdict }) => [candidate.title, verdict.reasons[0]?.message]),
    )
  }

  test('accepts only better formats, and says why it rejects the others', async () => {
    await openOwned()
    expect(await reasons()).toEqual({
      [titles[0]!]: 'Matches issue 3',
      [titles[1]!]: 'Wrong format: CBR (wanted: CBZ)',
      [titles[2]!]: 'Format not stated (wanted: CBZ)',
    })
  })

  test('downloads one, keeps the file until then, and is refused meanwhile', async () => {
    await openOwned()
    const session = await searchToEnd(app)
    expect(session.candidates[0]).toMatchObject({
      candidate: { title: titles[0] },
      verdict: { accepted: true },
      satisfies: [{ entity_id: 'harbor-3' }],
    })
    expect((await grab(app, session, titles[0]!)).status).toBe(200)
    expect([handedOverFiles(harness).length, there()]).toEqual([1, 'downloaded'])
    expect(isIssueInFlight(app.db.read, 'harbor-3')).toBe(true)
    expect((await grab(app, session, OTHER_THREE, { override: true })).status).toBe(409)
    expect((await post('issue', 'harbor-3')).status).toBe(409)
  })

  test("downloads a rejected one on the user's request", async () => {
    await openOwned()
    expect((await grab(app, await searchToEnd(app), OTHER_THREE)).status).toBe(409)
    expect((await grab(app, await searchToEnd(app), OTHER_THREE, { override: true })).status).toBe(200)
    expect(isIssueInFlight(app.db.read, 'harbor-3')).toBe(true)
  })

  test('is refused for a file that the user keeps', async () => {
    await openOwned()
    app.db.write((tx) => keepFormat(tx, 'harbor-3', true, app.clock.now()))
    expect((await post('issue', 'harbor-3')).status).toBe(409)
  })
})

describe('a search that cannot start', () => {
  const refused = async (status: number, reply: Promise<Response>) =>
    app.reader.json<{ success: boolean; error: string; detail: string; status?: string }>(status, reply)

  test('is for an unknown item, for one of another kind, or for an invalid kind', async () => {
    await open({ a: plain })
    for (const [type, id] of [
      ['issue', 'unknown'],
      ['annual', 'harbor-3'],
      ['series', 'harbor-3'],
      ['story_arc_issue', 'harbor-3'],
    ]) {
      const reply = await refused(404, post(type!, id!))
      expect([reply.success, reply.error]).toEqual([false, reply.detail])
    }
    expect(await refused(400, post('volume', 'harbor-3'))).toMatchObject({ success: false })
    const mode = { entity_type: 'series', entity_id: 'harbor', mode: 'wild' }
    expect(await refused(400, app.reader.post('/api/search/interactive', mode))).toMatchObject({ success: false })
    const unfiltered = { entity_type: 'issue', entity_id: 'harbor-3', mode: 'unfiltered' }
    expect(await refused(400, app.reader.post('/api/search/interactive', unfiltered))).toMatchObject({ success: false })
    expect((await app.reader.post('/api/search/interactive', { entity_type: 'issue' })).status).toBe(400)
  })

  test('is for an owned item, or one with nothing missing', async () => {
    await open({ a: plain })
    makeFile(app.db, { issues: ['harbor-3'] })
    expect(await refused(409, post('issue', 'harbor-3'))).toMatchObject({ success: false, status: 'blocked' })
    app.db.write((tx) => {
      for (const id of ['1', '2', '4', '5', '6', 'a1']) setIntent(tx, `harbor-${id}`, 'skipped', app.clock.now())
    })
    expect(await refused(409, post('series', 'harbor'))).toMatchObject({ success: false, status: 'blocked' })
  })

  test('has no indexer to query', async () => {
    await open({})
    const none = { success: false, status: 'blocked', code: 'provider_not_configured' }
    expect(await refused(409, post('issue', 'harbor-3'))).toMatchObject(none)
  })

  test('waits while too many are running', async () => {
    await open({ a: plain })
    harness.indexers.a!.hold()
    for (const id of ['1', '2', '3', '4']) await beginSearch(app, 'issue', `harbor-${id}`)
    expect(await refused(409, post('issue', 'harbor-5'))).toMatchObject({
      status: 'blocked',
      code: 'search_busy',
    } as never)
    await beginSearch(app, 'issue', 'harbor-4')
  })
})

describe('a grab', () => {
  type Reply = Record<string, unknown>
  const grabByTitle = async (
    status: number,
    session: Awaited<ReturnType<typeof searchToEnd>>,
    title: string,
    body?: unknown,
  ) => app.reader.json<Reply>(status, grab(app, session, title, body))

  test('ends as a file in the folder, and its issue is snatched', async () => {
    await open({ a: plain })
    const session = await searchToEnd(app)
    const { candidate_id } = session.candidates[0]!
    const done = {
      success: true,
      status: 'submitted',
      candidate_id,
      journal_release_key: 'harbor-3|indexer a',
      journal_managed: true,
    }
    expect(await grabByTitle(200, session, THREE)).toEqual({ ...done, idempotent: false })
    expect(handedOverFiles(harness)).toEqual([
      expect.stringMatching(/^Harbor Lights 003 \(2015\) \(Digital\) \[[\da-f]{8}\]\.nzb$/),
    ])
    expect([there(), itemsInFlight(app.db.read).length]).toEqual(['snatched', 1])
    expect((await viewSession(app, session.session_id)).candidates[0]?.state).toBe('submitted')
    expect(await grabByTitle(200, session, THREE)).toEqual({ ...done, idempotent: true })
    expect(handedOverFiles(harness)).toHaveLength(1)
    // Nothing of it is missing any more, so the next one is not grabbed.
    expect(await grabByTitle(409, session, OTHER_THREE)).toMatchObject({ code: 'item_not_eligible', status: 'blocked' })
    expect((await post('issue', 'harbor-3')).status).toBe(409)
  })

  test('of a pack covers all of its issues', async () => {
    await open({ a: { releases: [{ title: PACK, size: 300_000_000 }] } })
    const session = await searchToEnd(app, 'series', 'harbor')
    await grabByTitle(200, session, PACK)
    expect(['1', '2', '3', '4', '5', '6'].map((n) => there(`harbor-${n}`))).toEqual(Array(6).fill('snatched'))
    expect(itemsInFlight(app.db.read)[0]).toMatchObject({ pack: true, entity_type: 'issue', entity_id: 'harbor-1' })
  })

  test('of a torrent goes into the folder for torrents, as file or magnet link', async () => {
    const releases = [
      { title: THREE, seeders: 5, peers: 8 },
      { title: 'Harbor Lights 004 (2015)', seeders: 5, comes: 'magnet redirect' as const },
    ]
    await open({ a: { type: 'torznab', releases } }, { a: 'torznab' })
    const session = await searchToEnd(app)
    expect(session.candidates[0]?.candidate).toMatchObject({
      source_kind: 'torrent',
      metrics: { seeders: 5, leechers: 3, peers: 8 },
    })
    await grabByTitle(200, session, THREE)
    await grabByTitle(200, await searchToEnd(app, 'issue', 'harbor-4'), 'Harbor Lights 004 (2015)')
    expect(
      handedOverFiles(harness)
        .map((name) => name.split('.').at(-1))
        .sort(),
    ).toEqual(['magnet', 'torrent'])
  })

  test('during another one is refused at once', async () => {
    await open({ a: plain })
    const session = await searchToEnd(app)
    const release = harness.indexers.a!.hold()
    const id = (title: string) => session.candidates.find(({ candidate }) => candidate.title === title)!.candidate_id
    const path = (title: string) => `${url(session.session_id)}/candidates/${id(title)}/grab`
    const first = app.reader.post(path(THREE), {})
    // The clock could pass before the request arrives; the second grab would then be the first one.
    await until(
      () => viewSession(app, session.session_id),
      ({ candidates }) => candidates.some(({ state }) => state === 'submitting'),
    )
    expect(await app.reader.json<Reply>(409, app.reader.post(path(OTHER_THREE), {}))).toEqual({
      success: false,
      status: 'blocked',
      code: 'grab_busy',
      error: 'Another release grab is already being processed.',
      detail: 'Another release grab is already being processed.',
      candidate_id: id(OTHER_THREE),
    })
    expect(await app.reader.json<Reply>(409, app.reader.post(path(THREE), {}))).toMatchObject({ status: 'conflict' })
    const again = await app.reader.json<Reply>(409, post('issue', 'harbor-3'))
    expect(again).toMatchObject({ success: false, status: 'conflict' })
    release()
    expect((await withTimePassing(app, first)).status).toBe(200)
    expect(handedOverFiles(harness)).toHaveLength(1)
  })

  test('of a rejected release needs a literal override', async () => {
    await open({ a: plain })
    const session = await searchToEnd(app)
    for (const override of [undefined, false, 'true', 1]) {
      expect(await grabByTitle(409, session, HUGE, { override })).toMatchObject({
        success: false,
        code: 'override_required',
      })
    }
    expect(handedOverFiles(harness)).toEqual([])
    expect(await grabByTitle(200, session, HUGE, { override: true })).toMatchObject({ success: true })
    expect([handedOverFiles(harness).length, there()]).toEqual([1, 'snatched'])
  })

  test('of another series for an issue is assigned to that issue, since the user says so', async () => {
    await open({ a: plain })
    await grabByTitle(200, await searchToEnd(app), STRANGER, { override: true })
    expect(itemsInFlight(app.db.read)[0]?.entity_id).toBe('harbor-3')
  })

  test('of a release that cannot be grabbed is refused with or without override', async () => {
    await open({ a: { releases: [{ title: THREE, password: 1 }] } })
    const session = await searchToEnd(app)
    expect(session.candidates[0]).toMatchObject({ state: 'unavailable' })
    expect(await grabByTitle(409, session, THREE, { override: true })).toMatchObject({
      code: 'not_overrideable',
      status: 'blocked',
    })
  })

  test('of a release that disappeared or changed is stale', async () => {
    await open({ a: plain })
    const session = await searchToEnd(app)
    harness.indexers.a!.releases = [{ title: OTHER_THREE, size: 35_000_000, password: 1 }]
    for (const title of [THREE, OTHER_THREE]) {
      const stale = { success: false, status: 'conflict', code: 'candidate_changed' }
      expect(await grabByTitle(409, session, title)).toMatchObject(stale)
    }
    expect(there()).toBe('missing')
    harness.indexers.a!.releases = plain.releases!
    expect(await grabByTitle(200, session, THREE)).toMatchObject({ success: true })
  })

  test('fails with the indexer, the folder or the file, and may be retried before it was sent', async () => {
    await open({ a: plain })
    const session = await searchToEnd(app)
    harness.indexers.a!.fail('no connection')
    expect(await grabByTitle(409, session, THREE)).toMatchObject({ code: 'provider_unavailable', status: 'blocked' })
    harness.indexers.a!.fail()
    rmSync(join(harness.folder, 'nzb'), { recursive: true })
    expect(await grabByTitle(409, session, THREE)).toMatchObject({ code: 'route_unavailable', status: 'blocked' })
    mkdirSync(join(harness.folder, 'nzb'))
    expect(await grabByTitle(200, session, THREE)).toMatchObject({ success: true })
  })

  test('of an invalid file is over', async () => {
    await open({ a: { releases: [{ title: THREE, comes: 'garbage' }] } })
    const session = await searchToEnd(app)
    const failed = { success: false, status: 'failed', code: 'handoff_rejected' }
    expect(await grabByTitle(502, session, THREE)).toMatchObject(failed)
    expect([there(), handedOverFiles(harness)]).toEqual(['missing', []])
    expect(await grabByTitle(200, session, THREE)).toMatchObject({ ...failed, idempotent: true })
  })
})
