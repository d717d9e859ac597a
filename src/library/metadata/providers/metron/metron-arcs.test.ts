import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { seriesOf } from '../../../../testing/fakes/provider-data'
import {
  fakeServices,
  type Services,
  type TestMetadataClient,
  testMetadataClient,
} from '../../../../testing/metadata/providers'
import { metronArcs } from './metron-arcs'

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

test('a reading list is in its own order, with ids at other services and the type of each series', async () => {
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

test('an arc is sorted by date, over all pages', async () => {
  for (const issue of seriesOf(services.data, 'atlas').issues.toReversed()) issue.arcs = [{ name: 'Winter', id: '888' }]
  const issues = await at.well(arcs().issues('888'))
  expect(issues).toHaveLength(230)
  expect(issues.map(({ number }) => Number(number))).toEqual(Array.from({ length: 230 }, (_, at) => at + 1))
  expect(issues[0]).toMatchObject({ series: 'Winter Atlas', series_year: 1998 })
})

test('an unknown arc is undefined', async () => {
  expect(await at.well(arcs().arc('list-5'))).toBeUndefined()
  expect(await at.well(arcs().arc('5'))).toBeUndefined()
})

describe('with these entries', () => {
  const over = (...entries: object[]) => {
    const paths: string[] = []
    const arcs = metronArcs({
      page: async (path, _query, read) => {
        paths.push(path)
        return { ok: { results: entries.map((each) => read({ ...each })), total: entries.length, more: false } }
      },
      detail: async (path, read) => {
        paths.push(path)
        return { ok: read({ ...entries[0] }) }
      },
    })
    return { arcs, paths }
  }
  const issue = (id: number, more: object = {}) => ({
    id,
    number: String(id),
    series: { id: 7, name: 'Clouds' },
    ...more,
  })

  test.each([
    ['5', 'arc/5', { provider_id: '5', ordered: false }],
    ['list-5', 'reading_list/5', { provider_id: 'list-5', ordered: true }],
  ])('%p is requested at %s', async (id, path, record) => {
    const { arcs, paths } = over({ id: 5, name: 'Signals', desc: 'All of them.' })
    expect(await arcs.arc(id)).toEqual({
      ok: { provider: 'metron', ...record, facts: { name: 'Signals', description: 'All of them.' } },
    })
    expect(paths).toEqual([path])
  })

  test.each([
    [{ series_type: 'Hardcover' }, 'HC'],
    [{ series_type: { id: 1, name: 'Hardcover' } }, 'HC'],
    [{ series_type: { id: 1 } }, undefined],
    [{ series_type: null }, undefined],
    [{}, undefined],
  ])('a series with %j is a %p', async (more, type) => {
    const { arcs } = over(issue(1, { number: null, series: { id: 7, name: 'Clouds', ...more } }))
    const known = { provider_id: '1', series_id: '7', series: 'Clouds', number: '' }
    expect(await arcs.issues('5')).toEqual({ ok: [type === undefined ? known : { ...known, book_type: type }] })
  })

  test('a reading list keeps its order and an arc is sorted by day', async () => {
    const [late, soon] = [issue(1, { store_date: '2026-11-18' }), issue(2, { store_date: '2026-11-11' })]
    const list = over({ order: 10, issue: soon }, { order: '9', issue: late })
    const found = await list.arcs.issues('list-5')
    expect('ok' in found && found.ok.map(({ number }) => number)).toEqual(['1', '2'])
    expect(list.paths).toEqual(['reading_list/5/items'])
    const arc = over(late, soon)
    const dated = await arc.arcs.issues('5')
    expect('ok' in dated && dated.ok.map(({ number }) => number)).toEqual(['2', '1'])
    expect(arc.paths).toEqual(['arc/5/issue_list'])
  })

  test('a position that is not a number means a changed format', async () => {
    await expect(over({ order: 'first', issue: issue(1) }).arcs.issues('list-5')).rejects.toThrow('order is not as expected') // biome-ignore format: one line
  })
})
