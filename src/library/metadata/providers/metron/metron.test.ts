import { afterEach, beforeEach, expect, test } from 'bun:test'
import { advanceUntil } from '../../../../testing/fakes/advance-until'
import { issueOf, markChanged } from '../../../../testing/fakes/provider-data'
import {
  fakeServices,
  type Services,
  type TestMetadataClient,
  testMetadataClient,
} from '../../../../testing/metadata/providers'
import type { ProviderAnswer } from '../provider'

let services: Services
let at: TestMetadataClient
beforeEach(() => {
  services = fakeServices()
  at = testMetadataClient(services.http)
})
afterEach(() => at.db.close())

const metron = () => at.providers.get('metron')
const well = <T>(answer: Promise<ProviderAnswer<T>>) => at.well(answer)

test('a search gives names without the year that lists add', async () => {
  const query = { name: 'harbor lights', content_type: 'comic', limit: 10, offset: 0 } as const
  const found = await well(metron().search(query))
  expect(found.total).toBe(3)
  expect(found.series.map(({ facts }) => [facts.name, facts.year, facts.volume])).toEqual([
    ['Harbor Lights', 2012, 1],
    ['Harbor Lights', 2019, 2],
    ['Harbor Lights Annual', 2020, 1],
  ])
  const narrowed = await well(metron().search({ ...query, year: 2019 }))
  expect(narrowed.series.map(({ provider_id }) => provider_id)).toEqual(['5102000'])
})

test('a series has its ComicVine id, and one that only Metron lists has none', async () => {
  const [harbor, quiet] = await well(metron().series(['5101000', '404', '5105000']))
  expect(harbor).toEqual({
    provider: 'metron',
    provider_id: '5101000',
    ids: { comicvine: '101000' },
    changed: '2026-10-01T06:00:00.000Z',
    facts: {
      name: 'Harbor Lights',
      content_type: 'comic',
      year: 2012,
      end_year: 2013,
      publisher: 'Northgate',
      volume: 1,
      book_type: 'Print',
      description: 'Harbor Lights began in 2012. A town, its keepers & what they keep from each other.',
      publication: 'ended',
      genres: ['Adventure', 'Mystery'],
      issue_count: 12,
      url: 'https://metron.cloud/series/harbor-2012/',
    },
  })
  expect(quiet).toMatchObject({ provider_id: '5105000', ids: {} })
})

test('all issues of a long series are listed, page after page', async () => {
  const issues = await well(metron().issues('5107000'))
  expect(issues).toHaveLength(230)
  expect(services.metron.requests).toHaveLength(3)
  expect(issues[0]!.facts).toEqual({
    kind: 'issue',
    unit: 'issue',
    number: '1',
    issue_date: '1998-03-01',
    release_date: '1998-01-06',
    image_url: 'https://metron.cloud/media/issue/atlas_1.jpg',
    ids: { comicvine: '1070001' },
  })
  expect(await well(metron().issues('404'))).toEqual([])
})

test('one issue has people, stories, price and codes', async () => {
  const issue = await well(metron().issue('6010003'))
  expect(issue).toMatchObject({
    detailed: true,
    facts: {
      title: 'A Lamp 3',
      page_count: 32,
      price: '3.99 USD',
      upc: '761900101002',
      age_rating: 'Teen',
      credits: [
        { name: 'Ines Calder', roles: ['Writer'] },
        { name: 'Tomas Rehn', roles: ['Penciller', 'Inker'] },
        { name: 'Mara Olin', roles: ['Colorist', 'CoverArtist'] },
      ],
      arcs: [{ name: 'The Long Night', provider_id: '101900' }],
      ids: { comicvine: '1010003' },
    },
  })
  expect(await well(metron().issue('1'))).toBeUndefined()
})

test('unchanged data is not sent again, and changed data is', async () => {
  const fetchIssue = () => well(metron().issue('6010003', { fresh: true }))
  const first = await fetchIssue()
  const statuses: number[] = []
  const { fetch } = services.http
  services.http.fetch = async (request, limits) => {
    const reply = await fetch(request, limits)
    statuses.push(reply.status)
    return reply
  }
  expect(await fetchIssue()).toEqual(first)
  const issue = issueOf(services.data, 'harbor-2012/3')
  issue.title = 'Another lamp'
  markChanged(issue)
  expect((await fetchIssue())?.facts.title).toBe('Another lamp')
  expect(statuses).toEqual([304, 200])
})

test('the token wins over the login, and either is sent in a header only', async () => {
  const sent: Request[] = []
  const http = {
    ...services.http,
    fetch: (...args: Parameters<typeof services.http.fetch>) => {
      sent.push(args[0])
      return services.http.fetch(...args)
    },
  }
  for (const [settings, header] of [
    [{ metron_token: 'metron-token-of-the-tests', metron_username: 'reader', metron_password: 'x' }, 'Bearer '],
    [{ metron_username: 'reader', metron_password: 'correct horse' }, 'Basic '],
  ] as const) {
    const { client: _, db, clock, providers } = testMetadataClient(http, settings)
    expect(await advanceUntil(clock, providers.get('metron').test())).toHaveProperty('ok')
    expect(sent.at(-1)!.headers.get('authorization')).toStartWith(header)
    expect(sent.at(-1)!.url).toBe('https://metron.cloud/api/publisher/?page=1')
    db.close()
  }
})
