import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Config } from '../../../base/config/config'
import { systemFiles } from '../../../base/platform/files'
import type { HttpLimits } from '../../../base/platform/ports'
import { systemRandom } from '../../../base/platform/random'
import type { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import { type FakeHttp, fakeHttp, type Handler } from '../../../testing/fakes/http'
import { fakeIndexer } from '../../../testing/fakes/indexer'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { IndexerClient } from './indexer-client'
import type { IndexerTestBody } from './schema'
import { IndexerSettings } from './settings'
import { type KeyedRow, listKeyed, NEW_INDEXER_STATE, replaceIndexers, saveArchive } from './store'

/**
 * The settings of indexers without the app: what is saved of a list, and what a test of an indexer reports and changes.
 */

const KEY = 'k3y0fTh1sF4ke'
const AT = '2026-11-01T00:00:00.000Z'
let db: Database
let events: { type: string; keys?: readonly string[] }[]
let clock: FakeClock
let hosts: Record<string, Handler>
let http: FakeHttp
let limits: HttpLimits[]
let config: Config
let settings: IndexerSettings
beforeEach(() => {
  events = []
  limits = []
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  hosts = { 'idx.test': fakeIndexer({ name: 'Harbor Index', releases: [{ title: 'Harbor Lights 007' }] }).fetch }
  http = fakeHttp(hosts)
  const { fetch } = http
  http.fetch = (request, given) => {
    limits.push(given)
    return fetch(request, given)
  }
  config = new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { text: '' })
  const names = { addresses: async () => [PUBLIC_ADDRESS] }
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const indexerClient = new IndexerClient({ db, clock, http, names, config, log })
  settings = new IndexerSettings({ db, clock, random: systemRandom, http, config, indexerClient })
})
afterEach(() => db.close())

const row = (indexer_id: string, more: Partial<KeyedRow> = {}): KeyedRow => ({
  ...NEW_INDEXER_STATE,
  indexer_id,
  type: 'newznab',
  name: 'Mill',
  host: 'https://idx.test',
  api_key: KEY,
  verify: true,
  categories: [7030],
  enabled: true,
  position: 0,
  rss_uid: null,
  added_at: AT,
  ...more,
})
const put = (...rows: KeyedRow[]) =>
  db.write((tx) => {
    for (const type of ['newznab', 'torznab'] as const)
      replaceIndexers(tx, type, rows.filter((each) => each.type === type)) // biome-ignore format: one line
  })
const saved = (id: string) => listKeyed(db.read).find(({ indexer_id }) => indexer_id === id)
const told = () => events.splice(0).map(({ type }) => type)
const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown as Refusal,
  )
  return error?.detail
}

describe('a saved list', () => {
  const save = (providers: unknown, more: object = {}) => settings.replace({ type: 'newznab', providers, ...more })
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `I${n}`, host: `https://i${n}.test` }))

  test('has two hundred indexers at most', async () => {
    expect(await refusal(save(many(201)))).toBe('At most 200 indexers of one type can be saved.')
    expect(listKeyed(db.read)).toEqual([])
    expect((await save(many(200))).providers).toHaveLength(200)
  })

  test('notifies open pages, and a refused one does not', async () => {
    await save(many(1))
    expect(events.splice(0)).toEqual([{ type: 'config.changed', keys: ['newznab'] }])
    await settings.replace({ type: 'torznab', providers: [] })
    expect(events.splice(0)).toEqual([{ type: 'config.changed', keys: ['enable_torznab'] }])
    await refusal(save([{}]))
    await refusal(save(many(1), { enabled: 'no' }))
    expect([events, config.get('newznab')]).toEqual([[], true])
  })

  test('enables or disables its type only if it says so', async () => {
    for (const [more, enabled] of [[{}, true], [{ enabled: false }, false], [{}, false], [{ enabled: true }, true]] as const)
      expect((await save(many(1), more)).enabled).toBe(enabled) // biome-ignore format: one list
    await save(many(1), { enabled: false })
    expect([config.get('newznab'), config.get('enable_torznab')]).toEqual([false, true])
  })

  test.each<[object[], string | undefined]>([
    [
      [
        { id: 'a', name: 'Oak' },
        { id: 'a', name: 'Elm' },
      ],
      'newznab:Elm is in the list twice.',
    ],
    [[{ id: 'a', name: 'Oak' }, { name: 'Oak' }], 'newznab:Oak is in the list twice.'],
    [[{ name: 'Oak' }, { name: 'Elm' }, { name: 'Ash' }, { name: 'Oak' }], 'newznab:Oak is in the list twice.'],
    [[{ name: 'Oak' }, { name: 'Elm' }], undefined],
    [[{ id: 'a', name: 'Oak' }, { name: 'Mill' }], undefined],
    [
      [
        { id: 'a', name: 'Mill' },
        { id: 'b', name: 'Oak' },
      ],
      undefined,
    ],
  ])('with %j names each once: %p', async (list, sentence) => {
    put(row('a'), row('b', { name: 'Lamp' }))
    const providers = list.map((each) => ({ host: 'https://idx.test', ...each }))
    expect(await refusal(save(providers))).toBe(sentence)
  })

  test('gives a new indexer with a known name no key of the renamed one', async () => {
    put(row('a'))
    const { providers } = await save([{ id: 'a', name: 'Oak', host: 'https://idx.test' }, { name: 'Mill', host: 'https://idx.test' }]) // biome-ignore format: one list
    expect(providers.map(({ name, api_key_set }) => [name, api_key_set])).toEqual([['Oak', true], ['Mill', false]]) // biome-ignore format: one list
  })

  test('takes nothing from an indexer of the other type, not even by its id', async () => {
    put(row('t', { type: 'torznab' }))
    for (const entry of [{ id: 't' }, {}]) {
      const { providers } = await save([{ name: 'Mill', host: 'https://idx.test', ...entry }])
      expect(providers).toMatchObject([{ api_key_set: false }])
      expect(providers[0]?.id).not.toBe('t')
    }
    expect(settings.lists().torznab.providers.map(({ id, api_key_set }) => [id, api_key_set])).toEqual([['t', true]])
  })

  test('comes after those of the other type, and before the archive', async () => {
    db.write((tx) => saveArchive(tx, AT))
    put(row('t', { type: 'torznab', position: 4 }))
    await save(many(2))
    expect(listKeyed(db.read).map(({ name, position }) => `${name} ${position}`)).toEqual([
      'Mill 4',
      'I0 5',
      'I1 6',
      'Internet Archive 1000000',
    ])
  })

  test('reuses the positions of removed indexers of its type', async () => {
    put(row('a'), row('b', { name: 'Oak', position: 9 }))
    await save([{ id: 'a', name: 'Mill', host: 'https://idx.test' }, ...many(1)])
    expect(listKeyed(db.read).map(({ name, position }) => `${name} ${position}`)).toEqual(['Mill 0', 'I0 1'])
  })

  const state: Partial<KeyedRow> = {
    failure: 'auth',
    detail: 'No.',
    failures_in_row: 2,
    blocked_until: '2026-11-22T00:00:00.000Z',
    spent: { 'api 1': 2 } as never,
    hits: 3,
    caps: { title: 'x', categories: [] } as never,
    caps_at: AT,
    feed_guid: 'g',
    feed_at: AT,
    feed_gap: true,
  }
  const { hits, spent, feed_guid, feed_at, feed_gap } = state
  test.each<[string, object, Partial<KeyedRow>]>([
    ['without changes keeps everything', {}, state],
    ['a new name keeps everything', { name: 'Oak', verify: false }, state],
    ['a new key resets its health', { api_key: 'other' }, { ...NEW_INDEXER_STATE, hits, spent, feed_guid, feed_at, feed_gap } as never],
    ['a new address resets its feed too', { host: 'https://idx.test/other' }, { ...NEW_INDEXER_STATE, hits: 3 }],
    ['another host resets its feed too', { host: 'https://b.test', api_key: 'other' }, { ...NEW_INDEXER_STATE, hits: 3 }],
  ])('with an existing indexer: %s', async (_, entry, kept) => {
    put(row('a', state))
    await save([{ id: 'a', name: 'Mill', host: 'https://idx.test', ...entry }])
    expect(saved('a')).toMatchObject({ added_at: AT, ...kept } as never)
  }) // biome-ignore format: a row each

  test('starts a new indexer without any health, at the current time', async () => {
    const [{ id } = { id: '' }] = (await save(many(1))).providers
    expect(saved(id)).toMatchObject({ ...NEW_INDEXER_STATE, name: 'I0', position: 0, added_at: clock.now() })
  })
})

describe('a test of an indexer', () => {
  const ask = (body: Partial<IndexerTestBody> = {}) =>
    advanceUntil(
      clock,
      settings.test({ type: 'newznab', name: 'Mill', host: 'https://idx.test', api_key: KEY, ...body }),
    )
  /** An indexer that accepts any key. */
  const answers = (caps: string, search = '<rss><channel/></rss>') => {
    hosts['idx.test'] = ({ url }) => new Response(url.includes('t=caps') ? `<caps>${caps}</caps>` : search)
  }

  test.each([
    [undefined, 'The indexer'],
    [' ', 'The indexer'],
    [' Mill ', 'Mill'],
  ])('with the name %p reports on %s', async (name, shown) => {
    const body = { type: 'newznab', host: 'nowhere', ...(name === undefined ? {} : { name }) } as const
    expect(await refusal(settings.test(body))).toBe(`The address of ${shown} must start with http:// or https://.`)
  })

  test.each<[boolean | undefined, boolean | undefined, boolean]>([
    [undefined, undefined, false],
    [undefined, true, false],
    [undefined, false, true],
    [true, false, false],
    [false, true, true],
  ])('with %p for certificates, where %p is saved, accepts any: %p', async (verify, before, any) => {
    if (before !== undefined) put(row('a', { verify: before }))
    await ask(verify === undefined ? {} : { verify })
    expect(limits.map(({ anyCertificate }) => anyCertificate === true)).toEqual([any, any])
    expect(limits.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 30_000])
  })

  test.each([
    [undefined, undefined, '7030'],
    [undefined, [8020], '8020'],
    ['7020', [8020], '7020'],
  ])('with the categories %p, where %p are saved, searches %s', async (categories, before, cat) => {
    if (before) put(row('a', { categories: before }))
    hosts['idx.test'] = fakeIndexer({ categories: '' }).fetch
    await ask({ categories })
    expect(new URL(http.requests.at(-1)!.slice(4)).searchParams.get('cat')).toBe(cat)
  })

  test('uses the saved key only for its own type', async () => {
    put(row('t', { type: 'torznab' }))
    expect(await ask({ api_key: null })).toMatchObject({ success: false })
    put(row('a'))
    expect(await ask({ api_key: null })).toMatchObject({ success: true })
  })

  test('without known capabilities does not search', async () => {
    answers('', '')
    hosts['idx.test'] = () => new Response('', { status: 503 })
    const reply = await ask()
    expect(reply).toEqual({ success: false, detail: expect.stringContaining('Mill has a server problem') })
    expect(http.requests).toHaveLength(1)
  })

  test('that cannot be searched says so, and only changes the health of the saved one', async () => {
    put(row('a'))
    hosts['idx.test'] = ({ url }) =>
      url.includes('t=caps') ? new Response('<caps/>') : new Response('', { status: 503 })
    const reply = await ask()
    expect(reply).toMatchObject({ success: false, detail: expect.stringContaining('Mill has a server problem'), caps: { title: '' } }) // biome-ignore format: one reply
    expect(saved('a')).toMatchObject({ failure: 'unavailable', caps: null, caps_at: null })
  })

  test.each<[string, Partial<IndexerTestBody>, boolean]>([
    ['its address and key', {}, true],
    ['its address and key, found by its id', { id: 'a', name: 'Oak' }, true],
    ['another key', { api_key: 'other' }, false],
    ['another address', { host: 'https://idx.test/other' }, false],
    ['another name and no id', { name: 'Oak' }, false],
  ])('that succeeds with %s: the saved one is healthy again: %p', async (_, body, isSame) => {
    answers('<server title="Harbor Index"/>')
    put(row('a', { failure: 'auth', detail: 'No.', failures_in_row: 1, blocked_until: '2026-11-22T00:00:00.000Z' }))
    told()
    expect(await ask(body)).toMatchObject({ success: true })
    const { failure, caps, caps_at } = saved('a')!
    expect([failure, (caps as { title: string } | null)?.title, caps_at]).toEqual(
      isSame ? [null, 'Harbor Index', clock.now()] : ['auth', undefined, null],
    )
    expect(told().includes('indexers.changed')).toBe(isSame)
  })

  test('sends capabilities to open pages even if nothing was wrong', async () => {
    put(row('a'))
    told()
    await ask()
    expect(told()).toContain('indexers.changed')
  })

  const ITEM = '<rss><channel><item><title>x</title><link>https://idx.test/1</link></item></channel></rss>'
  test.each<[string, string, Partial<IndexerTestBody>, string]>([
    ['<server title="Harbor Index"/>', ITEM, {}, 'Harbor Index responded and accepted the key.'],
    ['<server title="Harbor Index"/>', ITEM, { api_key: '' }, 'Harbor Index responded.'],
    ['', ITEM, {}, 'Mill responded and accepted the key.'],
    ['', '<rss><channel/></rss>', { categories: '8020' }, 'Mill responded and accepted the key. No releases in category 8020; try other categories.'],
  ])('with the replies %j and %j, searched with %j, says %s', async (caps, search, body, detail) => {
    answers(caps, search)
    expect(await ask(body)).toMatchObject({ success: true, detail })
  }) // biome-ignore format: a row each

  const category = (id: number, name = 'x') => `<category id="${id}" name="${name}"/>`
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  test.each<[string[], string, string]>([
    [[category(6999), category(7000)], '7030', 'category 7030. Choose from its own: x (7000).'],
    [[category(8999), category(9000)], '7030', 'category 7030. Choose from its own: x (8999).'],
    [[category(2000), category(100_030, 'Manga')], '7030', 'category 7030. Choose from its own: Manga (100030).'],
    [[category(2000), category(3000)], '7030', 'category 7030. Choose from its own: x (2000), x (3000).'],
    [[category(2000)], '7030,8020', 'categories 7030, 8020. Choose from its own: x (2000).'],
    [nine.map((n) => category(7000 + n)), '7030', `category 7030. Choose from its own: ${nine.slice(0, 8).map((n) => `x (${7000 + n})`).join(', ')}.`],
    [['<category id="2000" name="a"><subcat id="7020" name="b"/></category>'], '7030', 'category 7030. Choose from its own: b (7020).'],
  ])('with %j, searched for %s, says that it has no %s', async (listed, categories, sentence) => {
    answers(`<categories>${listed.join('')}</categories>`, ITEM)
    expect(await ask({ categories })).toMatchObject({ success: false, detail: `Mill has no ${sentence}` })
  }) // biome-ignore format: a row each
})

test('the lists show the health of each indexer, and the configuration does not', () => {
  put(row('a', { failure: 'auth', detail: 'No.' }), row('t', { type: 'torznab' }))
  const { newznab, torznab } = settings.lists()
  expect(
    [newznab, torznab].map(({ providers }) => providers.map(({ id, standing }) => [id, standing.failure])),
  ).toEqual([[['a', 'auth']], [['t', null]]])
  const shown = settings.shown()
  expect([shown.newznab, shown.torznab].map(({ providers }) => providers.map(({ id }) => id))).toEqual([['a'], ['t']])
  expect(JSON.stringify(shown)).not.toContain('standing')
})
