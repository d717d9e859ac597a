import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Limits } from '../../base/auth/states'
import { findSeries, issuesOf } from '../../library/series/store'
import type { Client } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { appAmongProviders } from '../../testing/metadata/providers'
import { addUser, type TestUser } from '../../testing/users'
import type { RequestReply, RequestsReply } from './schema'
import type { requestStates } from './states'

/** What readers ask for, in the real app. */

interface Who {
  name: string
  limits?: Partial<Limits>
}
const [ADA, BEN]: [Who, Who] = [{ name: 'Ada' }, { name: 'Ben' }]
const OWNER: Who = { name: 'owner' }

const HARBOR = '101000'
const COPPER = '104000'
const COPPER_AT_METRON = /^metron-/

let app: Awaited<ReturnType<typeof appAmongProviders>>
let clients: Map<string, Promise<TestUser>>
async function start(settings: NonNullable<Parameters<typeof appAmongProviders>[0]>['settings'] = {}) {
  // Users with limits read over connections of their own, which a database in memory cannot have.
  app = await appAmongProviders({ databasePath: join(folder, `${++databases}.db`), settings })
  clients = new Map()
}
let databases = 0
const folder = mkdtempSync(join(tmpdir(), 'panelkeep-requests-'))
beforeEach(() => start())
afterEach(() => app.app.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Body = Record<string, unknown>
/** Users are added when they first ask. */
async function clientOf({ name, limits }: Who): Promise<Client> {
  if (name === OWNER.name) return app.app.reader
  const known = clients.get(name) ?? addUser(app.app, name, limits ? { limits } : {})
  clients.set(name, known)
  return known
}
async function send<T>(status: number, who: Who, ...request: Parameters<Client['request']>): Promise<T> {
  const client = await clientOf(who)
  return app.soon<T>(status, client.request(...request))
}
const ask = (who: Who, body: Body, status = 201) =>
  send<RequestReply & { detail: string }>(status, who, 'POST', '/api/requests', body)
const askForSeries = (who: Who, provider_id = HARBOR, more: Body = {}) =>
  ask(who, { kind: 'series', provider_id, ...more })
const list = (who: Who, query = '') => send<RequestsReply>(200, who, 'GET', `/api/requests${query}`)
const decide = (id: string, body: Body, status = 200, who = OWNER) =>
  send<RequestReply & { detail: string }>(status, who, 'PATCH', `/api/requests/${id}`, body)
const remove = (who: Who, id: string, status = 200) =>
  send<{ detail: string }>(status, who, 'DELETE', `/api/requests/${id}`)
const stateFor = async (who: Who) => (await list(who)).requests.map(({ state }) => state)
const harbor = () => findSeries(app.app.db.read, HARBOR)
const intents = () => issuesOf(app.app.db.read, HARBOR).map(({ intent }) => intent)

describe('a reader asks for a series', () => {
  test('and sees it with its name, year and cover at the provider', async () => {
    const request = await askForSeries(ADA, HARBOR, { title: 'Another name', note: ' for the summer ' })
    expect<RequestReply>(request).toEqual({
      request_id: expect.any(String) as never,
      state: 'asked',
      kind: 'series',
      title: 'Harbor Lights',
      year: 2012,
      comic_id: null,
      issue_id: null,
      provider_id: HARBOR,
      cover_url: expect.stringContaining('/api/metadata/image-proxy?url=') as never,
      note: 'for the summer',
      asked_by: [
        {
          user_id: (await clients.get('Ada'))!.user_id,
          name: 'Ada',
          colour: expect.any(String) as never,
          picture: null,
        },
      ],
      asked_at: request.asked_at,
      decided_at: null,
      reason: null,
      mine: true,
    })
    expect(await list(ADA)).toEqual({ requests: [request], total: 1, waiting: 1 })
  })

  test('and others join: one request, of which each sees the own part', async () => {
    const first = await askForSeries(ADA, HARBOR, { note: 'please' })
    const second = await askForSeries(BEN, HARBOR, { note: 'me too' })
    expect(second.request_id).toBe(first.request_id)
    expect([second.note, second.asked_by.map(({ name }) => name)]).toEqual(['me too', ['Ben']])
    const { requests, total } = await list(OWNER)
    expect([total, requests[0]?.asked_by.map(({ name }) => name), requests[0]?.note]).toEqual([
      1,
      ['Ada', 'Ben'],
      'Ada: please\nBen: me too',
    ])
    expect(requests[0]?.mine).toBe(false)
    expect(await list({ name: 'Cleo' })).toEqual({ requests: [], total: 0, waiting: 0 })
  })

  test('that its provider does not know', async () => {
    expect((await ask(ADA, { kind: 'series', provider_id: '999' }, 404)).detail).toBe('ComicVine has no series 999.')
  })

  test('that no provider knows, 30 times in an hour', async () => {
    for (let id = 900; id < 930; id++) await ask(ADA, { kind: 'series', provider_id: String(id) }, 404)
    await ask(ADA, { kind: 'series', provider_id: HARBOR }, 429)
    app.app.clock.jump('1 h')
    await askForSeries(ADA)
  })

  test('by an id of no provider', async () => {
    expect((await ask(ADA, { kind: 'series', provider_id: 'x' }, 400)).detail).toBe('x is no id of a series.')
  })

  test('while the provider is down: what the search found is kept', async () => {
    app.comicvine.fail('status 500')
    const request = await askForSeries(ADA, HARBOR, { title: 'Harbor Lights', year: 2012 })
    expect([request.title, request.year, request.cover_url]).toEqual(['Harbor Lights', 2012, null])
    expect((await ask(ADA, { kind: 'series', provider_id: COPPER }, 502)).detail).toContain('ComicVine')
  })

  test('that is in the library and can be read', async () => {
    makeSeries(app.app.db, { comic_id: HARBOR })
    makeFile(app.app.db, { issues: makeIssues(app.app.db, HARBOR, [1]) })
    const refused = await ask(ADA, { kind: 'series', provider_id: HARBOR }, 409)
    expect(refused.detail).toBe('Harbor Lights is in the library. You can read it now.')
  })

  test('by the id of another provider than the one the library follows', async () => {
    await askForSeries(OWNER, COPPER)
    await decide((await list(OWNER)).requests[0]!.request_id, { action: 'accept', want: 'none' })
    await app.idle()
    const found = await app.post<{ results: { also_at: string[]; comicid: string }[] }>('/api/search/comics', {
      name: 'copper orchard',
    })
    expect(found.results[0]?.comicid).toBe(COPPER)
    const joined = await askForSeries(ADA, COPPER)
    expect([joined.state, joined.comic_id]).toEqual(['accepted', COPPER])
    expect((await list(OWNER)).total).toBe(1)
    expect(COPPER_AT_METRON.test(joined.provider_id ?? '')).toBe(false)
  })
})

describe('a reader asks for an issue', () => {
  beforeEach(() => {
    makeSeries(app.app.db, { year: 2012 })
    makeIssues(app.app.db, 'harbor', [1, 2])
    makeFile(app.app.db, { issues: ['harbor-1'] })
  })

  test('that is missing', async () => {
    const request = await ask(ADA, { kind: 'issue', issue_id: 'harbor-2' })
    expect(request).toMatchObject({ state: 'asked', title: 'Harbor Lights #2', year: 2012, comic_id: 'harbor' })
    expect(request).toMatchObject({ issue_id: 'harbor-2', provider_id: null })
  })

  test('that can be read', async () => {
    const refused = await ask(ADA, { kind: 'issue', issue_id: 'harbor-1' }, 409)
    expect(refused.detail).toBe('Harbor Lights #1 is in the library. You can read it now.')
  })

  test('that does not exist', async () => {
    await ask(ADA, { kind: 'issue', issue_id: 'harbor-9' }, 404)
  })

  test('and the owner accepts: it is wanted, and readable with its file', async () => {
    const { request_id } = await ask(ADA, { kind: 'issue', issue_id: 'harbor-2' })
    expect(await decide(request_id, { action: 'accept' })).toMatchObject({ state: 'accepted' })
    expect(issuesOf(app.app.db.read, 'harbor').map(({ intent }) => intent)).toEqual(['policy', 'wanted'])
    expect(await stateFor(ADA)).toEqual(['accepted'])
    makeFile(app.app.db, { issues: ['harbor-2'] })
    expect(await stateFor(ADA)).toEqual(['readable'])
    expect((await list(ADA, '?state=readable')).total).toBe(1)
    expect((await list(ADA, '?state=accepted')).total).toBe(0)
  })

  test('whose series is removed: it is declined, with the reason', async () => {
    await ask(ADA, { kind: 'issue', issue_id: 'harbor-2' })
    await app.app.reader.delete('/api/series/harbor')
    const [request] = (await list(ADA)).requests
    expect(request).toMatchObject({ state: 'declined', reason: 'It was removed from the library.', comic_id: null })
  })
})

describe('the owner accepts a series', () => {
  const accepted = async (body: Body) => {
    const { request_id } = await askForSeries(ADA)
    const reply = await decide(request_id, { action: 'accept', ...body })
    await app.idle()
    return reply
  }

  test('and all issues are wanted, new ones too', async () => {
    expect(await accepted({ want: 'all' })).toMatchObject({
      state: 'accepted',
      decided_at: expect.any(String) as never,
    })
    expect([harbor()?.want_new, new Set(intents())]).toEqual([true, new Set(['wanted'])])
    expect((await list(ADA)).requests[0]).toMatchObject({ state: 'accepted', comic_id: HARBOR })
  })

  test('and only the issues of today are wanted', async () => {
    await accepted({ want: 'missing' })
    expect([harbor()?.want_new, new Set(intents())]).toEqual([false, new Set(['wanted'])])
  })

  test('and none is wanted', async () => {
    await accepted({ want: 'none' })
    expect([harbor()?.want_new, new Set(intents())]).toEqual([false, new Set(['policy'])])
  })

  test('and without a choice the settings decide', async () => {
    await accepted({})
    expect([harbor()?.want_new, new Set(intents())]).toEqual([true, new Set(['policy'])])
  })

  test('that is in the library without files: its missing issues are wanted', async () => {
    makeSeries(app.app.db, { comic_id: 'local', name: 'Own Series' })
    makeIssues(app.app.db, 'local', [1, { number: '2', intent: 'ignored' }])
    const { request_id } = await askForSeries(ADA, 'local')
    await decide(request_id, { action: 'accept', want: 'all' })
    expect(issuesOf(app.app.db.read, 'local').map(({ intent }) => intent)).toEqual(['wanted', 'ignored'])
    expect(findSeries(app.app.db.read, 'local')?.want_new).toBe(true)
  })

  test('in a folder outside the library: nothing changes', async () => {
    const { request_id } = await askForSeries(ADA)
    const refused = await decide(request_id, { action: 'accept', root: '/elsewhere' }, 400)
    expect(refused.detail).toBe('/elsewhere is not in a library folder.')
    expect(await stateFor(ADA)).toEqual(['asked'])
  })

  test('that then cannot be added: it waits for a decision again', async () => {
    const { request_id } = await askForSeries(ADA)
    app.data.series = app.data.series.filter(({ key }) => key !== 'harbor-2012')
    app.app.clock.jump('30 d')
    await decide(request_id, { action: 'accept', want: 'all' })
    await app.idle()
    expect(harbor()).toBeUndefined()
    expect((await list(OWNER)).requests[0]).toMatchObject({ state: 'asked', decided_at: null })
  })

  test('twice: the second one is refused', async () => {
    const { request_id } = await askForSeries(ADA)
    await decide(request_id, { action: 'accept', want: 'none' })
    const refused = await decide(request_id, { action: 'accept', want: 'none' }, 409)
    expect(refused.detail).toBe('The request is accepted already.')
  })

  test('and removes it later: the request is declined, and a reader may ask again', async () => {
    await accepted({ want: 'none' })
    await app.app.reader.delete(`/api/series/${HARBOR}`)
    const [request] = (await list(ADA)).requests
    expect(request).toMatchObject({ state: 'declined', reason: 'It was removed from the library.', comic_id: null })
    expect(await askForSeries(ADA)).toMatchObject({ state: 'asked', reason: null, decided_at: null })
  })

  test('and it is readable with its first file, across restarts', async () => {
    await accepted({ want: 'none' })
    makeFile(app.app.db, { issues: [issuesOf(app.app.db.read, HARBOR)[0]!.issue_id] })
    expect(await stateFor(ADA)).toEqual(['readable'])
    expect((await list(ADA)).waiting).toBe(0)
  })
})

describe('the owner declines', () => {
  test('with a reason that the reader sees', async () => {
    const { request_id } = await askForSeries(ADA)
    await decide(request_id, { action: 'decline', reason: ' We have it on paper. ' })
    const { requests, waiting } = await list(ADA)
    expect([requests[0]?.state, requests[0]?.reason, waiting]).toEqual(['declined', 'We have it on paper.', 0])
  })

  test('and accepts later', async () => {
    const { request_id } = await askForSeries(ADA)
    await decide(request_id, { action: 'decline', reason: 'No.' })
    expect(await decide(request_id, { action: 'accept', want: 'none' })).toMatchObject({
      state: 'accepted',
      reason: null,
    })
  })

  test('no request twice', async () => {
    const { request_id } = await askForSeries(ADA)
    await decide(request_id, { action: 'decline' })
    expect((await decide(request_id, { action: 'decline' }, 409)).detail).toBe('The request is declined already.')
  })
})

describe('readers', () => {
  test('decide nothing', async () => {
    const { request_id } = await askForSeries(ADA)
    expect((await decide(request_id, { action: 'accept' }, 403, ADA)).detail).toBe('Ask the owner of this library.')
    expect(harbor()).toBeUndefined()
  })

  test('withdraw their own request; the others still ask', async () => {
    const { request_id } = await askForSeries(ADA)
    await askForSeries(BEN)
    await remove(ADA, request_id)
    expect([(await list(ADA)).total, (await list(BEN)).total]).toEqual([0, 1])
    await remove(ADA, request_id, 404)
    await remove(BEN, request_id)
    expect((await list(OWNER)).total).toBe(0)
  })

  test('do not reach requests of others', async () => {
    const { request_id } = await askForSeries(ADA)
    expect((await remove(BEN, request_id, 404)).detail).toBe(`There is no request ${request_id}.`)
  })

  test('see their request removed by the owner', async () => {
    const { request_id } = await askForSeries(ADA)
    await remove(OWNER, request_id)
    expect((await list(ADA)).total).toBe(0)
  })

  test('without permission cannot ask', async () => {
    const cleo: Who = { name: 'Cleo', limits: { may_request: false } }
    const refused = await ask(cleo, { kind: 'series', provider_id: HARBOR }, 403)
    expect(refused.detail).toBe('You may not ask for comics. Ask the owner of this library.')
  })

  test.each([
    [{}],
    [{ kind: 'series' }],
    [{ kind: 'issue', provider_id: HARBOR }],
    [{ kind: 'arc', provider_id: HARBOR }],
    [{ kind: 'series', provider_id: HARBOR, note: 'x'.repeat(301) }],
    [{ kind: 'series', provider_id: HARBOR, year: 'soon' }],
  ])('cannot ask with %j', async (body) => {
    expect((await ask(ADA, body, 400)).detail).toEqual(expect.any(String))
  })

  test.each(['?state=gone', '?limit=0', '?limit=201', '?offset=-1'])('cannot list %s', async (query) => {
    await send(422, ADA, 'GET', `/api/requests${query}`)
  })
})

describe('the limit of a week', () => {
  beforeEach(async () => {
    await app.app.close()
    await start({ requests_per_week: '2' })
  })
  const third = (who: Who, status: number) => ask(who, { kind: 'series', provider_id: '106000' }, status)

  test('counts what was withdrawn, and frees a place after seven days', async () => {
    const { request_id } = await askForSeries(ADA)
    await askForSeries(ADA, COPPER)
    await remove(ADA, request_id)
    expect((await third(ADA, 429)).detail).toBe(
      'You asked for 2 comics in the last seven days, the most of this library.',
    )
    await third(BEN, 201)
    app.app.clock.jump('7 d')
    expect((await third(ADA, 201)).title).toBe('Paper Wolves')
  })

  test('lets a reader ask again for the same series', async () => {
    const { request_id } = await askForSeries(ADA)
    await askForSeries(ADA, COPPER)
    await remove(ADA, request_id)
    expect((await askForSeries(ADA)).request_id).toBe(request_id)
    expect((await askForSeries(ADA, COPPER, { note: 'soon' })).note).toBe('soon')
  })

  test('does not hold for the owner', async () => {
    for (const id of [HARBOR, COPPER, '106000']) await askForSeries(OWNER, id)
    expect((await list(OWNER)).total).toBe(3)
  })

  test('of 0 is none', async () => {
    await app.app.close()
    await start({ requests_per_week: '0' })
    for (const id of [HARBOR, COPPER, '106000']) await askForSeries(ADA, id)
    expect((await list(ADA)).total).toBe(3)
  })
})

describe('a reader with limits', () => {
  const young = (limits: Partial<Limits> = {}): Who => ({
    name: `Cleo${limits.kinds ?? ''}`,
    limits: { max_age: 12, ...limits },
  })
  const MOSS = 'md-5e1f0000-0000-4000-8000-000000000003'
  const COURIER = 'md-5e1f0000-0000-4000-8000-000000000001'

  test('cannot ask for a series above them, as if it did not exist', async () => {
    const refused = await ask(young(), { kind: 'series', provider_id: MOSS }, 404)
    expect(refused).toEqual({ detail: 'There is no such series to ask for.' } as never)
    await ask({ name: 'Teen', limits: { max_age: 13 } }, { kind: 'series', provider_id: MOSS })
  })

  test('cannot ask for the other kind', async () => {
    await ask(young({ kinds: ['comic'] }), { kind: 'series', provider_id: COURIER }, 404)
    await ask(young({ kinds: ['manga'] }), { kind: 'series', provider_id: HARBOR }, 404)
    await ask(young({ kinds: ['comic'] }), { kind: 'series', provider_id: HARBOR })
  })

  test('cannot ask for what the library hides, and does not find it', async () => {
    makeSeries(app.app.db, { comic_id: HARBOR })
    makeIssues(app.app.db, HARBOR, [1])
    const dora: Who = { name: 'Dora', limits: { tags_any: ['kids'] } }
    const refused = await ask(dora, { kind: 'series', provider_id: HARBOR }, 404)
    expect(refused.detail).toBe('There is no such series to ask for.')
    await ask(dora, { kind: 'issue', issue_id: `${HARBOR}-1` }, 404)
    const found = await send<{ results: { comicid: string }[] }>(200, dora, 'POST', '/api/search/comics', {
      name: 'harbor lights',
    })
    const ids = found.results.map(({ comicid }) => comicid)
    expect([ids.includes(HARBOR), ids.length > 0]).toEqual([false, true])
    await ask(dora, { kind: 'series', provider_id: COPPER })
  })

  test('sees no picture of a provider', async () => {
    const address = '/api/metadata/image-proxy?url=https%3A%2F%2Fcomicvine.gamespot.com%2Fa.jpg'
    await send(403, young(), 'GET', address)
    const asked = await ask(young(), { kind: 'series', provider_id: HARBOR })
    expect(asked.cover_url).toBeNull()
    await decide(asked.request_id, { action: 'accept', want: 'none' })
    await app.idle()
    expect((await list(young())).requests[0]?.cover_url).toBe(`/api/covers/series/${HARBOR}`)
  })
})

describe('waiting requests', () => {
  const counts = () => app.soon<{ requests: number }>(200, app.app.reader.get('/api/activity/status'))

  test('come first, and are counted among what needs attention', async () => {
    const { request_id } = await askForSeries(ADA)
    app.app.clock.jump('1 min')
    const second = await askForSeries(ADA, COPPER)
    expect((await counts()).requests).toBe(2)
    await decide(second.request_id, { action: 'decline' })
    expect((await counts()).requests).toBe(1)
    const { requests, total, waiting } = await list(OWNER, '?limit=1')
    expect([requests.map((each) => each.request_id), total, waiting]).toEqual([[request_id], 2, 1])
    expect((await list(OWNER, '?limit=1&offset=1')).requests[0]?.request_id).toBe(second.request_id)
  })

  test('that are readable meanwhile wait no longer', async () => {
    makeSeries(app.app.db)
    makeIssues(app.app.db, 'harbor', [1])
    await ask(ADA, { kind: 'issue', issue_id: 'harbor-1' })
    makeFile(app.app.db, { issues: ['harbor-1'] })
    expect(((await counts()) as { requests: number }).requests).toBe(0)
    const states: (typeof requestStates)[number][] = await stateFor(OWNER)
    expect(states).toEqual(['readable'])
  })

  test('are an event for those who ask', async () => {
    app.app.events()
    const { request_id } = await askForSeries(ADA)
    await askForSeries(BEN)
    await decide(request_id, { action: 'decline' })
    const changes = app.app.events().filter(({ type }) => type === 'request.changed')
    const [ada, ben] = await Promise.all(['Ada', 'Ben'].map(async (name) => (await clients.get(name))!.user_id))
    expect<object[]>(changes).toEqual([
      { type: 'request.changed', request_id, user_ids: [ada] },
      { type: 'request.changed', request_id, user_ids: [ada, ben] },
      { type: 'request.changed', request_id, user_ids: [ada, ben] },
    ])
  })
})

test('a request ends with the last user who asks', async () => {
  const { request_id } = await askForSeries(ADA)
  app.app.db.write((tx) => tx.run('DELETE FROM request_askers'))
  await decide(request_id, { action: 'accept' }, 404)
  expect(app.app.db.read.all('SELECT * FROM requests')).toEqual([])
})
