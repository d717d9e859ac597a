import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { seriesOf } from '../../../../testing/fakes/provider-data'
import {
  fakeServices,
  type Services,
  type TestMetadataClient,
  testMetadataClient,
} from '../../../../testing/metadata/providers'
import { comicvineArcs } from './comicvine-arcs'

let services: Services
let at: TestMetadataClient
beforeEach(() => {
  services = fakeServices()
  at = testMetadataClient(services.http)
})
afterEach(() => at.db.close())

const arcs = () => at.providers.get('comicvine').arcs!

test('a search finds arcs by name, none of them in reading order', async () => {
  expect(await at.well(arcs().search('Long Night'))).toEqual([
    {
      provider: 'comicvine',
      provider_id: '101900',
      ordered: false,
      facts: {
        name: 'The Long Night',
        publisher: 'Northgate',
        description: 'The Long Night is a story.',
        image_url: expect.stringContaining('/a/uploads/scale_large/'),
        url: 'https://comicvine.gamespot.com/story/4045-101900/',
      },
    },
  ])
})

test('an arc lists its issues by date, with the start year of their series', async () => {
  const issues = await at.well(arcs().issues('101900'))
  expect(
    issues.map(({ series, series_year, number, provider_id }) => [series, series_year, number, provider_id]),
  ).toEqual([
    ['Harbor Lights', 2012, '3', '1010003'],
    ['Harbor Lights', 2012, '4', '1010004'],
    ['Harbor Lights', 2012, '5', '1010005'],
  ])
  expect(issues[0]).toMatchObject({ series_id: '101000', issue_date: '2012-05-01', title: 'A Lamp 3' })
})

test('a long arc costs one request per hundred issues, and one for their series', async () => {
  const name = 'The Whole Winter'
  for (const issue of seriesOf(services.data, 'atlas').issues) issue.arcs = [{ name, id: '888' }]
  expect(await at.well(arcs().issues('888'))).toHaveLength(230)
  expect(services.comicvine.requests.map((url) => /\/api\/(\w+)/.exec(url)?.[1])).toEqual(['story_arc', 'issues', 'issues', 'issues', 'volumes']) // biome-ignore format: one line
})

test('issues without a date follow the others', async () => {
  const [third] = seriesOf(services.data, 'harbor-2012').issues.slice(2)
  delete third!.cover_date
  delete third!.release_date
  expect((await at.well(arcs().issues('101900'))).map(({ number }) => number)).toEqual(['4', '5', '3'])
})

test('an annual inside a series is listed as a series of annuals', async () => {
  seriesOf(services.data, 'copper').issues.at(-1)!.arcs = [{ name: 'Harvest', id: '889' }]
  expect(await at.well(arcs().issues('889'))).toMatchObject([{ series: 'Copper Orchard Annual', number: '1' }])
})

test('an unknown arc is undefined', async () => {
  expect(await at.well(arcs().arc('5'))).toBeUndefined()
  expect(await at.well(arcs().arc('101900'))).toMatchObject({ provider_id: '101900' })
})

describe('of an arc', () => {
  /** The fields of an arc and of one issue in it, as the service sends them. */
  const over = (arc: object, issue: object = {}) =>
    comicvineArcs({
      search: async (_name, _fields, read) => ({ ok: { results: [read({ ...arc })], total: 1 } }),
      detail: async (_id, fields, read) => ({ ok: read(fields === 'issues' ? { issues: [{ id: 1 }] } : { ...arc }) }),
      issues: async (_ids, read) => ({ ok: { results: [read({ ...issue })], total: 1 } }),
      series: async () => ({ ok: [] }),
    })
  const arc = { id: 5, name: 'The Long Night' }

  test.each([
    [{ deck: 'In short.', description: '<p>At length.</p>' }, { description: 'At length.' }],
    [{ deck: 'In short.', description: null }, { description: 'In short.' }],
    [{ count_of_isssue_appearances: 5 }, { issue_count: 5 }],
    [{ count_of_isssue_appearances: 0 }, {}],
    [{ publisher: { name: 'Northgate' } }, { publisher: 'Northgate' }],
    [{ publisher: null, image: null }, {}],
  ])('with %j is %j', async (more, facts) => {
    const record = { provider: 'comicvine', provider_id: '5', ordered: false, facts: { name: arc.name, ...facts } }
    expect(await over({ ...arc, ...more }).arc('5')).toEqual({ ok: record } as never)
    expect(await over({ ...arc, ...more }).search('Night')).toEqual({ ok: [record] } as never)
  })

  test('an issue may have no number, and a series without an id', async () => {
    const issue = { id: 1, issue_number: null, volume: { name: 'Clouds' } }
    expect(await over(arc, issue).issues('5')).toEqual({ ok: [{ provider_id: '1', series: 'Clouds', number: '' }] })
  })
})
