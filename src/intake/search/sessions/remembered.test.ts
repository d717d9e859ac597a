import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { TestApp } from '../../../testing/app'
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
} from '../../../testing/indexers/interactive-harness'
import { block } from '../../downloads/blocklist/store'
import { journal } from '../../downloads/tables'
import { releaseDigest, titleDigest } from '../digest'
import { saveLastSearch } from '../runs/last-store'
import type { SessionView } from './schema'

const BEST = 'Harbor Lights 003 (2015) (Digital)'
const OTHER = 'Harbor Lights 003 (2015) (Webrip)'
const GONE = 'Harbor Lights 003 (2015) (Gone)'
const SIZE = 40_000_000
let harness: InteractiveHarness
let app: TestApp
beforeEach(async () => {
  harness = makeInteractiveHarness({ a: { releases: [BEST, OTHER].map((title) => ({ title, size: SIZE })) } })
  app = await startApp(harness)
  fillLibrary(app, harness)
})
afterEach(async () => {
  await app.close()
  removeHarness(harness)
})

const digestOf = (title: string) => releaseDigest({ title, size: SIZE })
const AT = '2026-10-12T09:00:00.000Z'
const blocked = (title: string, more: { digest?: string; entity_id?: string } = {}) =>
  app.db.write((tx) => {
    const row = { digest: digestOf(title), title, indexer: 'Indexer A', entity_id: 'harbor-3', comic_id: 'harbor' }
    block(tx, { ...row, reason: 'The archive is damaged.', blocked_at: AT, ...more })
  })
const ended = (title: string, more: Partial<typeof journal.$inferInsert> = {}) =>
  app.db.write((tx) => {
    const row = { item_id: title, release_key: title, digest: digestOf(title), title, indexer: 'Indexer A' }
    const of = { entity_type: 'issue', entity_id: 'harbor-3', comic_id: 'harbor', protocol: 'usenet' } as const
    const end = { stage: 'failed', reason: 'download_failed_no_auto_handling: Missing articles.' } as const
    tx.insert(journal)
      .values({ ...row, ...of, ...end, grabbed_at: AT, updated_at: AT, ...more })
      .run()
  })
const candidate = ({ candidates }: SessionView, title: string) =>
  candidates.find(({ candidate }) => candidate.title === title)!
const unblock = (session: SessionView, title: string, client = app.reader) =>
  client.post(
    `/api/search/interactive/${session.session_id}/candidates/${candidate(session, title).candidate_id}/unblock`,
  )

describe('a release that was blocked', () => {
  test('says so, and is judged again once it is unblocked', async () => {
    blocked(BEST)
    const session = await searchToEnd(app)
    expect(candidate(session, BEST)).toMatchObject({
      state: 'unavailable',
      ranking: null,
      past: { state: 'blocked', reasons: ['The archive is damaged.'], at: AT },
      verdict: { accepted: false, reasons: [{ message: 'Blocked: The archive is damaged.' }] },
    })
    expect(candidate(session, OTHER)).toMatchObject({ past: null, ranking: { place: 1 } })
    const now = await app.reader.json<SessionView>(200, unblock(session, BEST))
    expect(candidate(now, BEST)).toMatchObject({ state: 'available', past: null, verdict: { accepted: true } })
    expect(now.candidates.map(({ ranking }) => ranking?.place)).toEqual([1, 2])
    expect(app.events().filter(({ type }) => type === 'interactive.changed').length).toBeGreaterThan(0)
    const reply = await grab(app, now, BEST)
    expect([reply.status, handedOverFiles(harness)]).toEqual([200, [expect.stringContaining('Harbor')]])
  })

  test('by its title alone is unblocked too', async () => {
    blocked(BEST, { digest: titleDigest(BEST) })
    const session = await searchToEnd(app)
    expect(candidate(session, BEST).past?.state).toBe('blocked')
    const now = await app.reader.json<SessionView>(200, unblock(session, BEST))
    expect(candidate(now, BEST).verdict.accepted).toBe(true)
  })

  test('keeps its other reasons', async () => {
    harness.indexers.a!.releases.push({ title: 'Harbor Lights 003 (2015) (French)', size: SIZE })
    blocked('Harbor Lights 003 (2015) (French)')
    const session = await searchToEnd(app)
    const now = await app.reader.json<SessionView>(200, unblock(session, 'Harbor Lights 003 (2015) (French)'))
    expect(candidate(now, 'Harbor Lights 003 (2015) (French)')).toMatchObject({
      state: 'available',
      verdict: { accepted: false, overrideable: true, reasons: [{ message: 'Wrong language: French' }] },
    })
  })

  test('is unblocked only by its own browser session, and once', async () => {
    blocked(BEST)
    const session = await searchToEnd(app)
    expect((await unblock(session, BEST, await otherBrowser(app))).status).toBe(404)
    expect((await unblock(session, OTHER)).status).toBe(409)
    expect((await unblock(session, BEST)).status).toBe(200)
    expect((await unblock(session, BEST)).status).toBe(409)
    const path = `/api/search/interactive/${session.session_id}/candidates/none/unblock`
    expect((await app.reader.post(path)).status).toBe(404)
  })
})

describe('a failed download', () => {
  test.each([
    ['failed', 'Missing articles.', {}],
    ['cancelled', 'Cancelled by you', { stage: 'cancelled', reason: 'cancelled_by_operator: Cancelled by you' }],
    ['failed', 'The completed download contains no comic', { reason: 'downloaded_invalid_artifact_command' }],
  ] as const)('is shown as %s: %s', async (state, reason, more) => {
    ended(BEST, more)
    const session = await searchToEnd(app)
    expect(candidate(session, BEST)).toMatchObject({
      past: { state, reasons: [reason], at: AT },
      verdict: { accepted: true },
    })
  })

  test('that was allowed again is not shown', async () => {
    ended(BEST, { resolution: 'retried' })
    expect(candidate(await searchToEnd(app), BEST).past).toBeNull()
  })

  test('and is blocked is shown as blocked', async () => {
    ended(BEST)
    blocked(BEST)
    expect(candidate(await searchToEnd(app), BEST).past?.state).toBe('blocked')
  })
})

test('a release below the minimum score is still offered, and says so', async () => {
  await app.reader.put('/api/config', { minimum_score_comics: '5' })
  const session = await searchToEnd(app)
  expect(candidate(session, BEST)).toMatchObject({
    state: 'available',
    ranking: { line: expect.stringContaining('below the minimum score for automatic downloads') },
  })
})

describe('a release that no indexer offers any more', () => {
  const searchedBefore = () =>
    app.db.write((tx) => {
      const refused = [
        { title: GONE, reasons: ['Wrong language: French'], digest: digestOf(GONE) },
        { title: BEST, reasons: ['1 MB, below the minimum of 5 MB'] },
      ].map(({ reasons, ...row }) => ({
        ...row,
        indexer: 'Indexer A',
        size_bytes: SIZE,
        published_at: null,
        reasons: reasons.map((message) => ({ code: 'rejected.language_mismatch' as const, message })),
        overrideable: true,
      }))
      const row = { entity_id: 'harbor-3', entity_type: 'issue', run_id: null, state: 'no_match', summary: '' } as const
      saveLastSearch(tx, { ...row, asked: [], refused, grabbed: null, searched_at: AT })
    })

  test('is listed with its state, newest first', async () => {
    searchedBefore()
    blocked(`${GONE} 2`)
    ended(`${GONE} 3`, { updated_at: '2026-11-01T00:00:00.000Z' })
    blocked('Harbor Lights 004 (2015) (Gone)', { entity_id: 'harbor-4' })
    const session = await searchToEnd(app)
    expect(session.remembered.map(({ title, state, reasons }) => [title, state, reasons])).toEqual([
      [`${GONE} 3`, 'failed', ['Missing articles.']],
      [`${GONE} 2`, 'blocked', ['The archive is damaged.']],
      [GONE, 'rejected', ['Wrong language: French']],
    ])
    expect(candidate(session, BEST).past).toBeNull()
  })

  test('is there before any indexer has answered, and for a whole series', async () => {
    blocked(GONE)
    blocked('Harbor Lights 004 (2015) (Gone)', { entity_id: 'harbor-4' })
    expect((await beginSearch(app, 'issue', 'harbor-3')).remembered).toHaveLength(1)
    expect((await beginSearch(app, 'series', 'harbor')).remembered).toHaveLength(2)
  })
})
