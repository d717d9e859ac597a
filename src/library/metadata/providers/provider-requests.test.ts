import { describe, expect, test } from 'bun:test'
import type { ReadableConfig } from '../client/configured'
import type { MetadataClient, ProviderRequest } from '../client/metadata-client'
import { makeAnilist } from './anilist/anilist'
import { makeComicvine } from './comicvine/comicvine'
import { makeMangadex } from './mangadex/mangadex'
import { makeMetron } from './metron/metron'
import type { ProviderQueries, ProviderRequestOptions, QueryFailure } from './provider'

const SETTINGS: Record<string, unknown> = {
  comicvine_url: 'https://idx.test/cv',
  metron_url: 'https://idx.test/metron',
  mangadex_url: 'https://idx.test/md',
  mangadex_covers_url: 'https://idx.test/pictures/',
  mangadex_languages: ' en,, fr ,',
  mangadex_content_rating: 'safe',
  anilist_url: 'https://idx.test/al',
}
const DOWN: QueryFailure = { failure: 'unavailable', detail: 'It is down.' }

interface Sent {
  path: string
  query: URLSearchParams
  variables: Record<string, unknown>
  freshForMs: number
  asking: ProviderRequestOptions | undefined
}
type Reply = (sent: Sent, at: number) => unknown

const makers = { comicvine: makeComicvine, metron: makeMetron, mangadex: makeMangadex, anilist: makeAnilist }
type Name = keyof typeof makers

/** A provider that receives these replies; `DOWN` is no reply. */
function over(name: Name, reply: Reply): { of: ProviderQueries; sent: Sent[] } {
  const sent: Sent[] = []
  const request = async (
    _name: string,
    { url, body, freshForMs }: ProviderRequest,
    read: (json: unknown) => unknown,
    asking?: ProviderRequestOptions,
  ) => {
    const { pathname, searchParams } = new URL(url)
    const { variables = {} } = JSON.parse(body ?? '{}') as { variables?: Record<string, unknown> }
    const one: Sent = { path: pathname.slice(1), query: searchParams, variables, freshForMs, asking }
    sent.push(one)
    const json = reply(one, sent.length - 1)
    return json === DOWN ? DOWN : { ok: read(json) }
  }
  const client = { request } as unknown as MetadataClient
  const config = { get: (key: string) => SETTINGS[key] } as unknown as ReadableConfig
  return { of: makers[name]({ client, config }), sent }
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n + 1))
const WEEK = { first: '2026-11-18', last: '2026-11-24', followed: [] as string[] }
const query = (limit: number, offset = 0, more: object = {}) =>
  ({ name: 'Clouds', content_type: 'manga', limit, offset, ...more }) as const

const volume = (id: string) => ({ id, name: 'Harbor Lights', start_year: '2012', publisher: { name: 'Northgate' } })
const cvIssue = (id: string, of = '7') => ({
  id,
  issue_number: id,
  store_date: '2026-11-18',
  volume: { id: of, name: 'Harbor Lights' },
})
const cvPage = (results: object[], total = results.length) => ({
  status_code: 1,
  results,
  number_of_total_results: total,
})
const named = (sent: Sent) => sent.query.get('filter')!.replace('id:', '').split('|')

const metronIssue = (id: string, more: object = {}) => ({
  id,
  number: id,
  store_date: '2026-11-18',
  series: { name: 'Copper Lantern', year_began: 2019 },
  ...more,
})
const metronPage = (results: object[], more = false, count = results.length) => ({
  count,
  next: more ? 'https://idx.test/metron/next' : null,
  results,
})

const list = (data: object[], total: number | undefined = data.length) => ({ result: 'ok', data, total })
const manga = (id: string, more: object = {}) => ({ id, attributes: { title: { en: 'Clouds' }, ...more } })
const chapter = (id: string, number: string, more: object = {}) => ({
  id,
  attributes: { chapter: number, translatedLanguage: 'en', publishAt: '2026-11-18T09:00:00+00:00', ...more },
  relationships: [{ type: 'manga', id: 'm' }],
})
/** MangaDex with one manga of one chapter. */
const mangadex: Reply = ({ path }) => {
  if (path.endsWith('/feed')) return list([chapter('c', '1')])
  if (path.endsWith('/aggregate')) return { result: 'ok', volumes: [] }
  if (path.endsWith('/cover')) return list([])
  if (path.endsWith('/chapter')) return list([chapter('c', '1')])
  return list([manga('m')])
}

const media = (id: number) => ({ id, title: { english: 'Clouds' }, status: 'FINISHED', volumes: 1 })
const alPage = (found: object[], hasNextPage = false) => ({
  data: { Page: { pageInfo: { hasNextPage }, media: found } },
})
const fifty = () => alPage(ids(50).map((id) => media(Number(id))))

/** The replies that each request needs; any of them may be missing. */
const questions: [words: string, name: Name, ask: (of: ProviderQueries) => Promise<unknown>, replies: unknown[]][] = [
  ['a search', 'comicvine', (of) => of.search(query(20)), [cvPage([volume('1')])]],
  ['series', 'comicvine', (of) => of.series(ids(101)), [cvPage([volume('1')]), cvPage([volume('101')])]],
  ['issues', 'comicvine', (of) => of.issues('7'), [cvPage([cvIssue('1')], 2), cvPage([cvIssue('2')], 2)]],
  ['an issue', 'comicvine', (of) => of.issue('1'), [{ status_code: 1, results: cvIssue('1') }]],
  ['releases', 'comicvine', (of) => of.releases!(WEEK), [cvPage([cvIssue('1')], 2), cvPage([cvIssue('2')], 2), cvPage([volume('7')])]], // biome-ignore format: one line
  ['a search for arcs', 'comicvine', (of) => of.arcs!.search('Night'), [cvPage([{ id: 1, name: 'Night' }])]],
  ['the issues of an arc', 'comicvine', (of) => of.arcs!.issues('1'), [{ status_code: 1, results: { issues: ids(101).map((id) => ({ id })) } }, cvPage([cvIssue('1')]), cvPage([cvIssue('2')]), cvPage([volume('7')])]], // biome-ignore format: one line
  ['a test', 'comicvine', (of) => of.test(), [cvPage([])]],
  ['a search', 'metron', (of) => of.search(query(20)), [metronPage([{ id: 1, series: 'Copper Lantern (2019)' }])]],
  [
    'series',
    'metron',
    (of) => of.series(['1', '2']),
    [
      { id: 1, name: 'Copper Lantern' },
      { id: 2, name: 'Clouds' },
    ],
  ],
  ['issues', 'metron', (of) => of.issues('7'), [metronPage([metronIssue('1')], true), metronPage([metronIssue('2')])]],
  ['an issue', 'metron', (of) => of.issue('1'), [metronIssue('1')]],
  ['releases', 'metron', (of) => of.releases!(WEEK), [metronPage([metronIssue('1')], true, 2), metronPage([metronIssue('2')], false, 2)]], // biome-ignore format: one line
  ['a search for arcs', 'metron', (of) => of.arcs!.search('Night'), [metronPage([]), metronPage([])]],
  [
    'the issues of an arc',
    'metron',
    (of) => of.arcs!.issues('1'),
    [metronPage([metronIssue('1')], true), metronPage([])],
  ],
  ['a reading list', 'metron', (of) => of.arcs!.issues('list-1'), [metronPage([{ order: 1, issue: metronIssue('1') }], true), metronPage([])]], // biome-ignore format: one line
  ['a test', 'metron', (of) => of.test(), [metronPage([])]],
  ['a search', 'mangadex', (of) => of.search(query(20)), [list([manga('m')])]],
  ['series', 'mangadex', (of) => of.series(ids(101)), [list([manga('m')]), list([manga('n')])]],
  ['issues', 'mangadex', (of) => of.issues('m'), [list([manga('m')]), list([chapter('c', '1')], 501), list([chapter('d', '2')], 501), { result: 'ok' }, list([], 101)]], // biome-ignore format: one line
  ['an issue', 'mangadex', (of) => of.issue('c'), [list([chapter('c', '1')]), list([manga('m')]), list([chapter('c', '1')]), { result: 'ok' }, list([])]], // biome-ignore format: one line
  ['releases', 'mangadex', (of) => of.releases!({ ...WEEK, followed: ['m', 'n'] }), [list([manga('m'), manga('n')]), list([]), list([])]], // biome-ignore format: one line
  ['a test', 'mangadex', (of) => of.test(), [list([])]],
  ['a search', 'anilist', (of) => of.search(query(100)), [alPage([media(1)], true), alPage([media(2)])]],
  ['series', 'anilist', (of) => of.series(ids(51)), [alPage([media(1)]), alPage([media(2)])]],
  ['issues', 'anilist', (of) => of.issues('1'), [alPage([media(1)])]],
  ['an issue', 'anilist', (of) => of.issue('1-v1'), [alPage([media(1)])]],
  ['a test', 'anilist', (of) => of.test(), [alPage([])]],
]

test.each(questions)('%s of %s fails with any of its requests, and no more are sent', async (_, name, ask, replies) => {
  const whole = over(name, (_sent, at) => replies[at])
  expect(await ask(whole.of)).toHaveProperty('ok')
  expect(whole.sent).toHaveLength(replies.length)
  for (const missing of replies.keys()) {
    const { of, sent } = over(name, (_sent, at) => (at === missing ? DOWN : replies[at]))
    expect(await ask(of)).toBe(DOWN)
    expect(sent).toHaveLength(missing + 1)
  }
})

/** The number of requests for a list: by its length, and by what the service says about it. */
const costs: [
  words: string,
  name: Name,
  ask: (of: ProviderQueries) => Promise<unknown>,
  reply: Reply,
  requests: number,
][] = [
  // biome-ignore format: one line
  ['no series', 'comicvine', (of) => of.series([]), () => cvPage([]), 0],
  ['a hundred series', 'comicvine', (of) => of.series(ids(100)), () => cvPage([]), 1],
  ['a list as long as stated', 'comicvine', (of) => of.issues('7'), () => cvPage([cvIssue('1')], 1), 1],
  ['a list shorter than stated', 'comicvine', (of) => of.issues('7'), (_, at) => cvPage(at === 0 ? [cvIssue('1')] : [], 9), 2], // biome-ignore format: one line
  ['a list without end', 'comicvine', (of) => of.issues('7'), () => cvPage([cvIssue('1')], 10 ** 6), 50],
  ['no releases', 'comicvine', (of) => of.releases!(WEEK), () => cvPage([]), 1],
  ['an arc of a hundred issues', 'comicvine', (of) => of.arcs!.issues('1'), ({ path }) => (path.includes('story_arc') ? { status_code: 1, results: { issues: ids(100).map((id) => ({ id })) } } : cvPage([])), 2], // biome-ignore format: one line
  ['an arc of one issue, named twice', 'comicvine', (of) => of.arcs!.issues('1'), ({ path }) => (path.includes('story_arc') ? { status_code: 1, results: { issues: [{ id: 1 }, { id: 1 }] } } : cvPage([])), 2], // biome-ignore format: one line
  ['a list without end', 'metron', (of) => of.issues('7'), () => metronPage([metronIssue('1')], true), 50],
  ['an arc without end', 'metron', (of) => of.arcs!.issues('1'), () => metronPage([metronIssue('1')], true), 100],
  ['no series', 'mangadex', (of) => of.series([]), () => list([]), 0],
  ['a hundred series', 'mangadex', (of) => of.series(ids(100)), () => list([]), 1],
  ['a feed of a full page', 'mangadex', (of) => of.issues('m'), (sent, at) => (sent.path.endsWith('/feed') ? list([chapter('c', '1')], 500) : mangadex(sent, at)), 4], // biome-ignore format: one line
  ['a feed that claims to be longer', 'mangadex', (of) => of.issues('m'), (sent, at) => (sent.path.endsWith('/feed') ? list(at < 3 ? [chapter('c', '1')] : [], 9000) : mangadex(sent, at)), 6], // biome-ignore format: one line
  ['a feed without a length', 'mangadex', (of) => of.issues('m'), (sent, at) => ({ ...(mangadex(sent, at) as object), total: null }), 4], // biome-ignore format: one line
  ['no series', 'anilist', (of) => of.series(['x']), fifty, 0],
  ['fifty series', 'anilist', (of) => of.series(ids(50)), fifty, 1],
  ['a search for a full page', 'anilist', (of) => of.search(query(50)), () => alPage([media(1)], true), 1],
  ['a search for the last of a page', 'anilist', (of) => of.search(query(1, 49)), () => alPage([media(1)], true), 1],
  ['a search that finds little', 'anilist', (of) => of.search(query(100)), () => alPage([media(1)]), 1],
]

test.each(costs)('%s of %s costs no more requests than necessary', async (_, name, ask, reply, requests) => {
  const { of, sent } = over(name, reply)
  await ask(of)
  expect(sent).toHaveLength(requests)
})

describe('the releases of one week', () => {
  const pages = (name: Name, count: number) =>
    over(name, ({ path }, at) => {
      if (path.includes('volumes')) return cvPage([volume('7')])
      const results = at < count ? [String(at)] : []
      if (name === 'metron') return metronPage(results.map((id) => metronIssue(id)), at + 1 < count, count) // biome-ignore format: one line
      return cvPage(
        results.map((id) => cvIssue(id)),
        count,
      )
    })

  test.each([
    ['comicvine', 15, 1500],
    ['metron', 10, 1000],
  ] as const)('at %s need up to %d pages, and more are a failure', async (name, most, entries) => {
    const full = await pages(name, most).of.releases!(WEEK)
    expect('ok' in full && full.ok.map(({ id }) => id)).toEqual([...Array(most).keys()].map(String))
    const { of, sent } = pages(name, most + 1)
    expect(await of.releases!(WEEK)).toMatchObject({
      failure: 'unreadable',
      detail: expect.stringContaining(`more than ${entries} releases`),
    })
    expect(sent).toHaveLength(most)
  })

  test.each(['comicvine', 'metron'] as const)('at %s are a failure when one of them was not sent', async (name) => {
    const page = (at: number) => (at === 0 ? ['1'] : [])
    const { of } = over(
      name,
      (_, at) =>
      name === 'metron'
        ? metronPage(page(at).map((id) => metronIssue(id)), false, 2) // biome-ignore format: one line
        : cvPage(page(at).map((id) => cvIssue(id)), 2), // biome-ignore format: one line
    )
    expect(await of.releases!(WEEK)).toMatchObject({
      failure: 'unreadable',
      detail: expect.stringContaining('sent 1 of 2 releases'),
    })
  })

  test('at ComicVine have the publishers of a hundred series for one request', async () => {
    const [hundred, more] = [100, 101].map((count) =>
      over('comicvine', (sent) =>
        sent.path.includes('volumes')
          ? cvPage(named(sent).filter((id) => id !== '2').map(volume)) // biome-ignore format: one line
          : cvPage(ids(count).map((id) => cvIssue(id, id))),
      ),
    ) as [ReturnType<typeof over>, ReturnType<typeof over>]
    const found = await hundred.of.releases!(WEEK, { fresh: true, urgent: true })
    expect(hundred.sent).toHaveLength(2)
    expect('ok' in found && found.ok.slice(0, 2).map(({ publisher, year }) => [publisher, year])).toEqual([
      ['Northgate', 2012],
      [undefined, undefined], // a series that the provider does not list
    ])
    // The list is requested again; its series may come from stored replies.
    expect(hundred.sent.map(({ asking }) => asking?.fresh)).toEqual([true, false])
    expect(hundred.sent.map(({ asking }) => asking?.urgent)).toEqual([true, true])
    await more.of.releases!(WEEK)
    expect(more.sent.slice(1).map((sent) => named(sent).length)).toEqual([100, 1])
  })

  test('at MangaDex are limited to the days, each once, from the first upload', async () => {
    const at = (id: string, number: string, day: string | undefined) =>
      chapter(id, number, { publishAt: day && `${day}T09:00:00+00:00`, title: id })
    const feed = [
      at('before', '1', '2026-11-17'),
      at('first', '2', '2026-11-18'),
      at('last', '3', '2026-11-24'),
      at('again', '2', '2026-11-24'),
      at('after', '4', '2026-11-25'),
      at('undated', '5', undefined),
    ]
    const { of, sent } = over('mangadex', ({ path }) =>
      path.endsWith('/feed') ? list(feed) : list([manga('m', { year: 2014, contentRating: 'erotica' })]),
    )
    const found = await of.releases!({ ...WEEK, followed: ['m'] }, { fresh: true, urgent: true })
    const releases = 'ok' in found ? found.ok : []
    expect(releases.toSorted((a, b) => (a.day < b.day ? -1 : 1))).toEqual([
      expect.objectContaining({ id: 'm 2', day: '2026-11-18', series: 'Clouds', number: '2', title: 'first', year: 2014 }), // biome-ignore format: one line
      expect.objectContaining({ id: 'm 3', day: '2026-11-24', title: 'last', series_ids: { mangadex: 'm' } }),
    ])
    expect(sent.map(({ asking }) => [asking?.fresh, asking?.urgent])).toEqual([
      [false, true],
      [true, true],
    ])
    expect(sent[1]!.query.get('publishAtSince')).toBe('2026-11-18T00:00:00')
    // Releases of a linked series are shown whatever its rating, in the languages of the settings.
    expect(sent[1]!.query.getAll('contentRating[]')).toEqual(['safe', 'erotica'])
    expect(sent[1]!.query.getAll('translatedLanguage[]')).toEqual(['en', 'fr'])
  })

  test('at MangaDex cover four hundred followed series and no more', async () => {
    const { of, sent } = over('mangadex', () => list([]))
    expect(await of.releases!({ ...WEEK, followed: ids(400) })).toEqual({ ok: [] })
    expect(sent).toHaveLength(4)
    expect(await of.releases!({ ...WEEK, followed: ids(401) })).toMatchObject({
      failure: 'refused',
      detail: expect.stringMatching(/^You follow more than 400 manga/),
    })
    expect(sent).toHaveLength(4)
  })
})

test.each([
  [undefined, 'SEARCH_MATCH'],
  ['latest', 'UPDATED_AT_DESC'],
  ['follows', 'POPULARITY_DESC'],
  ['nonsense', 'SEARCH_MATCH'],
])('sorted by %p AniList receives %s', async (sort, word) => {
  const { of, sent } = over('anilist', fifty)
  await of.search(query(20, 0, sort === undefined ? {} : { sort }))
  expect(sent[0]!.variables).toMatchObject({ q: 'Clouds', page: 1, size: 50, sort: [word], adult: false })
})

test('a search of AniList is part of its pages', async () => {
  const found = async (limit: number, offset: number, last: number) => {
    const { of, sent } = over(
      'anilist',
      ({ variables: { page } }) =>
      alPage(ids(50).map((id) => media(Number(page) * 1000 + Number(id))), Number(page) < last), // biome-ignore format: one line
    )
    const answer = await of.search(query(limit, offset))
    if (!('ok' in answer)) throw new Error(answer.detail)
    const { series, total } = answer.ok
    return [sent.map(({ variables }) => variables.page), series[0]?.provider_id, series.length, total]
  }
  expect(await found(20, 0, 9)).toEqual([[1], '1001', 20, 51])
  expect(await found(20, 40, 9)).toEqual([[1, 2], '1041', 20, 101])
  expect(await found(20, 60, 2)).toEqual([[2], '2011', 20, 100])
})

test.each([
  ['comicvine', 1, 3, { limit: '1', page: '4' }],
  ['comicvine', 0, 0, { limit: '1', page: '1' }],
  ['comicvine', 500, 500, { limit: '100', page: '6' }],
  ['metron', 20, 80, { page: '1' }],
  ['metron', 20, 100, { page: '2' }],
  ['mangadex', 1, 7, { limit: '1', offset: '7' }],
  ['mangadex', 0, 0, { limit: '1', offset: '0' }],
  ['mangadex', 101, 0, { limit: '100', offset: '0' }],
] as const)('a search of %s for %d from %d is sent as %j', async (name, limit, offset, parameters) => {
  const { of, sent } = over(name, () => (name === 'mangadex' ? list([]) : { ...cvPage([]), next: null }))
  await of.search(query(limit, offset))
  expect(Object.fromEntries(sent[0]!.query)).toMatchObject(parameters)
})

test('a search of Metron shows the requested part of its page', async () => {
  const { of, sent } = over('metron', () => metronPage(ids(100).map((id) => ({ id, series: `Clouds ${id}` })), true, 300)) // biome-ignore format: one line
  const found = await of.search(query(2, 140, { year: 2019 }))
  expect('ok' in found && [found.ok.total, found.ok.series.map(({ provider_id }) => provider_id)]).toEqual([
    300,
    ['41', '42'],
  ])
  expect(sent[0]!.query.get('year_began')).toBe('2019')
  await of.search(query(2))
  expect(sent[1]!.query.has('year_began')).toBe(false)
})

test.each([
  [{ series: { id: 12, name: 'Clouds' } }, '12'],
  [{ series: null }, undefined],
  [{}, undefined],
  [null, undefined],
])('Metron names the series of the issue %j: %p', async (reply, id) => {
  expect(await over('metron', () => reply).of.seriesOf!('6')).toEqual({ ok: id })
})

test('the list of arcs of Metron is stored for hours, its content for a day', async () => {
  const { of, sent } = over('metron', () => metronPage([]))
  await of.arcs!.search('Night')
  await of.arcs!.issues('5')
  expect(sent.map(({ path, freshForMs }) => [path, freshForMs / 3_600_000])).toEqual([
    ['metron/reading_list/', 6],
    ['metron/arc/', 6],
    ['metron/arc/5/issue_list/', 24],
  ])
})

test('a reply of MangaDex without its success mark is refused', async () => {
  const { of } = over('mangadex', () => ({ ...list([]), result: 'error' }))
  await expect(of.series(['m'])).rejects.toThrow('result is not ok')
})

test('an issue of MangaDex has the list of its series, and one without a series is unknown', async () => {
  const { of } = over('mangadex', mangadex)
  expect(await of.issue('c')).toMatchObject({ ok: { provider_id: 'c', facts: { number: '1' } } })
  expect(await of.issue('d')).toEqual({ ok: undefined })
  const { of: homeless, sent } = over('mangadex', () => list([{ ...chapter('c', '1'), relationships: [] }]))
  expect(await homeless.issue('c')).toEqual({ ok: undefined })
  expect(sent).toHaveLength(1)
})
