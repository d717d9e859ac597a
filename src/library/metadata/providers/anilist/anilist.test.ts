import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { advanceUntil } from '../../../../testing/fakes/advance-until'
import { fakeHttp } from '../../../../testing/fakes/http'
import { markChanged, seriesOf } from '../../../../testing/fakes/provider-data'
import {
  fakeServices,
  type Services,
  type TestMetadataClient,
  testMetadataClient,
} from '../../../../testing/metadata/providers'
import type { ProviderAnswer } from '../provider'
import { countedOf, mediaOf } from './anilist-records'

let services: Services
let at: TestMetadataClient
beforeEach(() => {
  services = fakeServices()
  at = testMetadataClient(services.http)
})
afterEach(() => at.db.close())

const anilist = (client = at) => client.providers.get('anilist')
const well = <T>(answer: Promise<ProviderAnswer<T>>, client = at) => client.well(answer)
const query = (name: string, more: object = {}) =>
  ({ name, content_type: 'manga', limit: 20, offset: 0, ...more }) as const

test('a search finds manga but not novels, with all their names and creators', async () => {
  const { series, total } = await well(anilist().search(query('Lantern Courier')))
  expect([total, series.map(({ facts }) => [facts.year, facts.book_type])]).toEqual([
    2,
    [
      [2014, 'Manga'],
      [2012, 'One-Shot'],
    ],
  ])
  expect(series[0]).toEqual({
    provider: 'anilist',
    provider_id: '990001',
    ids: { myanimelist: '880001' },
    thumb_url: 'https://s4.anilist.co/file/anilistcdn/media/manga/cover/medium/courier_volume_1.jpg',
    changed: expect.stringMatching(/^\d+$/),
    facts: {
      name: 'Lantern Courier',
      aliases: ['Hi no Haitatsunin', '灯の配達人', 'Courier of Lanterns'],
      content_type: 'manga',
      year: 2014,
      book_type: 'Manga',
      description: 'Lantern Courier is a story of 2014 about letters that arrive late.\n\n(Source: Open Window)',
      reading_direction: 'rtl',
      publication: 'ongoing',
      genres: ['Drama', 'Slice of Life'],
      tags: ['Post'],
      authors: ['Rin Asakura'],
      image_url: 'https://s4.anilist.co/file/anilistcdn/media/manga/cover/large/courier_volume_1.jpg',
      url: 'https://anilist.co/manga/990001',
    },
  })
})

test('manga for adults are found when the settings allow it, and always by id', async () => {
  expect((await well(anilist().search(query('Nine Umbrellas')))).series).toEqual([])
  const [known] = await well(anilist().series(['990005']))
  expect(known).toMatchObject({ content_rating: 'pornographic', facts: { age_rating: 'Adults Only 18+' } })
  expect(known?.facts.reading_direction).toBe('ltr')
  const open = testMetadataClient(services.http, { mangadex_content_rating: 'safe,erotica' })
  expect((await well(anilist(open).search(query('Nine Umbrellas')), open)).series).toHaveLength(1)
  open.db.close()
})

test('a search converts pages of fifty into any others', async () => {
  const courier = seriesOf(services.data, 'courier')
  for (let n = 0; n < 118; n++) {
    services.data.series.push({
      ...courier,
      key: `more-${n}`,
      ids: { anilist: String(995_000 + n) },
      name: `Post ${n}`,
    })
  }
  const ids = async (limit: number, offset: number) => {
    const found = await well(anilist().search(query('Post', { limit, offset })))
    return [found.series.map(({ provider_id }) => Number(provider_id) - 995_000), found.total] as const
  }
  expect(await ids(3, 0)).toEqual([[0, 1, 2], 51]) // there is more; the total is unknown
  expect((await ids(20, 40))[0]).toEqual(Array.from({ length: 20 }, (_, n) => 40 + n))
  expect(await ids(100, 100)).toEqual([Array.from({ length: 18 }, (_, n) => 100 + n), 118])
  expect(await ids(20, 200)).toEqual([[], 200])
})

test('fifty series cost one request, and unknown ids are left out', async () => {
  const ids = ['990001', '990004', 'x', ...Array.from({ length: 70 }, (_, n) => String(100 + n))]
  expect((await well(anilist().series(ids))).map(({ provider_id }) => provider_id)).toEqual(['990001', '990004'])
  expect(services.anilist.requests).toHaveLength(2)
  expect(await well(anilist().series(['md-1']))).toEqual([])
})

test('a finished series has its number of chapters and volumes', async () => {
  expect((await well(anilist().series(['990004'])))[0]?.facts).toMatchObject({
    publication: 'ended',
    end_year: 2008,
    last_chapter: '88',
    last_volume: '10',
  })
  expect(anilist().listsIssues).toBe(false)
  const issues = await well(anilist().issues('990004'))
  expect(issues).toHaveLength(98)
  expect([issues[0], issues.at(-1)]).toEqual([
    { provider_id: '990004-v1', facts: { kind: 'issue', unit: 'volume', number: '1' }, detailed: true },
    { provider_id: '990004-c88', facts: { kind: 'issue', unit: 'chapter', number: '88' }, detailed: true },
  ])
  expect(await well(anilist().issue('990004-v3'))).toMatchObject({ facts: { unit: 'volume', number: '3' } })
  expect(await well(anilist().issue('990004-v11'))).toBeUndefined()
  expect(await well(anilist().issues('990001'))).toEqual([])
})

test('its mark of change is its date', async () => {
  const changed = async () => (await well(anilist().series(['990001'], { fresh: true })))[0]?.changed
  const before = await changed()
  markChanged(seriesOf(services.data, 'courier'))
  expect(await changed()).not.toBe(before)
})

test('a rate limit in its reply is obeyed', async () => {
  const limits = { 'X-RateLimit-Limit': '30', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1795248040' }
  let sent = 0
  const http = fakeHttp({
    'graphql.anilist.co': () => {
      sent++
      return Response.json({ data: { Page: { pageInfo: { hasNextPage: false }, media: [] } } }, { headers: limits })
    },
  })
  const client = testMetadataClient(http)
  await well(anilist(client).test(), client)
  const before = client.clock.now()
  await well(anilist(client).series(['1']), client)
  expect(sent).toBe(2)
  expect([before < '2026-11-21T08:00:30', client.clock.now() >= '2026-11-21T08:00:39']).toEqual([true, true])
  client.db.close()
})

test.each([
  [200, { errors: [{ message: 'Validation error', status: 400 }], data: null }, 'refused', /Validation error/],
  [200, { errors: [{ message: 'Internal Server Error', status: 500 }], data: null }, 'unavailable', /server problem/],
  [200, { errors: [{ message: 'Too Many Requests.', status: 429 }], data: null }, 'limit', /request limit/],
  [200, { errors: [{ message: 'Method not allowed', status: 405 }], data: null }, 'refused', /Method not allowed/],
  [200, { errors: [{ message: 'No such field' }], data: null }, 'refused', /No such field/],
  [200, { errors: [{ message: 'Odd', status: '500' }], data: null }, 'refused', /Odd/],
  [200, { errors: [{ message: 7, status: 499 }], data: null }, 'refused', /AniList/],
  [200, { errors: ['odd'], data: null }, 'unreadable', /errors/],
  [400, { errors: [{ message: 'Validation error', status: 400 }], data: null }, 'refused', /status 400/],
  [500, { errors: [{ message: 'Internal Server Error', status: 500 }], data: null }, 'unavailable', /status 500/],
  [200, { data: { Page: null } }, 'unreadable', /Page/],
  [200, { data: null }, 'unreadable', /data/],
])('status %d with %j is a failure: %s', async (status, body, failure, detail) => {
  const client = testMetadataClient(fakeHttp({ 'graphql.anilist.co': () => Response.json(body, { status }) }))
  const answer = await advanceUntil(client.clock, anilist(client).series(['1']))
  expect(answer).toMatchObject({ failure, detail: expect.stringMatching(detail) })
  client.db.close()
})

test('nothing found may arrive as an error as well', async () => {
  const errors = [{ message: 'Not Found.', status: 404 }]
  for (const status of [200, 404]) {
    const client = testMetadataClient(
      fakeHttp({ 'graphql.anilist.co': () => Response.json({ errors, data: null }, { status }) }),
    )
    expect(await well(anilist(client).series(['1']), client)).toEqual([])
    client.db.close()
  }
})

test('a test of it reports the outcome', async () => {
  expect(await well(anilist().test())).toEqual({ detail: 'AniList responded. No key is needed.' })
})

describe('a manga', () => {
  const media = (more: object = {}) => mediaOf({ id: 7, title: { romaji: 'Machi' }, ...more })

  test('has the tags that most agree on, without spoilers', () => {
    const tags = [
      { name: 'Post', rank: 60 },
      { name: 'Doubtful', rank: 59 },
      { name: 'Unranked' },
      { name: 'He dies', rank: 99, isGeneralSpoiler: true },
      { name: 'She too', rank: 99, isMediaSpoiler: true },
    ]
    expect(media({ tags }).facts.tags).toEqual(['Post', 'Unranked'])
  })

  test('is by its creators, not by assistants or translators', () => {
    const staff = [
      'Story & Art',
      'Original Creator',
      'Art (ch 3)',
      'Assistant',
      'Art (assistant)',
      'Translator (English)',
    ]
    const edges = staff.map((role) => ({ role, node: { name: { full: role } } }))
    expect(media({ staff: { edges } }).facts.authors).toEqual(['Story & Art', 'Original Creator', 'Art (ch 3)'])
    const twice = [edges[0], edges[0]]
    expect(media({ staff: { edges: twice } }).facts.authors).toHaveLength(1)
  })

  test.each([
    [{ english: 'Town', romaji: 'Machi', native: '町' }, ['Town', 'Machi', '町']],
    [{ english: null, romaji: 'Machi', native: 'Machi' }, ['Machi', undefined]],
  ])('has the name %p', (title, [name, ...aliases]) => {
    expect(media({ title }).facts).toMatchObject({ name, ...(aliases[0] ? { aliases } : {}) })
  })

  test('without a title is dropped, whatever its synonyms', () => {
    expect(() => media({ title: {}, synonyms: ['Town'] })).toThrow('title is missing')
  })

  test.each([
    ['JP', 'rtl'],
    ['KR', 'ltr'],
    [undefined, undefined],
  ])('from %p is read %p', (countryOfOrigin, direction) => {
    expect(media({ countryOfOrigin }).facts.reading_direction).toBe(direction as never)
    const tags = [{ name: 'Long Strip', rank: 90 }]
    expect(media({ countryOfOrigin, tags }).facts.reading_direction).toBe('down')
  })

  test('has the largest picture there is, and a small one for lists', () => {
    const [small, middle, large] = ['m', 'l', 'x'].map((name) => `https://s4.anilist.co/${name}.jpg`)
    expect(media({ coverImage: { medium: small, large: middle, extraLarge: large } })).toMatchObject({
      thumb_url: middle,
      facts: { image_url: large },
    })
    expect(media({ coverImage: { medium: small, large: middle } }).facts.image_url).toBe(middle)
    expect(media({ coverImage: { medium: small } }).thumb_url).toBe(small)
  })

  test('has no last number when it is 0, and no list before it has ended', () => {
    const { facts } = media({ chapters: 0, volumes: null })
    expect([facts.last_chapter, facts.last_volume]).toEqual([undefined, undefined])
    expect(media({ chapters: 1 }).facts.last_chapter).toBe('1')
    const counts = { chapters: 2, volumes: 1 }
    const list = (status: string) =>
      countedOf(media({ ...counts, status })).map(({ provider_id, facts }) => [provider_id, facts.unit, facts.number])
    expect(list('RELEASING')).toEqual([])
    expect(list('FINISHED')).toEqual([
      ['7-v1', 'volume', '1'],
      ['7-c1', 'chapter', '1'],
      ['7-c2', 'chapter', '2'],
    ])
  })

  test('without further fields has no further data', () => {
    expect(media()).toEqual({
      provider: 'anilist',
      provider_id: '7',
      ids: {},
      facts: { name: 'Machi', content_type: 'manga', book_type: 'Manga', url: 'https://anilist.co/manga/7' },
    })
  })

  test.each([
    [{ siteUrl: 'https://idx.test/manga/7' }, { url: 'https://idx.test/manga/7' }],
    [{ format: 'ONE_SHOT' }, { book_type: 'One-Shot' }],
    [{ isAdult: true }, { age_rating: 'Adults Only 18+' }],
    [{ status: 'HIATUS' }, { publication: 'hiatus' }],
    [{ genres: ['Drama', ' ', 7, null] }, { genres: ['Drama'] }],
    [{ synonyms: ['Town', 'Machi'] }, { aliases: ['Town'] }],
    [
      { startDate: { year: 2014 }, endDate: { year: 2016 } },
      { year: 2014, end_year: 2016 },
    ],
    [{ staff: { edges: [{ role: 'Art' }, { role: null, node: { name: { full: 'Rin' } } }] } }, {}],
    [{ tags: [{ rank: 90 }] }, {}],
  ])('with %j has %j', (more, facts) => {
    const none = media().facts
    expect(media(more).facts).toEqual({ ...none, ...facts } as never)
  })

  test.each([['genres'], ['synonyms']])('with invalid lists in %s has none', (key) => {
    expect(() => media({ [key]: {} })).toThrow(`${key} is not as expected`)
  })
})
