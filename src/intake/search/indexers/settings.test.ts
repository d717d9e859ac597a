import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { HealthReply } from '../../../edges/system/checks/schema'
import { type TestApp, testApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { type FakeHttp, fakeHttp, type Handler } from '../../../testing/fakes/http'
import { type FakeIndexer, fakeIndexer, type IndexerFault } from '../../../testing/fakes/indexer'
import type { IndexerListViews } from './wire'

let app: TestApp
let http: FakeHttp
let fake: FakeIndexer
let hosts: Record<string, Handler>
beforeEach(async () => {
  fake = fakeIndexer({ name: 'Harbor Index', releases: [{ title: 'Harbor Lights 007' }] })
  hosts = { 'idx.test': fake.fetch, 'prowlarr.test:9696': fake.fetch }
  http = fakeHttp(hosts)
  app = await testApp({ ports: { http } })
})
afterEach(() => app.close())

interface Entry {
  id?: string
  name?: unknown
  host?: unknown
  [more: string]: unknown
}
const lists = () =>
  app.reader.json<IndexerListViews & Record<string, unknown>>(200, app.reader.get('/api/config/providers'))
const put = (body: unknown) => app.reader.put('/api/config/providers', body)
const save = async (providers: Entry[], type = 'newznab', more = {}) =>
  app.reader.json<IndexerListViews['newznab'] & { success: true }>(200, put({ type, providers, ...more }))
const refused = (body: unknown) =>
  app.reader.json<{ success: boolean; error: string; detail: string; code?: string }>(400, put(body))
const ask = (body: unknown, path = 'test') =>
  advanceUntil(app.clock, app.reader.post(`/api/config/providers/${path}`, body))
const KEYED = { name: 'Indexer A', host: 'https://idx.test', api_key: 'k3y0fTh1sF4ke' }

describe('a list', () => {
  test('is saved, shown without its keys, and is in the settings', async () => {
    const saved = await save([KEYED])
    expect(saved).toMatchObject({ success: true, enabled: true })
    const [provider] = saved.providers
    const shown = {
      id: expect.any(String),
      name: 'Indexer A',
      host: 'https://idx.test',
      verify: true,
      categories: '7030',
      enabled: true,
      api_key_set: true,
      order: 0,
    }
    expect(provider).toEqual({ ...shown, standing: expect.anything() })
    const listed = await lists()
    expect(listed.newznab.providers).toEqual([provider!])
    expect(listed.torznab).toEqual({ enabled: true, providers: [] })
    const config = await app.reader.json<Record<string, unknown>>(200, app.reader.get('/api/config'))
    expect(config.newznab).toEqual({ enabled: true, providers: [shown] })
    expect(config.torznab).toEqual({ enabled: true, providers: [] })
    expect(JSON.stringify([saved, listed, config])).not.toContain(KEYED.api_key)
  })

  test('replaces all indexers of its type and leaves the other type unchanged', async () => {
    await save([KEYED, { name: 'Indexer B', host: 'https://b.test' }])
    await save([{ name: 'Tracker', host: 'http://t.test:9117/api/v2.0/indexers/x/results/torznab/api/' }], 'torznab')
    await save([{ name: 'Indexer C', host: 'https://c.test' }])
    const { newznab, torznab } = await lists()
    expect(newznab.providers.map(({ name }) => name)).toEqual(['Indexer C'])
    expect(torznab.providers.map(({ host }) => host)).toEqual([
      'http://t.test:9117/api/v2.0/indexers/x/results/torznab',
    ])
    expect(torznab.providers[0]!.api_key_set).toBe(false)
  })

  test('takes no key from an entry of the other type with the same name', async () => {
    await save([KEYED])
    const { providers } = await save([{ name: KEYED.name, host: KEYED.host }], 'torznab')
    expect(providers).toMatchObject([{ name: KEYED.name, api_key_set: false }])
  })

  test('enables or disables its type when it says so, and else does not', async () => {
    expect((await save([KEYED], 'newznab', { enabled: false })).enabled).toBe(false)
    expect((await save([KEYED])).enabled).toBe(false)
    expect((await lists()).torznab.enabled).toBe(true)
    expect(app.config.get('newznab')).toBe(false)
  })

  test('keeps the fields that an entry leaves out, found by its id, else by name and address', async () => {
    const all = { ...KEYED, categories: '7030,8020', verify: false, enabled: false, rss_uid: '12' }
    const [first] = (await save([all])).providers
    const [renamed] = (await save([{ id: first!.id, name: 'Renamed', host: KEYED.host }])).providers
    expect(renamed).toEqual({ ...first!, name: 'Renamed' })
    const [again] = (await save([{ name: 'Renamed', host: 'https://idx.test/api/' }])).providers
    expect(again).toEqual(renamed!)
  })

  test('is found by its name alone if that is unique, and then needs a new key for another address', async () => {
    const [first] = (await save([KEYED])).providers
    const moved = { name: KEYED.name, host: 'https://elsewhere.test' }
    const reply = await refused({ type: 'newznab', providers: [moved] })
    expect(reply).toMatchObject({ code: 'api_key_required', success: false })
    const [again] = (await save([{ ...moved, api_key: 'another' }])).providers
    expect(again).toMatchObject({ id: first!.id, host: moved.host, api_key_set: true })
    const both = await save([{ id: first!.id, name: 'Renamed', host: moved.host }, KEYED])
    expect(both.providers.map(({ name }) => name)).toEqual(['Renamed', KEYED.name])
    expect(both.providers[1]!.id).not.toBe(first!.id)
  })

  test('may swap two names', async () => {
    const [a, b] = (await save([KEYED, { name: 'Indexer B', host: 'https://b.test' }])).providers
    const swapped = await save([
      { id: a!.id, name: 'Indexer B', host: KEYED.host },
      { id: b!.id, name: 'Indexer A', host: 'https://b.test' },
    ])
    expect(swapped.providers.map(({ id, name }) => [id, name])).toEqual([
      [a!.id, 'Indexer B'],
      [b!.id, 'Indexer A'],
    ])
  })

  test('is queried in its order, among those of the other type too', async () => {
    await save([KEYED, { name: 'Indexer B', host: 'https://b.test' }])
    await save([{ name: 'Tracker', host: 'https://t.test' }], 'torznab')
    const orders = async () => {
      const { newznab, torznab } = await lists()
      return [...newznab.providers, ...torznab.providers].sort((a, b) => a.order - b.order).map(({ name }) => name)
    }
    expect(await orders()).toEqual(['Indexer A', 'Indexer B', 'Tracker'])
    await save([{ name: 'Indexer B', host: 'https://b.test' }, KEYED])
    expect(await orders()).toEqual(['Indexer B', 'Indexer A', 'Tracker'])
    await save([
      { name: 'Indexer B', host: 'https://b.test', order: 0 },
      { ...KEYED, order: 2 },
    ])
    await save([{ name: 'Tracker', host: 'https://t.test', order: 1 }], 'torznab')
    expect(await orders()).toEqual(['Indexer B', 'Tracker', 'Indexer A'])
  })
})

describe('a key', () => {
  test.each([
    ['the same address', 'https://idx.test'],
    ['another path', 'https://idx.test/newznab/'],
    ['an explicit port', 'https://idx.test:443'],
  ])('stays without a new one at %s', async (_, host) => {
    const [{ id } = { id: '' }] = (await save([KEYED])).providers
    for (const api_key of [undefined, null, '']) {
      const [provider] = (await save([{ id, name: 'Indexer A', host, api_key }])).providers
      expect(provider!.api_key_set).toBe(true)
    }
    await app.reader.json(200, ask({ type: 'newznab', id, host }))
    expect(http.requests.every((line) => line.includes(`apikey=${KEYED.api_key}`))).toBe(true)
  })

  test.each([
    ['another host', 'https://elsewhere.test'],
    ['another port', 'https://idx.test:8443'],
    ['http', 'http://idx.test'],
    ['a subdomain', 'https://x.idx.test'],
  ])('is required again at %s, and is not sent there by a test', async (_, host) => {
    const [{ id } = { id: '' }] = (await save([KEYED])).providers
    const reply = await refused({ type: 'newznab', providers: [{ id, name: 'Indexer A', host }] })
    expect(reply).toMatchObject({ success: false, code: 'api_key_required' })
    expect(reply.error).toContain('newznab:Indexer A')
    expect(reply.error).toContain('Enter its API key again')
    await app.reader.json(400, ask({ type: 'newznab', id, name: 'Indexer A', host }))
    expect(http.requests).toEqual([])
    expect((await lists()).newznab.providers[0]!.host).toBe(KEYED.host)
    const [moved] = (await save([{ id, name: 'Indexer A', host, apikey: 'another' }])).providers
    expect(moved).toMatchObject({ id, host, api_key_set: true })
  })
})

describe('a list is refused', () => {
  test.each([
    ['an unknown type', { type: 'ddl', providers: [] }, 'type must be newznab or torznab.'],
    ['no list', { type: 'newznab', providers: {} }, 'providers must be a list.'],
    ['an entry that is not an object', { type: 'newznab', providers: ['x'] }, 'Each indexer must be an object.'],
    ['a blank name', { type: 'newznab', providers: [{ name: ' ', host: 'https://x.test' }] }, 'Each indexer needs a name.'],
    ['an invalid web address', { type: 'newznab', providers: [{ name: 'A', host: 'ftp://x.test' }] }, 'start with http://'],
    ['a login in the address', { type: 'newznab', providers: [{ name: 'A', host: 'https://a:b@x.test' }] }, 'contains a login'],
    ['enabled that is text', { type: 'newznab', providers: [{ name: 'A', host: 'https://x.test', enabled: 'yes' }] }, 'enabled of A'],
    ['verify that is a number', { type: 'newznab', providers: [{ name: 'A', host: 'https://x.test', verify: 1 }] }, 'verify of A'],
    ['enabled of the type as text', { type: 'newznab', enabled: 'true', providers: [] }, 'enabled must be true or false.'],
    ['categories that are words', { type: 'newznab', providers: [{ name: 'A', host: 'https://x.test', categories: 'comics' }] }, 'categories of A'],
    ['a key that is a number', { type: 'newznab', providers: [{ name: 'A', host: 'https://x.test', api_key: 1 }] }, 'API key of A'],
    ['a duplicate name', { type: 'newznab', providers: [{ name: 'A', host: 'https://x.test' }, { name: 'A', host: 'https://y.test' }] }, 'newznab:A is in the list twice.'],
  ])('for %s, and nothing changes', async (_, body, words) => {
    await save([KEYED])
    const before = await lists()
    const reply = await refused(body)
    expect(reply.error).toContain(words)
    expect(reply.detail).toBe(reply.error)
    expect(await lists()).toEqual(before)
  }) // biome-ignore format: a table
})

describe('a test', () => {
  test('reports the capabilities of an indexer, saved or not', async () => {
    const reply = await app.reader.json(200, ask({ type: 'newznab', ...KEYED }))
    expect(reply).toMatchObject({
      success: true,
      detail: 'Harbor Index responded and accepted the key.',
      caps: { title: 'Harbor Index', limits: { max: 100, default: 100 }, searching: { search: ['q'] } },
    })
    expect((await lists()).newznab.providers).toEqual([])
  })

  test('with another key reports the problem, and does not change the saved one', async () => {
    const [{ id } = { id: '' }] = (await save([KEYED])).providers
    const reply = await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED, api_key: 'wrong key' }))
    expect(reply).toEqual({
      success: false,
      detail: 'Indexer A rejected the API key (Incorrect user credentials). Check it under Settings, Indexers.',
    })
    expect((await lists()).newznab.providers[0]!.standing).toMatchObject({ state: 'ready', failure: null })
  })

  test('of a saved indexer that fails is shown by health and the settings with the next reply', async () => {
    const [{ id } = { id: '' }] = (await save([KEYED])).providers
    const health = () => app.reader.json<HealthReply>(200, app.reader.get('/api/system/health'))
    expect(await health()).toMatchObject({ open_count: 0, findings: [] })
    const failures: [IndexerFault, object][] = [
      ['error 100', { state: 'error', findings: [{ message: expect.stringContaining('rejected the API key') }] }],
      ['no connection', { state: 'notice', findings: [{ message: expect.stringContaining('cannot be reached') }] }],
    ]
    for (const [failure, expected] of failures) {
      fake.fail(failure)
      expect(await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED }))).toMatchObject({ success: false })
      expect(await health()).toMatchObject({ open_count: 1, ...expected })
      expect((await lists()).newznab.providers[0]!.standing.failure).not.toBeNull()
    }
    fake.fail()
    expect(await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED }))).toMatchObject({ success: true })
    expect(await health()).toMatchObject({ open_count: 0, findings: [] })
    expect((await lists()).newznab.providers[0]!.standing).toMatchObject({ state: 'ready' })
  })

  test('that succeeds ends the pause after a failure, but not a limit', async () => {
    const [{ id } = { id: '' }] = (await save([KEYED])).providers
    await app.reader.json(200, put({ type: 'newznab', providers: [KEYED] }))
    expect(await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED }))).toMatchObject({ success: true })
    expect((await lists()).newznab.providers[0]!.standing.caps).toMatchObject({ title: 'Harbor Index' })
  })

  test.each([
    [undefined, '7030'],
    ['8000', '8000'],
    ['7020,7030', '7020,7030'],
    [[7020, 100_001], '7020'],
  ])('with the categories %j searches %s', async (categories, cat) => {
    await app.reader.json(200, ask({ type: 'newznab', ...KEYED, categories }))
    expect(new URL(http.requests.at(-1)!.slice(4)).searchParams.get('cat')).toBe(cat)
  })

  test('of a saved indexer uses the categories as typed', async () => {
    const [{ id } = { id: '' }] = (await save([{ ...KEYED, categories: '8000' }])).providers
    await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED }))
    await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED, categories: '7020' }))
    const searches = http.requests.filter((line) => line.includes('t=search'))
    expect(searches.map((line) => new URL(line.slice(4)).searchParams.get('cat'))).toEqual(['8000', '7020'])
    expect(await app.reader.json(400, ask({ type: 'newznab', ...KEYED, categories: 'comics' }))).toMatchObject({
      detail: 'The categories of Indexer A must be numbers such as 7030,8020.',
    })
  })

  test('of an indexer without comics names its own categories, and never searches all books instead', async () => {
    const categories =
      '<category id="2000" name="Films"/><category id="7000" name="Books"><subcat id="7020" name="EBook"/></category>'
    fake = fakeIndexer({ name: 'Harbor Index', releases: [{ title: 'Harbor Lights 007' }], categories })
    hosts['idx.test'] = fake.fetch
    const reply = await app.reader.json<{ caps: object }>(200, ask({ type: 'newznab', ...KEYED }))
    expect(reply).toMatchObject({
      success: false,
      detail: 'Indexer A has no category 7030. Choose from its own: Books (7000), EBook (7020).',
      caps: { categories: [{ id: 2000 }, { id: 7000 }] },
    })
    const [{ id } = { id: '' }] = (await save([KEYED])).providers
    expect((await lists()).newznab.providers[0]!.standing.lacks_categories).toBe(false)
    await app.reader.json(200, ask({ type: 'newznab', id, ...KEYED }))
    expect((await lists()).newznab.providers[0]!.standing.lacks_categories).toBe(true)
    await save([{ ...KEYED, id, categories: '7000' }])
    expect((await lists()).newznab.providers[0]!.standing.lacks_categories).toBe(false)
  })

  test('of an indexer without any results says so', async () => {
    fake = fakeIndexer({ name: 'Harbor Index', releases: [] })
    hosts['idx.test'] = fake.fetch
    const reply = await app.reader.json<{ detail: string }>(200, ask({ type: 'newznab', ...KEYED, api_key: fake.key }))
    expect(reply.detail).toBe(
      'Harbor Index responded and accepted the key. No releases in category 7030; try other categories.',
    )
  })

  test('with an invalid address is refused', async () => {
    await app.reader.json(400, ask({ type: 'newznab', host: 'idx.test' }))
    await app.reader.json(400, ask({ type: 'ddl', host: 'https://idx.test' }))
  })
})

describe('Prowlarr', () => {
  test('lists its indexers with addresses to save', async () => {
    const reply = await app.reader.json(200, ask({ host: 'http://prowlarr.test:9696/', api_key: fake.key }, 'prowlarr'))
    const one = (id: number, type: string, enabled: boolean) => ({
      name: `Harbor Index ${id}`,
      type,
      host: `http://prowlarr.test:9696/${id}`,
      enabled,
      categories: [7030],
    })
    expect(reply).toEqual({ indexers: [one(1, 'newznab', true), one(2, 'torznab', true), one(3, 'torznab', false)] })
  })

  test.each([
    ['http://prowlarr.test:9696', 'wrong', 'Prowlarr rejected the API key.'],
    ['http://nobody.test', 'k3y0fTh1sF4ke', 'Prowlarr cannot be reached.'],
  ])('at %s with the key %s: %s', async (host, api_key, words) => {
    const { detail } = await app.reader.json<{ detail: string }>(502, ask({ host, api_key }, 'prowlarr'))
    expect(detail).toStartWith(words)
  })
})

test('presets fill in a form', async () => {
  const { presets } = await app.reader.json<{ presets: { id: string }[] }>(
    200,
    app.reader.get('/api/config/providers/presets'),
  )
  expect(presets.map(({ id }) => id)).toEqual(['newznab', 'nzbhydra2', 'prowlarr', 'jackett', 'torznab'])
})

test('without an indexer no request is made', async () => {
  await app.reader.post('/api/search/force')
  await app.reader.post('/api/search/rss/force')
  for (const job of ['search', 'rss']) await app.reader.json(202, app.reader.post(`/api/system/jobs/${job}/run`))
  await app.idle()
  expect(http.requests).toEqual([])
})
