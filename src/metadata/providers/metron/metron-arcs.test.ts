import { afterEach, beforeEach, expect, test } from 'bun:test'
import { seriesOf } from '../../../testing/fakes/provider-data'
import { fakeServices, type Services, type TestMetadataClient, testMetadataClient } from '../../../testing/providers'

let services: Services
let at: TestMetadataClient
beforeEach(() => {
  services = fakeServices()
  at = testMetadataClient(services.http)
})
afterEach(() => at.db.close())

const arcs = () => at.providers.get('metron').arcs!

test('a search finds reading lists, which are in order, before arcs, which are not', async () => {
  const found = await at.well(arcs().search('signals'))
  expect(found.map(({ provider_id, ordered, facts }) => [provider_id, ordered, facts.name])).toEqual([
    ['list-77', true, 'Signals across the Water'],
    ['101901', false, 'Signals'],
  ])
})

test('a reading list is in its own order, with the ids of other services and the type of each series', async () => {
  const issues = await at.well(arcs().issues('list-77'))
  expect(issues.map(({ series, number, book_type, ids }) => [series, number, book_type, ids?.comicvine])).toEqual([
    ['Harbor Lights', '2', 'Print', '1020003'],
    ['Harbor Lights', '10', 'Print', '1010010'],
    ['Glass Divers', '1', 'TPB', '1080001'],
    ['Quiet Signal', '1', 'Print', undefined],
    ['Harbor Lights', '3', 'Print', '1010003'],
  ])
  expect(await at.well(arcs().arc('list-77'))).toMatchObject({
    provider_id: 'list-77',
    ordered: true,
    facts: { name: 'Signals across the Water', description: 'From the first lamp to the last.' },
  })
})

test('an arc is in the order of its dates, over all pages', async () => {
  for (const issue of seriesOf(services.data, 'atlas').issues.toReversed()) issue.arcs = [{ name: 'Winter', id: '888' }]
  const issues = await at.well(arcs().issues('888'))
  expect(issues).toHaveLength(230)
  expect(issues.map(({ number }) => Number(number))).toEqual(Array.from({ length: 230 }, (_, at) => at + 1))
  expect(issues[0]).toMatchObject({ series: 'Winter Atlas', series_year: 1998 })
})

test('what it does not know is none', async () => {
  expect(await at.well(arcs().arc('list-5'))).toBeUndefined()
  expect(await at.well(arcs().arc('5'))).toBeUndefined()
})
