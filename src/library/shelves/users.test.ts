import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { asCaller, asUser, OWNER_ID } from '../../base/platform/caller'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeSeries } from '../../testing/make'
import { computedColumns } from '../series/column-store'
import { countSeriesIn, listFacets, listSeries, type SeriesFilter } from '../series/list-store'
import { makeShelves } from './feature'
import { favourites } from './mark-store'
import { MOST_VIEWS } from './states'
import { allViews } from './view-store'

let db: Database
let events: AppEvent[]
let shelves: ReturnType<typeof makeShelves>
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  shelves = makeShelves({ db, clock: fakeClock(), random: systemRandom, listed: () => [], groupsOfSeries: () => [] })
  for (const [comic_id, name] of [['harbor', 'Harbor Lights'], ['fern', 'Fern Road']] as const) makeSeries(db, { comic_id, name }) // biome-ignore format: one line
  events = []
})

const lena = <T>(work: () => T) => asUser('lena', work)
const listed = (filter: SeriesFilter) =>
  listSeries(db.read, filter, { sort: 'rating', descending: true }, { limit: 9, offset: 0 }).map(
    ({ comic_id }) => comic_id,
  )

describe('favourites and ratings', () => {
  beforeEach(() => {
    shelves.marks.set('harbor', { favourite: true, rating: 2 })
    lena(() => shelves.marks.set('harbor', { rating: 4 }))
    lena(() => shelves.marks.set('fern', { favourite: true, rating: 5 }))
  })

  test('are of one user: neither sees or changes those of the other', () => {
    expect(shelves.marks.of('harbor')).toMatchObject({ favourite: true, rating: 2 })
    expect(lena(() => shelves.marks.of('harbor'))).toMatchObject({ favourite: false, rating: 4 })
    lena(() => shelves.marks.set('harbor', { rating: null }))
    expect(shelves.marks.of('harbor')).toMatchObject({ favourite: true, rating: 2 })
    expect(shelves.marks.of('fern')).toMatchObject({ favourite: false, rating: null })
  })

  test('filter, sort and count the library for their user, in lists, facets and the catalog', () => {
    const shown = () => ({
      favourites: listed({ favourite: true }),
      rated: countSeriesIn(db.read, { rating: 4 }),
      order: listed({}),
      facets: [listFacets(db.read, '2026-11-21').favourite, listFacets(db.read, '2026-11-21').ratings],
      columns: [...computedColumns(db.read, ['fern', 'harbor'], '').values()].map(({ rating }) => rating),
      catalog: favourites(db.read).map(({ comic_id }) => comic_id),
    })
    expect(shown()).toEqual({
      favourites: ['harbor'],
      rated: 0,
      order: ['harbor', 'fern'],
      facets: [1, [{ value: '2', count: 1 }, { value: '1', count: 1 }]],
      columns: [null, 2],
      catalog: ['harbor'],
    }) // biome-ignore format: one line each
    expect(lena(shown)).toEqual({
      favourites: ['fern'],
      rated: 2,
      order: ['fern', 'harbor'],
      facets: [1, [{ value: '5', count: 1 }, ...['4', '3', '2', '1'].map((value) => ({ value, count: 2 }))]],
      columns: [5, 4],
      catalog: ['fern'],
    })
  })

  test('are announced for their user, and tags, which all share, for all', () => {
    events = []
    lena(() => shelves.marks.set('harbor', { favourite: true }))
    const manager = { user_id: 'lena', role: 'manager', limits: null } as const
    asCaller(manager, () => shelves.marks.set('harbor', { tags: ['noir'], rating: 3 }))
    expect(events).toEqual([
      { type: 'series.changed', comic_id: 'harbor', user_id: 'lena' },
      { type: 'series.changed', comic_id: 'harbor' },
    ])
    expect(shelves.marks.of('harbor').tags).toEqual(['noir'])
  })
})

describe('saved views', () => {
  const names = () => shelves.savedViews.all().views.map(({ name }) => name)
  const idOf = (at: number) => shelves.savedViews.all().views[at]!.view_id

  test('are of one user, each with an order of their own', () => {
    for (const name of ['Noir', 'New']) shelves.savedViews.make(name, 'tag=x')
    lena(() => shelves.savedViews.make('Mine', 'tag=y'))
    expect([names(), lena(names)]).toEqual([['Noir', 'New'], ['Mine']])
    expect(lena(() => allViews(db.read)).map(({ position }) => position)).toEqual([1])
    shelves.savedViews.order([idOf(1), idOf(0)])
    expect([names(), lena(names)]).toEqual([['New', 'Noir'], ['Mine']])
  })

  test('of another user do not exist', () => {
    shelves.savedViews.make('Noir', 'tag=x')
    const id = idOf(0)
    const missing = `There is no saved view ${id}.`
    expect(() => lena(() => shelves.savedViews.change(id, { name: 'Hers' }))).toThrow(missing)
    expect(() => lena(() => shelves.savedViews.delete(id))).toThrow(missing)
    lena(() => shelves.savedViews.order([id]))
    shelves.savedViews.delete(id)
    expect(() => lena(() => shelves.savedViews.restore(id))).toThrow(`There is no deleted view ${id}.`)
    expect(shelves.savedViews.restore(id).views.map(({ name }) => name)).toEqual(['Noir'])
  })

  test('are announced for their user, who has as many as others', () => {
    for (let n = 0; n < MOST_VIEWS; n++) shelves.savedViews.make(`View ${n}`, '')
    events = []
    lena(() => shelves.savedViews.make('Mine', ''))
    expect(events).toEqual([{ type: 'views.changed', user_id: 'lena' }])
    expect(() => shelves.savedViews.make('One more', '')).toThrow('saved views')
    shelves.savedViews.delete(idOf(0))
    expect(events.at(-1)).toEqual({ type: 'views.changed', user_id: OWNER_ID })
  })
})
