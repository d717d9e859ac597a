import { describe, expect, test } from 'bun:test'
import { RateLimitedClient } from '../../../base/outbound/rate-limited-client'
import type { FailureKind } from '../../../library/metadata/states'
import { testDatabase } from '../../../testing/database'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeClock } from '../../../testing/fakes/clock'
import { fakeHttp } from '../../../testing/fakes/http'
import { weekNumbered } from '../calendar'
import { makeWalksoftly } from './walksoftly'

/** Carries a status that a Response cannot have. */
const STATUS = 'x-panelkeep-status'
const ROW = { series: 'Harbor Lights', issue: '7', shipdate: '2026-11-18', publisher: 'NORTHGATE', comicid: '70', issueid: '700', seriesyear: '2015', type: 'Print' } // biome-ignore format: one line

/** The list, with one reply of its host. */
function makeList(reply: () => Response, enabled = true) {
  const [db, clock] = [testDatabase(), fakeClock()]
  const http = fakeHttp({ 'lists.example': reply })
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const config = { get: (name: string) => ({ walksoftly_enabled: enabled, walksoftly_url: 'https://lists.example/newcomics.php' })[name] } as never // biome-ignore format: one line
  const client = new RateLimitedClient<FailureKind>({ clock, log, area: 'weekly', noun: 'source' })
  const list = makeWalksoftly({ db, clock, http, config, client })
  const fetch = (week = weekNumbered(2026, 46)) => advanceUntil(clock, list.fetch(week, { signal: new AbortController().signal })) // biome-ignore format: one line
  return { list, fetch, http }
}
const read = async (...rows: unknown[]) => {
  const answer = await makeList(() => Response.json(rows)).fetch()
  return 'ok' in answer ? answer.ok : answer
}

describe('the Walksoftly list', () => {
  test('is queried for a week by its number, and returns its releases with ComicVine ids', async () => {
    const { fetch, http } = makeList(() => Response.json([ROW]))
    expect(await fetch()).toMatchObject({ ok: [{ id: '700', day: '2026-11-18', series: 'Harbor Lights', kind: 'issue', unit: 'issue', number: '7', publisher: 'NORTHGATE', year: 2015, book_type: 'Print', series_ids: { comicvine: '70' }, issue_ids: { comicvine: '700' } }] }) // biome-ignore format: one line
    expect(http.requests).toEqual(['GET https://lists.example/newcomics.php?week=46&year=2026'])
  })

  test.each([
    ['None', {}],
    ['0', {}],
    ['', {}],
    [null, {}],
    ['7x', {}],
    ['123456789012', { comicvine: '123456789012' }],
    ['1234567890123', {}],
  ])('gives a release with the id %p the ids %j', async (id, ids) => {
    const [release] = (await read({ ...ROW, issueid: id, comicid: id })) as { id: string; series_ids: object; issue_ids: object }[] // biome-ignore format: one line
    expect([release!.series_ids, release!.issue_ids]).toEqual([ids, ids])
    expect(release!.id).toBe('comicvine' in ids ? id! : '2026-11-18 Harbor Lights 7')
  })

  test.each([
    ['Annual', 'annual', undefined],
    ['TPB', 'issue', 'TPB'],
    ['One-Shot', 'issue', 'One-Shot'],
    [null, 'issue', undefined],
    ['Poster', 'issue', undefined],
  ])('names a release of the type %p %s, %p', async (type, kind, book_type) => {
    expect(await read({ ...ROW, type })).toMatchObject([{ kind, ...(book_type && { book_type }) }])
  })

  test.each([{ series: null }, { issue: null }, { shipdate: null }, { series: {} }])('leaves out a release with %j', async (more) => {
    expect(await read({ ...ROW, ...more }, ROW, 'text', null)).toHaveLength(1)
  }) // biome-ignore format: one line

  test.each<[string, () => Response, object]>([
    ['an empty list', () => Response.json([]), { failure: 'empty' }],
    ['no list', () => Response.json({ rows: [] }), { failure: 'unreadable', detail: expect.stringContaining('it is no list') }],
    ['a web page', () => new Response(' <html>'), { failure: 'unreadable', detail: expect.stringContaining('a web page instead of data') }],
    ['half a list', () => new Response('[{"series":'), { failure: 'unreadable', detail: expect.stringContaining('it was cut off') }],
    ['thousands of rows', () => Response.json(Array.from({ length: 3001 }, () => ROW)), { failure: 'unreadable', detail: expect.stringContaining('more than 3000 releases') }],
    ['a rate limit', () => new Response(null, { status: 429 }), { failure: 'limit' }],
    ['a ban', () => new Response(null, { status: 403 }), { failure: 'banned' }],
    ['an internal error', () => new Response(null, { status: 500 }), { failure: 'unavailable', detail: expect.stringContaining('status 500') }],
    ['a week that it does not have', () => new Response(null, { status: 500, headers: { [STATUS]: '619' } }), { failure: 'refused', detail: expect.stringContaining('it does not know this week') }],
    ['a request for another program', () => new Response(null, { status: 500, headers: { [STATUS]: '666' } }), { failure: 'refused', detail: expect.stringContaining('it wants another program') }],
    ['another refusal', () => new Response(null, { status: 404 }), { failure: 'refused', detail: expect.stringContaining('status 404') }],
  ])('answers with %s: it fails, and gives the reason', async (_what, reply, failure) => {
    expect(await makeList(reply).fetch()).toMatchObject(failure)
  }) // biome-ignore format: a table

  test('may have three thousand rows', async () => {
    expect(await read(...Array.from({ length: 3000 }, () => ROW))).toHaveLength(3000)
  })

  test('has no week 53, and is not queried for it', async () => {
    const { fetch, http } = makeList(() => Response.json([ROW]))
    const last = { first: '2028-12-31', last: '2029-01-06', year: 2028, week: 53 }
    expect(await fetch(last)).toMatchObject({ failure: 'refused', detail: 'Walksoftly has no list for week 53 of 2028.' })
    expect(http.requests).toEqual([])
    expect(await fetch({ ...last, week: 52 })).toHaveProperty('ok')
  }) // biome-ignore format: one line

  test.each([
    [true, undefined],
    [false, 'disabled'],
  ])('that is on (%p) is not queried because: %p', (enabled, failure) => {
    expect(makeList(() => new Response(), enabled).list.reasonUnused()?.failure as unknown).toBe(failure)
  })
})
