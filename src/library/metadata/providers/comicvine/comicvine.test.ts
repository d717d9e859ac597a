import { afterEach, beforeEach, expect, test } from 'bun:test'
import { issueOf, markChanged, seriesOf } from '../../../../testing/fakes/provider-data'
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

const comicvine = () => at.providers.get('comicvine')
const well = <T>(answer: Promise<ProviderAnswer<T>>) => at.well(answer)

test('a search finds both runs of a name, with their differences', async () => {
  const found = await well(comicvine().search({ name: 'Harbor Lights', content_type: 'comic', limit: 10, offset: 0 }))
  expect(found.total).toBe(3)
  const runs = found.series.filter((each) => each.facts.name === 'Harbor Lights')
  expect(runs.map(({ facts }) => [facts.year, facts.issue_count, facts.publisher])).toEqual([
    [2012, 12, 'Northgate'],
    [2019, 25, 'Northgate'],
  ])
  expect(runs[0]).toMatchObject({
    provider: 'comicvine',
    provider_id: '101000',
    first_issue_id: '1010001',
    facts: {
      description: 'Harbor Lights began in 2012. A town, its keepers & what they keep from each other.',
    },
  })
  expect(runs[0]!.facts.image_url).toContain('/a/uploads/scale_large/')
  expect(runs[0]!.thumb_url).toContain('/a/uploads/scale_small/')
})

test('a search uses page numbers instead of an offset', async () => {
  const query = { name: 'Harbor Lights', content_type: 'comic', limit: 1 } as const
  const second = await well(comicvine().search({ ...query, offset: 1 }))
  const third = await well(comicvine().search({ ...query, offset: 2 }))
  expect(second.series).toHaveLength(1)
  expect(third.series[0]!.provider_id).not.toBe(second.series[0]!.provider_id)
  expect(services.comicvine.requests.at(-1)).toContain('page=3')
})

test('a hundred series cost one request, and unknown ids are left out', async () => {
  const ids = ['101000', '104000', ...Array.from({ length: 120 }, (_, n) => String(900_000 + n))]
  const found = await well(comicvine().series(ids))
  expect(found.map((each) => each.provider_id)).toEqual(['101000', '104000'])
  expect(services.comicvine.requests).toHaveLength(2)
  expect(found[1]!.facts.aliases).toEqual(['The Copper Orchard', 'Orchard'])
})

test('all issues of a long series are listed, a hundred at a time', async () => {
  const issues = await well(comicvine().issues('107000'))
  expect(issues).toHaveLength(230)
  expect(new Set(issues.map((issue) => issue.provider_id)).size).toBe(230)
  expect(services.comicvine.requests).toHaveLength(3)
  expect(issues[0]).toEqual({
    provider_id: '1070001',
    detailed: false,
    changed: '2026-10-01 06:00:00',
    facts: {
      kind: 'issue',
      unit: 'issue',
      number: '1',
      title: 'The Keeper 1',
      issue_date: '1998-03-01',
      release_date: '1998-01-06',
      summary: 'In part 1 of Winter Atlas somebody leaves & somebody stays.',
      url: 'https://comicvine.gamespot.com/atlas/4000-1070001/',
      image_url: 'https://comicvine.gamespot.com/a/uploads/scale_large/atlas_1.jpg',
    },
  })
})

test('odd numbers stay as printed, and an annual among the issues is one', async () => {
  const issues = await well(comicvine().issues('104000'))
  expect(issues.map(({ facts }) => facts.number)).toEqual(['1', '1.MU', '2', '3', '4', '4.1', '5', '6', '1'])
  expect(issues.filter(({ facts }) => facts.kind === 'annual').map(({ provider_id }) => provider_id)).toEqual([
    '1040009',
  ])
  expect((await well(comicvine().issues('102000')))[0]!.facts.number).toBe('½')
  expect((await well(comicvine().issues('106000'))).map(({ facts }) => facts.number)).toContain('-1')
})

test('one issue has people, characters and arcs', async () => {
  const issue = await well(comicvine().issue('1010003'))
  expect(issue).toMatchObject({ provider_id: '1010003', detailed: true })
  expect(issue?.facts).toMatchObject({
    credits: [
      { name: 'Ines Calder', roles: ['Writer'] },
      { name: 'Tomas Rehn', roles: ['Penciller', 'Inker'] },
      { name: 'Mara Olin', roles: ['Colorist', 'CoverArtist'] },
    ],
    characters: ['Ada Brandt', 'The Ferryman'],
    teams: ['The Harbor Watch'],
    locations: ['Northgate Pier'],
    arcs: [{ name: 'The Long Night', provider_id: '101900' }],
  })
  expect(await well(comicvine().issue('999'))).toBeUndefined()
})

test('its changes arrive with a fresh request', async () => {
  await well(comicvine().issues('101000'))
  const changed = issueOf(services.data, 'harbor-2012/7')
  changed.title = 'Another title'
  markChanged(changed)
  expect((await well(comicvine().issues('101000')))[6]!.facts.title).toBe('Slack Tide 7')
  expect((await well(comicvine().issues('101000', { fresh: true })))[6]!.facts.title).toBe('Another title')
})

test('invalid years and blank pictures are dropped', async () => {
  const series = seriesOf(services.data, 'paper')
  series.year = 20_033
  series.cover = '6373148-blank'
  const [found] = await well(comicvine().series(['106000']))
  expect(found!.facts.year).toBeUndefined()
  expect(found!.facts.image_url).toBeUndefined()
})

test('a test of the key reports the outcome', async () => {
  expect(await well(comicvine().test())).toEqual({ detail: 'ComicVine responded and accepted the key.' })
})
