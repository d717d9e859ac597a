import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { advanceUntil } from '../../../../testing/fakes/advance-until'
import { fakeHttp, type Handler } from '../../../../testing/fakes/http'
import { markChanged, seriesOf } from '../../../../testing/fakes/provider-data'
import {
  fakeServices,
  type Services,
  type TestMetadataClient,
  testMetadataClient,
} from '../../../../testing/metadata/providers'
import type { IssueRecord, ProviderAnswer } from '../provider'
import { plainMarkdown } from './mangadex-records'

const COURIER = '5e1f0000-0000-4000-8000-000000000001'
const CLINIC = '5e1f0000-0000-4000-8000-000000000002'
const MOSS = '5e1f0000-0000-4000-8000-000000000003'
const UMBRELLAS = '5e1f0000-0000-4000-8000-000000000005'
const ONE_SHOT = '5e1f0000-0000-4000-8000-000000000006'

let services: Services
let at: TestMetadataClient
beforeEach(() => {
  services = fakeServices()
  at = testMetadataClient(services.http)
})
afterEach(() => at.db.close())

const mangadex = (client = at) => client.providers.get('mangadex')
const well = <T>(answer: Promise<ProviderAnswer<T>>, client = at) => client.well(answer)
const of = (issues: IssueRecord[], unit: 'chapter' | 'volume') => issues.filter(({ facts }) => facts.unit === unit)
const numbers = (issues: IssueRecord[]) => issues.map(({ facts }) => facts.number)
const query = (name: string, more: object = {}) =>
  ({ name, content_type: 'manga', limit: 20, offset: 0, ...more }) as const

test('a search finds manga with names, creators, pictures and ids elsewhere', async () => {
  const { series, total } = await well(mangadex().search(query('Lantern Courier')))
  expect([total, series.map(({ facts }) => [facts.year, facts.book_type])]).toEqual([
    2,
    [
      [2014, 'Manga'],
      [2012, 'One-Shot'],
    ],
  ])
  expect(series[0]).toEqual({
    provider: 'mangadex',
    provider_id: COURIER,
    ids: { anilist: '990001', myanimelist: '880001', mangaupdates: 'mu001' },
    content_rating: 'safe',
    thumb_url: `https://uploads.mangadex.org/covers/${COURIER}/courier_volume_1.jpg.256.jpg`,
    changed: expect.stringContaining('5e1f'),
    facts: {
      name: 'Lantern Courier',
      aliases: ['Hi no Haitatsunin', 'Courier of Lanterns', '灯の配達人'],
      content_type: 'manga',
      year: 2014,
      book_type: 'Manga',
      description: 'Lantern Courier is a story of 2014 about letters that arrive late.',
      reading_direction: 'rtl',
      publication: 'ongoing',
      age_rating: 'safe',
      genres: ['Drama', 'Slice of Life'],
      tags: ['Post'],
      authors: ['Rin Asakura'],
      image_url: `https://uploads.mangadex.org/covers/${COURIER}/courier_volume_1.jpg.512.jpg`,
      url: `https://mangadex.org/title/${COURIER}`,
    },
  })
})

test('a search shows only the ratings of the settings, and a linked series stays linked', async () => {
  expect((await well(mangadex().search(query('Nine Umbrellas')))).series).toEqual([])
  const [known] = await well(mangadex().series([UMBRELLAS]))
  expect(known?.facts).toMatchObject({ age_rating: 'erotica', reading_direction: 'ltr' })
  expect(of(await well(mangadex().issues(UMBRELLAS)), 'chapter')).toHaveLength(4)
})

test.each([
  [undefined, 'order[relevance]=desc'],
  ['latest', 'order[latestUploadedChapter]=desc'],
  ['follows', 'order[followedCount]=desc'],
  ['nonsense', 'order[relevance]=desc'],
  ['constructor', 'order[relevance]=desc'],
])('sorted by %p it receives %s', async (sort, parameter) => {
  await well(mangadex().search(query('Lantern', { sort })))
  expect(services.mangadex.requests.at(-1)).toContain(parameter)
})

test('no search goes further than ten thousand', async () => {
  expect(await well(mangadex().search(query('Lantern', { offset: 9990 })))).toEqual({ series: [], total: 10_000 })
  expect(services.mangadex.requests).toEqual([])
  await well(mangadex().search(query('Lantern', { offset: 9980 })))
  expect(services.mangadex.requests).toHaveLength(1)
})

test('a hundred series cost one request, and unknown ids are left out', async () => {
  const strangers = Array.from({ length: 130 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
  const found = await well(mangadex().series([COURIER, MOSS, ...strangers]))
  expect(found.map(({ provider_id }) => provider_id)).toEqual([COURIER, MOSS])
  expect(services.mangadex.requests).toHaveLength(2)
})

test('each chapter is listed once, in the languages of the settings, in its volume', async () => {
  const issues = await well(mangadex().issues(COURIER))
  const chapters = of(issues, 'chapter')
  expect(numbers(chapters)).toEqual(Array.from({ length: 45 }, (_, n) => String(n + 1)))
  expect(new Set(chapters.map(({ provider_id }) => provider_id)).size).toBe(45)
  expect(chapters[7]).toEqual({
    provider_id: '5e1f0000-0000-4000-8000-000000080001',
    detailed: true,
    changed: '2014-07-11T09:00:00+00:00',
    facts: {
      kind: 'issue',
      unit: 'chapter',
      number: '8',
      volume_number: '2',
      release_date: '2014-07-11',
      page_count: 22,
      url: 'https://mangadex.org/chapter/5e1f0000-0000-4000-8000-000000080001',
      image_url: `https://uploads.mangadex.org/covers/${COURIER}/courier_volume_2.jpg.512.jpg`,
      credits: [{ name: 'Rin Asakura', roles: ['Writer', 'Penciller', 'Inker'] }],
    },
  })
  expect(chapters[44]!.facts.volume_number).toBeUndefined()
  expect(services.mangadex.requests.find((line) => line.includes('/feed'))).toContain('translatedLanguage[]=en&content')
})

test('of several uploads the first one is used, also when another group follows later or earlier pages are fetched again', async () => {
  const fifth = (issues: IssueRecord[]) => of(issues, 'chapter').find(({ facts }) => facts.number === '5')?.provider_id
  const first = fifth(await well(mangadex().issues(COURIER)))
  expect(first).toBe('5e1f0000-0000-4000-8000-000000050001')
  expect(fifth(await well(mangadex().issues(COURIER, { fresh: true })))).toBe(first)
})

test('volumes are issues of their own, each with its cover', async () => {
  const volumes = of(await well(mangadex().issues(COURIER)), 'volume')
  expect(numbers(volumes)).toEqual(['1', '2', '3', '4', '5', '6'])
  expect(volumes[2]).toMatchObject({
    provider_id: `${COURIER}-v3`,
    facts: { image_url: `https://uploads.mangadex.org/covers/${COURIER}/courier_volume_3.jpg.512.jpg` },
  })
})

test('decimals are between whole numbers, and a story without a number is one chapter', async () => {
  expect(numbers(of(await well(mangadex().issues(MOSS)), 'chapter')).slice(9)).toEqual(['10', '10.5', '11', '12', '13'])
  const single = await well(mangadex().issues(ONE_SHOT))
  expect(single.map(({ facts }) => [facts.unit, facts.number])).toEqual([['chapter', '']])
})

test('a licensed manga has as many chapters and volumes as its last numbers say', async () => {
  const issues = await well(mangadex().issues(CLINIC))
  expect(numbers(of(issues, 'volume'))).toEqual(['1', '2', '3', '4'])
  expect(numbers(of(issues, 'chapter'))).toHaveLength(30)
  expect(of(issues, 'chapter').at(-1)).toMatchObject({ provider_id: `${CLINIC}-c30`, facts: { number: '30' } })
  expect(of(issues, 'chapter').filter(({ facts }) => facts.url !== undefined)).toEqual([])
  expect(of(issues, 'volume')[0]!.facts.image_url).toContain('clinic_volume_1.jpg')
})

test('one issue is found again by its id, also a made-up one', async () => {
  const upload = '5e1f0000-0000-4000-8000-000000080001'
  expect(await well(mangadex().issue(upload))).toMatchObject({ provider_id: upload, facts: { number: '8' } })
  expect(await well(mangadex().issue(`${COURIER}-v3`))).toMatchObject({ facts: { unit: 'volume', number: '3' } })
  expect(await well(mangadex().issue(`${CLINIC}-c7`))).toMatchObject({ facts: { unit: 'chapter', number: '7' } })
  expect(await well(mangadex().issue('00000000-0000-4000-8000-000000000000'))).toBeUndefined()
})

test('a series that is removed there keeps its issues here', async () => {
  const answer = await advanceUntil(at.clock, mangadex().issues('00000000-0000-4000-8000-000000000000'))
  expect(answer).toEqual({
    failure: 'refused',
    detail: 'MangaDex no longer lists this series. Its issues stay.',
  })
})

test('the mark changes with a new chapter or an edit', async () => {
  const changed = async () => (await well(mangadex().series([COURIER], { fresh: true })))[0]?.changed
  const before = await changed()
  expect(await changed()).toBe(before)
  const series = seriesOf(services.data, 'courier')
  markChanged(series)
  const after = await changed()
  expect(after).not.toBe(before)
  series.issues.pop()
  expect(await changed()).not.toBe(after)
})

test('it sends its name, and a request without one is refused', async () => {
  expect(await well(mangadex().test())).toEqual({ detail: 'MangaDex responded. No key is needed.' })
  const ask = (headers: Record<string, string>) =>
    services.mangadex.fetch(new Request('https://api.mangadex.org/manga?limit=1', { headers }))
  for (const headers of [
    {},
    { 'User-Agent': 'Mozilla/5.0 (X11)' },
    { 'User-Agent': 'Panelkeep/1', Via: '1.1 proxy' },
  ]) {
    expect((await ask(headers as Record<string, string>)).status).toBe(403)
  }
})

describe('an odd feed', () => {
  const manga = (more: object = {}) => ({
    id: COURIER,
    attributes: { title: { 'ja-ro': 'Machi' }, altTitles: [], description: [], links: [], tags: [], ...more },
    relationships: [],
  })
  const chapter = (id: string, number: string | null, more: object = {}) => ({
    id,
    attributes: {
      chapter: number,
      volume: null,
      translatedLanguage: 'en',
      publishAt: '2020-01-01T00:00:00+00:00',
      ...more,
    },
  })
  interface Odd {
    manga?: object
    feed?: object[]
    volumes?: unknown
    covers?: object[]
    settings?: Record<string, string>
  }
  const requests: string[] = []
  /** The records from a MangaDex with just these replies. */
  const issuesFrom = async (odd: Odd): Promise<IssueRecord[]> => {
    requests.length = 0
    const list = (data: object[], url: URL) => {
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name) ?? 0))
      const some = data.slice(offset!, offset! + limit!)
      return Response.json({ result: 'ok', data: some, total: data.length })
    }
    const handler: Handler = (request) => {
      const url = new URL(request.url)
      requests.push(`${url.pathname.split('/').at(-1)} ${url.searchParams.get('offset')}`)
      if (url.pathname.endsWith('/feed')) return list(odd.feed ?? [], url)
      if (url.pathname.endsWith('/aggregate')) return Response.json({ result: 'ok', volumes: odd.volumes ?? [] })
      if (url.pathname === '/cover') return list(odd.covers ?? [], url)
      return Response.json({ result: 'ok', data: [manga(odd.manga)], total: 1 })
    }
    const client = testMetadataClient(fakeHttp({ 'api.mangadex.org': handler }), odd.settings ?? {})
    const issues = await well(mangadex(client).issues(COURIER), client)
    client.db.close()
    return issues
  }

  test('may have one chapter here, elsewhere and nowhere: the readable one wins', async () => {
    const feed = [
      chapter('c', '1', { isUnavailable: true, publishAt: '2019-01-01T00:00:00+00:00' }),
      chapter('b', '1', { externalUrl: 'https://shop.example/1', publishAt: '2019-01-01T00:00:00+00:00' }),
      chapter('a', '1.0', { volume: '1', title: 'Arrival' }),
      chapter('d', '2', { externalUrl: 'https://shop.example/2', publishAt: '2037-12-31T15:59:59+00:00' }),
    ]
    const chapters = of(await issuesFrom({ feed }), 'chapter')
    expect(chapters.map(({ provider_id }) => provider_id)).toEqual(['a', 'd'])
    expect(chapters[0]!.facts).toMatchObject({ title: 'Arrival', volume_number: '1', release_date: '2020-01-01' })
    expect(chapters[1]!.facts.release_date).toBeUndefined()
  })

  test('prefers the languages in the order of the settings', async () => {
    const feed = [chapter('en', '1'), chapter('fr', '1', { translatedLanguage: 'fr' })]
    const first = async (languages: string) =>
      of(await issuesFrom({ feed, settings: { mangadex_languages: languages } }), 'chapter')[0]?.provider_id
    expect(await first('fr,en')).toBe('fr')
    expect(await first('en, fr')).toBe('en')
  })

  test('may have its volumes in the aggregate only, as a list or by name', async () => {
    const feed = [chapter('a', '1'), chapter('b', '2'), chapter('c', '3')]
    const listed = [
      { volume: '1', chapters: [{ chapter: '1' }] },
      { volume: '2', chapters: { 2: { chapter: '2' } } },
    ]
    const named = { 1: listed[0], 2: listed[1], none: { volume: 'none', chapters: [] } }
    for (const volumes of [listed, named]) {
      const issues = await issuesFrom({ feed, volumes })
      expect(of(issues, 'chapter').map(({ facts }) => facts.volume_number)).toEqual(['1', '2', undefined])
      expect(numbers(of(issues, 'volume'))).toEqual(['1', '2'])
    }
  })

  test('may have whole volumes, and chapters that restart in each', async () => {
    const feed = [
      chapter('v', null, { volume: '7' }),
      chapter('a', '1', { volume: '1' }),
      chapter('b', '1', { volume: '2' }),
      chapter('c', '2', { volume: '2' }),
    ]
    const issues = await issuesFrom({ feed, manga: { chapterNumbersResetOnNewVolume: true } })
    expect(numbers(of(issues, 'volume'))).toEqual(['1', '2', '7'])
    expect(numbers(of(issues, 'chapter'))).toEqual(['2'])
  })

  test('may have a chapter in two volumes without restarting numbers', async () => {
    const feed = [chapter('a', '1', { volume: '1' }), chapter('b', '1', { volume: '2', publishAt: '2021-01-01' })]
    const chapters = of(await issuesFrom({ feed }), 'chapter')
    expect(chapters.map(({ provider_id, facts }) => [provider_id, facts.volume_number])).toEqual([['a', '1']])
  })

  test('gives a chapter the title of another upload in its language, and its volume in any', async () => {
    const feed = [
      chapter('a', '1'),
      chapter('b', '1', { translatedLanguage: 'fr', title: 'Le phare', volume: '1', publishAt: '2021-01-01' }),
      chapter('c', '1', { title: 'The lighthouse', publishAt: '2022-01-01' }),
    ]
    const [one] = of(await issuesFrom({ feed, settings: { mangadex_languages: 'en,fr' } }), 'chapter')
    expect(one).toMatchObject({ provider_id: 'a', facts: { title: 'The lighthouse', volume_number: '1' } })
  })

  test('may lack the number of pages', async () => {
    const feed = [chapter('a', '1', { pages: 0 }), chapter('b', '2', { pages: 1 })]
    expect(of(await issuesFrom({ feed }), 'chapter').map(({ facts }) => facts.page_count)).toEqual([undefined, 1])
  })

  test('always uses the same of two simultaneous uploads', async () => {
    const feed = [chapter('b', '1'), chapter('a', '1')]
    expect(of(await issuesFrom({ feed }), 'chapter')[0]!.provider_id).toBe('a')
    expect(of(await issuesFrom({ feed: feed.toReversed() }), 'chapter')[0]!.provider_id).toBe('a')
  })

  test('is read page by page as far as it goes, and no further', async () => {
    const feed = Array.from({ length: 10_400 }, (_, n) => chapter(`c${n}`, String(n)))
    expect(of(await issuesFrom({ feed }), 'chapter')).toHaveLength(10_000)
    expect(requests.filter((line) => line.startsWith('feed'))).toHaveLength(20)
    expect(requests).toContain('feed 9500')
  })

  test('may be empty while other languages have chapters, and its last number invalid', async () => {
    const volumes = { 1: { volume: '1', chapters: { '1.5': { chapter: '1.5' } } } }
    const half = await issuesFrom({ volumes, manga: { lastChapter: '2.5', lastVolume: null } })
    expect(half.map(({ facts }) => [facts.unit, facts.number, facts.volume_number])).toEqual([
      ['volume', '1', undefined],
      ['chapter', '1', undefined],
      ['chapter', '1.5', '1'],
      ['chapter', '2', undefined],
      ['chapter', '2.5', undefined],
    ])
    for (const last of ['999999999', 'Epilogue', '', '-3']) {
      expect(await issuesFrom({ manga: { lastChapter: last, lastVolume: last } })).toEqual([])
    }
  })

  test("has covers in several languages: a preferred one wins, then the original's", async () => {
    const cover = (id: string, volume: string | null, locale: string) => ({
      id,
      attributes: { volume, locale, fileName: `${id}.png`, createdAt: '2020-01-01T00:00:00+00:00' },
    })
    const covers = [
      cover('es1', '1', 'es'),
      cover('ja1', '1', 'ja'),
      cover('en1', '1', 'en'),
      cover('es2', '2', 'es'),
      cover('ja2', '2', 'ja'),
      cover('x', null, 'en'),
    ]
    const issues = await issuesFrom({ covers, manga: { originalLanguage: 'ja' } })
    expect(issues.map(({ facts }) => facts.image_url?.split('/').at(-1))).toEqual([
      'en1.png.512.jpg',
      'ja2.png.512.jpg',
    ])
  })
})

test.each([
  ['**Bold** and *soft* and _soft_ words', 'Bold and soft and soft words'],
  ['A [link](https://example.org/a_b) inside', 'A link inside'],
  ['One line\nand another\n\nand a paragraph', 'One line\nand another\n\nand a paragraph'],
  ['Words.\n\n---\n**Links:**\n- [Raw](https://example.org)', 'Words.'],
  ['# Title\n> quoted\\_text', 'Title\nquoted_text'],
  ['snake_case and 3*4*5 stay', 'snake_case and 3*4*5 stay'],
  ['**a** <b>tag</b> &amp; more', 'a tag & more'],
  ['', undefined],
])('the Markdown %p reads %p', (markdown, plain) => {
  expect(plainMarkdown(markdown)).toBe(plain)
})
