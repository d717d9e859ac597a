import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { findIssue, setIntent } from '../../../library/series/store'
import type { Client, TestApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import {
  fillLibrary,
  handedOverFiles,
  type InteractiveHarness,
  makeInteractiveHarness,
  otherBrowser,
  removeHarness,
  startApp,
} from '../../../testing/indexers/interactive-harness'
import type { IssueBegun, IssuePreview, LastSearch, MissingBegun, SearchPreviewView, SearchRunView } from './schema'

/** Searches by tools and pages, with an indexer and a watched folder. */

const RELEASES = ['003', '004', '005'].map((number) => ({ title: `Harbor Lights ${number} (2015) (Digital)` }))
const SERIES = '/api/series/harbor/search-missing'
const ISSUE = '/api/series/issues/harbor-3'
let harness: InteractiveHarness
let app: TestApp

beforeEach(async () => {
  harness = makeInteractiveHarness({ a: { releases: [...RELEASES] } })
  app = await startApp(harness)
  fillLibrary(app, harness)
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

/** Advances time until all work is done. */
const ended = () => advanceUntil(app.clock, app.idle())
const post = <T>(status: number, path: string, body?: unknown, client: Client = app.reader) =>
  client.json<T>(status, client.post(path, body))
const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
const run = async (runId: string) => (await get<{ run: SearchRunView }>(`/api/search/runs/${runId}`)).run
const preview = () => get<SearchPreviewView>(`${SERIES}/preview`)
const confirmed = ({ preview_token, fingerprint }: Pick<SearchPreviewView, 'preview_token' | 'fingerprint'>) => ({
  confirm: true,
  preview_token,
  fingerprint,
})
const intend = (issueId: string, intent: 'wanted' | 'skipped' | 'policy') =>
  app.db.write((tx) => {
    setIntent(tx, issueId, intent, app.clock.now())
  })

const forgetIndexers = () =>
  app.db.write((tx) => {
    tx.run('delete from indexers' as never)
  })

describe('wanting an issue', () => {
  test('starts a search and returns it; the wanted list shows its progress', async () => {
    intend('harbor-3', 'policy')
    const queued = await app.reader.json<{ run_id: string }>(200, app.reader.put(`${ISSUE}/queue`))
    expect(await run(queued.run_id)).toMatchObject({
      trigger: 'issue_wanted',
      scope_type: 'issue',
      scope_id: 'harbor-3',
    })
    await ended()
    expect(await run(queued.run_id)).toMatchObject({ completion_state: 'completed', succeeded_count: 1 })
    expect(handedOverFiles(harness)).toHaveLength(1)
    expect(findIssue(app.db.read, 'harbor-3')?.fulfillment).toBe('snatched')

    const again = await app.reader.json<{ run_id: string | null }>(
      200,
      app.reader.put('/api/series/issues/harbor-6/queue'),
    )
    await ended()
    const { issues } = await get<{ issues: { IssueID: string; acquisition: object | null }[] }>('/api/wanted')
    const acquisition = (issueId: string) => issues.find(({ IssueID }) => IssueID === issueId)?.acquisition
    expect(acquisition('harbor-6')).toMatchObject({
      state: 'no_match',
      attempt_count: 1,
      run_id: again.run_id,
      reason: null,
      summary: expect.stringMatching(/release/),
    })
    expect(acquisition('harbor-5')).toBeNull()
  })

  test('that is owned, or not yet released, starts none', async () => {
    app.db.write((tx) => {
      tx.run(`update issues set release_date = '2030-01-01' where issue_id = 'harbor-3'` as never)
    })
    expect(await app.reader.json(200, app.reader.put(`${ISSUE}/queue`))).toEqual({ success: true, run_id: null })
  })

  test('without an indexer starts none; a search by the user says so', async () => {
    forgetIndexers()
    expect(await app.reader.json(200, app.reader.put(`${ISSUE}/queue`))).toEqual({ success: true, run_id: null })
    const { run_id } = await post<IssueBegun>(200, `${ISSUE}/search`)
    await ended()
    const reason = 'No indexer is enabled. Add or enable one in Settings, Indexers.'
    expect(await run(run_id)).toMatchObject({ completion_state: 'blocked', reason })
  })
})

describe('the missing issues of a series', () => {
  test('are shown, then searched for, once; the same token returns the same run', async () => {
    intend('harbor-1', 'skipped')
    intend('harbor-2', 'policy')
    const shown = await preview()
    expect(shown).toMatchObject({ comicId: 'harbor', eligibleCount: 6, excludedCount: 1, canSearch: true })
    expect(shown.excluded).toEqual([
      { issueId: 'harbor-1', issueNumber: '1', reason: 'explicit_skip', displayState: 'Skipped' },
    ])
    expect(shown.eligible[0]).toMatchObject({
      entityType: 'issue',
      displayState: 'Missing',
      eligibilityReason: 'eligible',
    })

    const begun = await post<MissingBegun>(200, SERIES, confirmed(shown))
    expect(begun).toMatchObject({ status: 'accepted', accepted: 6, rejected: 1, idempotent: false })
    expect(findIssue(app.db.read, 'harbor-2')?.intent).toBe('wanted')
    await ended()
    expect(await run(begun.run_id!)).toMatchObject({
      trigger: 'search_all_missing',
      scope_type: 'series',
      scope_id: 'harbor',
      succeeded_count: 3,
      no_match_count: 3,
    })
    const again = await post<MissingBegun>(200, SERIES, confirmed(shown))
    expect(again).toMatchObject({ run_id: begun.run_id, idempotent: true, accepted: 6 })
  })

  test('that changed since the preview are shown again', async () => {
    const shown = await preview()
    intend('harbor-4', 'skipped')
    const stale = await post<{ preview: SearchPreviewView }>(409, SERIES, confirmed(shown))
    expect(stale).toMatchObject({ success: false, status: 'stale_preview', preview: { eligibleCount: 6 } })
    expect(await post<MissingBegun>(200, SERIES, confirmed(stale.preview))).toMatchObject({ accepted: 6 })
  })

  test('are searched for only with the confirmation, by the same browser, within a quarter of an hour', async () => {
    const shown = await preview()
    const { confirm: _confirm, ...bare } = confirmed(shown)
    await post(400, SERIES, bare)
    await post(400, SERIES, { confirm: true })
    await post(400, SERIES)
    const invalid = { success: false, status: 'invalid_preview' }
    expect(await post(409, SERIES, confirmed(shown), await otherBrowser(app))).toMatchObject(invalid)
    expect(await post(409, SERIES, { ...confirmed(shown), preview_token: 'made up' })).toMatchObject(invalid)
    expect(await post(409, SERIES, { ...confirmed(shown), fingerprint: 'f' })).toMatchObject({
      status: 'stale_preview',
    })
    await app.clock.advance('16 min')
    expect(await post(409, SERIES, confirmed(shown))).toMatchObject(invalid)
    await post(404, '/api/series/nobody/search-missing', confirmed(shown))
    await app.reader.json(404, app.reader.get('/api/series/nobody/search-missing/preview'))
  })

  test('are not searched for when nothing could be grabbed', async () => {
    const shown = await preview()
    forgetIndexers()
    const reply = await post<{ error: string }>(409, SERIES, confirmed(shown))
    expect(reply).toMatchObject({ success: false, status: 'blocked' })
    expect(reply.error).toBe('No indexer is enabled. Add or enable one in Settings, Indexers.')
    expect(await preview()).toMatchObject({ canSearch: false, route: { viable: false } })
  })

  test('accept the token under its older name', async () => {
    const { preview_token, fingerprint } = await preview()
    const reply = await post<MissingBegun>(200, SERIES, { confirm: true, previewToken: preview_token, fingerprint })
    expect(reply.status).toBe('accepted')
  })
})

describe('one issue', () => {
  test('is shown and searched for with its token, once', async () => {
    const shown = await get<IssuePreview>(`${ISSUE}/search-preview`)
    expect(shown).toMatchObject({ comicId: 'harbor', issueId: 'harbor-3' })
    const begun = await post<IssueBegun>(200, `${ISSUE}/search`, shown)
    expect(begun).toMatchObject({ status: 'accepted', accepted: 1, idempotent: false })
    await ended()
    expect(await post<IssueBegun>(200, `${ISSUE}/search`, shown)).toMatchObject({
      run_id: begun.run_id,
      idempotent: true,
    })
    expect(handedOverFiles(harness)).toHaveLength(1)
  })

  test('is searched for without a token by simple clients', async () => {
    const { run_id } = await post<IssueBegun>(200, `${ISSUE}/search`)
    expect(await run(run_id)).toMatchObject({ trigger: 'issue_retry', queue_priority: 'interactive' })
  })

  test('that is not wanted is unknown to both, and half a token is invalid', async () => {
    const shown = await get<IssuePreview>(`${ISSUE}/search-preview`)
    await post(400, `${ISSUE}/search`, { fingerprint: shown.fingerprint })
    expect(await post(409, '/api/series/issues/harbor-4/search', shown)).toMatchObject({ status: 'invalid_preview' })
    intend('harbor-3', 'skipped')
    await app.reader.json(404, app.reader.get(`${ISSUE}/search-preview`))
    await post(404, `${ISSUE}/search`, shown)
    await post(404, '/api/series/issues/nobody/search')
  })

  test('says why nothing was grabbed', async () => {
    const last = '/api/search/last/harbor-6'
    expect(await get(last)).toEqual({ issue_id: 'harbor-6', search: null })
    harness.indexers.a!.releases.push({ title: 'Harbor Lights 006 (2015) (French)' })
    await post(200, '/api/series/issues/harbor-6/search')
    await ended()
    const { search } = await get<LastSearch>(last)
    expect(search).toMatchObject({ state: 'no_match', grabbed: null, summary: '4 releases found, none acceptable' })
    expect(search!.asked).toMatchObject([{ indexer: 'Indexer A', found: 4 }])
    expect(search!.refused.map(({ title, reasons }) => [title, reasons.map(({ code }) => code)])).toEqual([
      ['Harbor Lights 006 (2015) (French)', ['rejected.language_mismatch']],
      ...RELEASES.map(({ title }) => [title, ['rejected.issue_mismatch']]),
    ])
    await app.reader.json(404, app.reader.get('/api/search/last/nobody'))
  })
})

describe('everything that is wanted', () => {
  test('is searched for on demand, and its run can be followed, listed and cancelled', async () => {
    const release = harness.indexers.a!.hold()
    const forced = await post<{ run_id: string }>(200, '/api/search/force')
    expect(forced).toMatchObject({ success: true, status: 'accepted', accepted: 7 })
    await app.clock.advance('3 s')
    expect(app.events().filter(({ type }) => type === 'search.changed').length).toBeGreaterThan(0)
    const { run, items, pagination } = await get<{ run: SearchRunView; items: object[]; pagination: object }>(
      `/api/search/runs/${forced.run_id}?limit=2&offset=1`,
    )
    expect(run).toMatchObject({
      command_kind: 'search',
      dispatch_state: 'accepted',
      completion_state: 'running',
      running_count: 3,
    })
    expect(items[0]).toMatchObject({ entity_type: 'issue', series: 'Harbor Lights', attempt_status: 'searching' })
    expect(pagination).toEqual({ total: 7, limit: 2, offset: 1, has_more: true })
    expect(await get(`/api/search/runs/${forced.run_id}?include_items=false`)).toMatchObject({ items: [] })
    expect(await post(200, `/api/search/runs/${forced.run_id}/retry`)).toMatchObject({ success: true, dispatched: 0 })
    expect(await post(200, `/api/search/runs/${forced.run_id}/cancel`)).toMatchObject({
      run: { completion_state: 'partial', cancelled_count: 7 },
    })
    release()
    expect(await post(409, `/api/search/runs/${forced.run_id}/cancel`)).toMatchObject({ success: false })
    expect(await post(409, `/api/search/runs/${forced.run_id}/retry`)).toMatchObject({
      success: false,
      status: 'failed',
    })
    expect(await get('/api/search/runs?limit=1')).toMatchObject({
      runs: [{ run_id: forced.run_id }],
      pagination: { total: 1, has_more: false },
    })
    for (const path of ['', '/retry', '/cancel']) {
      const reply =
        path === '' ? app.reader.get('/api/search/runs/nobody') : app.reader.post(`/api/search/runs/nobody${path}`)
      expect(await app.reader.json(404, reply)).toMatchObject({
        success: false,
        error: 'Search run nobody was not found.',
      })
    }
  })

  test('is matched with new releases', async () => {
    expect(await post(200, '/api/search/rss/force')).toEqual({ success: true, message: 'RSS sync started.' })
    await ended()
    expect(handedOverFiles(harness)).toHaveLength(3)
  })

  test('has its jobs', async () => {
    const { jobs } = await get<{ jobs: { id: string; name: string }[] }>('/api/system/jobs')
    const names = Object.fromEntries(jobs.map(({ id, name }) => [id, name]))
    expect(names).toMatchObject({
      search: 'Search for wanted issues',
      rss: 'RSS sync',
      search_history: 'Delete old searches',
    })
  })
})
