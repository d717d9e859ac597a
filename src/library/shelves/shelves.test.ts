import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { OWNER_ID } from '../../base/platform/caller'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { SeriesListPage } from '../series/schema'
import type { CollectionDetail, CollectionItem, MarksReply, SavedView } from './schema'
import { MOST_COLLECTIONS, MOST_SERIES, MOST_VIEWS } from './states'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
  makeSeries(app.db, { year: 2019, genres: ['Noir', 'Drama'], source: 'comicvine', publication: 'ended' })
  makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road', year: 1994, genres: ['noir'], book_type: 'TPB' })
  makeSeries(app.db, { comic_id: 'tide', name: '12 Tides', year: 1990, publication: 'ongoing' })
  for (const id of ['harbor', 'fern', 'tide'])
    for (const issue of makeIssues(app.db, id, [1, 2])) makeFile(app.db, { issues: [issue] })
})
afterEach(() => app.close())

const json = <T>(method: string, path: string, body?: unknown, status = 200) =>
  app.reader.json<T>(status, app.reader.request(method, `/api${path}`, body))
const make = async (name: string) =>
  (await json<{ collection: CollectionItem }>('POST', '/collections', { name })).collection.collection_id
const idsIn = async (id: string) =>
  (await json<CollectionDetail>('GET', `/collections/${id}`)).series.map(({ ComicID }) => ComicID)
const names = async () =>
  (await json<{ collections: CollectionItem[] }>('GET', '/collections')).collections.map(({ name }) => name)
const add = (id: string, ids: string[]) => json<{ changed: number }>('POST', `/collections/${id}/series`, { ids })
const mark = (id: string, body: unknown) => json<MarksReply>('PATCH', `/series/${id}/marks`, body)
const listed = async (query: string) =>
  (await json<SeriesListPage>('GET', `/series?limit=50&${query}`)).comics.map(({ ComicID }) => ComicID).sort()

describe('a collection', () => {
  test('holds series in the order that the user gives them', async () => {
    const id = await make('Rainy days')
    expect(await add(id, ['harbor', 'fern', 'unknown', 'harbor'])).toMatchObject({ changed: 2 })
    expect(await add(id, ['fern', 'tide'])).toMatchObject({ changed: 1 })
    expect(await idsIn(id)).toEqual(['harbor', 'fern', 'tide'])
    await json('PUT', `/collections/${id}/order`, { ids: ['tide', 'harbor', 'fern'] })
    expect(await idsIn(id)).toEqual(['tide', 'harbor', 'fern'])
    await json('DELETE', `/collections/${id}/series`, { ids: ['harbor'] })
    expect(await idsIn(id)).toEqual(['tide', 'fern'])
  })

  test('is not reordered by a list that leaves out series or names others', async () => {
    const id = await make('Rainy days')
    await add(id, ['harbor', 'fern'])
    for (const ids of [['harbor'], ['harbor', 'tide'], ['harbor', 'harbor'], ['harbor', 'fern', 'harbor']]) {
      const { detail } = await json<{ detail: string }>('PUT', `/collections/${id}/order`, { ids }, 409)
      expect(detail).toBe('The collection has changed. Reload the page and order it again.')
    }
    expect(await idsIn(id)).toEqual(['harbor', 'fern'])
  })

  test('has its own name, also in another case', async () => {
    await make('Rainy days')
    const { detail } = await json<{ detail: string }>('POST', '/collections', { name: ' rainy  days ' }, 409)
    expect(detail).toBe('There is a collection named rainy days already.')
    await json('POST', '/collections', { name: '   ' }, 400)
    expect(await names()).toEqual(['Rainy days'])
  })

  test('is restored with its series when its deletion is undone', async () => {
    const id = await make('Rainy days')
    await add(id, ['harbor', 'fern'])
    await json('DELETE', `/collections/${id}`)
    expect(await names()).toEqual([])
    await json('GET', `/collections/${id}`, undefined, 404)
    expect(await listed(`collection=${id}`)).toEqual([])
    await json('POST', `/collections/${id}/restore`)
    expect(await idsIn(id)).toEqual(['harbor', 'fern'])
    await json('POST', `/collections/${id}/restore`, undefined, 404)
    await json('POST', '/collections/unknown/restore', undefined, 404)
  })

  test('loses a series that is deleted', async () => {
    const id = await make('Rainy days')
    await add(id, ['harbor', 'fern'])
    await mark('harbor', { favourite: true, rating: 4, tags: ['wet'] })
    await json('DELETE', '/series/harbor')
    expect(await idsIn(id)).toEqual(['fern'])
    expect(await json('GET', '/tags')).toEqual({ tags: [] })
  })

  test('is independent: changes affect no other with the same series', async () => {
    const [first, second] = [await make('Rainy days'), await make('Sunny days')]
    for (const id of [first, second]) await add(id, ['harbor', 'fern', 'tide'])
    const shown = async () => [await idsIn(second), (await names()).includes('Sunny days')]
    const before = await shown()
    await json('PUT', `/collections/${first}/order`, { ids: ['tide', 'harbor', 'fern'] })
    await json('DELETE', `/collections/${first}/series`, { ids: ['harbor'] })
    await json('PATCH', `/collections/${first}`, { name: 'Grey days' })
    expect(await shown()).toEqual(before)
    await json('DELETE', `/collections/${first}`)
    expect(await shown()).toEqual(before)
    expect((await json<MarksReply>('GET', '/series/tide/marks')).collections.map(({ name }) => name)).toEqual([
      'Sunny days',
    ])
  })

  test("is renamed, also to its own name in another case, but not to another's", async () => {
    const id = await make('Rainy days')
    await make('Sunny days')
    await json('PATCH', `/collections/${id}`, { name: 'RAINY days' })
    await json('PATCH', `/collections/${id}`, { name: 'sunny DAYS' }, 409)
    expect(await names()).toEqual(['RAINY days', 'Sunny days'])
  })

  test.each([
    ['is renamed', (id: string) => json('PATCH', `/collections/${id}`, { name: 'Grey days' }), true],
    ['gets a series', (id: string) => add(id, ['tide']), true],
    ['gets a series that it has', (id: string) => add(id, ['fern']), false],
    ['loses a series', (id: string) => json('DELETE', `/collections/${id}/series`, { ids: ['fern'] }), true],
    ['is ordered', (id: string) => json('PUT', `/collections/${id}/order`, { ids: ['fern'] }), true],
  ])('that %s says when, and notifies open pages', async (_name, change, isChange) => {
    const id = await make('Rainy days')
    await add(id, ['fern'])
    const changedAt = async () => (await json<CollectionDetail>('GET', `/collections/${id}`)).collection.updated_at
    const before = await changedAt()
    app.clock.jump('1 min')
    app.events()
    await change(id)
    expect(app.events()).toContainEqual({ type: 'collection.changed', collection_id: id })
    expect((await changedAt()) !== before).toBe(isChange)
  })

  test('has a limited number of series, and the number of collections is limited', async () => {
    const id = await make('Rainy days')
    await add(id, ['harbor'])
    await json(
      'POST',
      `/collections/${id}/series`,
      { ids: Array.from({ length: MOST_SERIES }, (_, at) => `s${at}`) },
      409,
    )
    await json('POST', `/collections/${id}/series`, {
      ids: Array.from({ length: MOST_SERIES - 1 }, (_, at) => `s${at}`),
    })
    const fill = (count: number) =>
      app.db.write((tx) =>
        tx.run(sql`with recursive n(at) as (select 2 union all select at + 1 from n where at < ${count})
          insert into collections (collection_id, name, position, created_at, updated_at) select 'c' || at, 'n' || at, at, '', '' from n`),
      )
    fill(MOST_COLLECTIONS - 1)
    await make('The last one')
    expect((await json<{ detail: string }>('POST', '/collections', { name: 'One more' }, 409)).detail).toContain(`${MOST_COLLECTIONS} collections`) // biome-ignore format: one line
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['opened', (id) => json('GET', `/collections/${id}`, undefined, 404)],
    ['renamed', (id) => json('PATCH', `/collections/${id}`, { name: 'Grey days' }, 404)],
    ['deleted', (id) => json('DELETE', `/collections/${id}`, undefined, 404)],
    ['given series', (id) => json('POST', `/collections/${id}/series`, { ids: ['harbor'] }, 404)],
    ['rid of series', (id) => json('DELETE', `/collections/${id}/series`, { ids: ['harbor'] }, 404)],
    ['ordered', (id) => json('PUT', `/collections/${id}/order`, { ids: ['harbor'] }, 404)],
  ])('that is deleted or unknown cannot be %s', async (_what, change) => {
    const id = await make('Rainy days')
    await add(id, ['harbor'])
    await json('DELETE', `/collections/${id}`)
    for (const each of [id, 'unknown']) await change(each)
    await json('POST', `/collections/${id}/restore`)
    expect([await names(), await idsIn(id)]).toEqual([['Rainy days'], ['harbor']])
  })

  test('shows the covers of its first series, and its number of series', async () => {
    const id = await make('Rainy days')
    const ids = Array.from({ length: 5 }, (_, at) => `cover-${at}`)
    for (const comic_id of ids) makeSeries(app.db, { comic_id, name: comic_id })
    await add(id, ids)
    const { collections } = await json<{ collections: CollectionItem[] }>('GET', '/collections')
    expect(collections[0]).toMatchObject({ series: 5 })
    expect(collections[0]!.covers.map(({ name }) => name)).toEqual(ids.slice(0, 4))
  })

  test('notifies open pages when it is created, deleted, restored or reordered', async () => {
    const told = (collection_id: string) => expect(app.events()).toContainEqual({ type: 'collection.changed', collection_id }) // biome-ignore format: one line
    app.events()
    const id = await make('Rainy days')
    told(id)
    await json('DELETE', `/collections/${id}`)
    told(id)
    await json('POST', `/collections/${id}/restore`)
    told(id)
    await json('PUT', '/collections/order', { ids: [id] })
    told('')
  })

  test('is sorted by hand among the others', async () => {
    const [first, second] = [await make('Rainy days'), await make('Sunny days')]
    await json('PUT', '/collections/order', { ids: [second, first] })
    expect(await names()).toEqual(['Sunny days', 'Rainy days'])
  })
})

describe('favourites, ratings and tags', () => {
  test('are set one by one, and none changes another', async () => {
    const none = { favourite: false, rating: null, tags: [], collections: [] }
    expect(await json<MarksReply>('GET', '/series/harbor/marks')).toEqual(none)
    await mark('harbor', { favourite: true })
    await mark('harbor', { rating: 5 })
    expect(await mark('harbor', { tags: ['Wet', 'boats'] })).toMatchObject({
      favourite: true,
      rating: 5,
      tags: ['boats', 'Wet'],
    })
    expect(await mark('harbor', { rating: null, favourite: false, tags: [] })).toEqual(none)
  })

  test('are refused for an unknown series, a rating beyond five and an empty tag', async () => {
    await json('PATCH', '/series/unknown/marks', { favourite: true }, 404)
    await json('GET', '/series/unknown/marks', undefined, 404)
    for (const body of [{ rating: 6 }, { rating: 0 }, { rating: 2.5 }, { tags: [' '] }, { tags: [''] }])
      await json('PATCH', '/series/harbor/marks', body, 400)
  })

  test('keep when a series became a favourite, unless it is removed meanwhile', async () => {
    const favourites = async () => {
      const text = await (await app.reader.get('/opds/v2/favourites')).text()
      return ['Harbor Lights', 'Fern Gully Road'].sort((a, b) => text.indexOf(a) - text.indexOf(b))[0]
    }
    await mark('harbor', { favourite: true })
    app.clock.jump('1 min')
    await mark('fern', { favourite: true })
    app.clock.jump('1 min')
    await mark('harbor', { favourite: true, rating: 4 })
    expect(await favourites()).toBe('Fern Gully Road')
    await mark('harbor', { favourite: false })
    await mark('harbor', { favourite: true })
    expect(await favourites()).toBe('Harbor Lights')
  })

  test.each([{ add: [' '] }, { remove: [' '] }])('of several series have a name (%j)', async (change) => {
    await json('POST', '/tags/assign', { ids: ['fern'], ...change }, 400)
  })

  test('are those of one series, and of those in the library', async () => {
    await mark('fern', { favourite: true, rating: 3, tags: ['old'] })
    expect(await json<MarksReply>('GET', '/series/harbor/marks')).toMatchObject({
      favourite: false,
      rating: null,
      tags: [],
    })
    await mark('tide', { favourite: true })
    app.db.write((tx) => tx.run(sql`update series set status = 'unfollowed' where comic_id = 'fern'`))
    const favourites = await (await app.reader.get('/opds/v2/favourites')).text()
    expect([favourites.includes('12 Tides'), favourites.includes('Fern Gully Road')]).toEqual([true, false])
    expect(await json('GET', '/tags')).toEqual({ tags: [] })
  })

  test('keep tags that are named again, also in another case, and notify pages', async () => {
    await mark('harbor', { tags: ['Wet', 'boats'] })
    app.events()
    expect(await mark('harbor', { tags: ['WET', 'fog'] })).toMatchObject({ tags: ['fog', 'Wet'] })
    expect(app.events()).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
    await json('POST', '/tags/assign', { ids: ['fern'], add: ['fog'] })
    expect(app.events()).toContainEqual({ type: 'library.changed' })
  })

  test('use one spelling of a tag, whatever case others use', async () => {
    await mark('harbor', { tags: ['Noir'] })
    await mark('fern', { tags: ['NOIR', 'noir'] })
    expect(await json('GET', '/tags')).toEqual({ tags: [{ name: 'Noir', count: 2 }] })
  })

  test('of several series are added and removed together', async () => {
    const ids = ['harbor', 'fern', 'unknown']
    await json('POST', '/tags/assign', { ids: ['fern'], add: ['old'] })
    expect(await json('POST', '/tags/assign', { ids, add: ['wet', 'old'] })).toEqual({
      success: true,
      added: [
        { name: 'wet', ids: expect.arrayContaining(['harbor', 'fern']) },
        { name: 'old', ids: ['harbor'] },
      ],
      removed: [],
    })
    expect(await json('POST', '/tags/assign', { ids: ['fern'], remove: ['WET', 'dry'] })).toMatchObject({
      removed: [
        { name: 'WET', ids: ['fern'] },
        { name: 'dry', ids: [] },
      ],
    })
    expect(await json('GET', '/tags')).toEqual({
      tags: [
        { name: 'old', count: 2 },
        { name: 'wet', count: 1 },
      ],
    })
  })
})

describe('the list of series', () => {
  beforeEach(async () => {
    await mark('harbor', { favourite: true, rating: 5, tags: ['Wet'] })
    await mark('fern', { rating: 3 })
    await json('PUT', '/reading/issues/fern-1/progress', { page: 23 })
    for (const issue of ['tide-1', 'tide-2']) await json('PUT', `/reading/issues/${issue}/progress`, { page: 23 })
  })

  test.each([
    ['read=unread', ['harbor']],
    ['read=in_progress', ['fern']],
    ['read=read', ['tide']],
    ['publication=ended', ['harbor']],
    ['publication=ongoing', ['tide']],
    ['unmatched=true', ['fern', 'tide']],
    ['genre=Noir', ['fern', 'harbor']],
    ['genre=Drama', ['harbor']],
    ['year_from=1990&year_to=1999', ['fern', 'tide']],
    ['year_from=1994', ['fern', 'harbor']],
    ['book_type=TPB', ['fern']],
    ['tag=wet', ['harbor']],
    ['rating=3', ['fern', 'harbor']],
    ['rating=4', ['harbor']],
    ['favourite=true', ['harbor']],
    ['genre=noir&rating=3&unmatched=true', ['fern']],
    ['favourite=true&publication=ongoing', []],
    ['collection=unknown', []],
  ])('with %s has %p', async (query, ids) => {
    expect(await listed(query)).toEqual(ids)
  })

  test('of a collection has its series', async () => {
    const id = await make('Rainy days')
    await add(id, ['harbor', 'tide'])
    expect(await listed(`collection=${id}`)).toEqual(['harbor', 'tide'])
    expect(await listed(`collection=${id}&read=read`)).toEqual(['tide'])
  })

  test('counts what each filter would leave, and counts again after a change', async () => {
    const id = await make('Rainy days')
    await add(id, ['harbor'])
    const facets = () => json<Record<string, unknown>>('GET', '/series/facets')
    expect(await facets()).toMatchObject({
      read: { unread: 1, in_progress: 1, read: 1 },
      publication: { ongoing: 1, ended: 1 },
      unmatched: 2,
      favourite: 1,
      ratings: [
        { value: '5', count: 1 },
        { value: '4', count: 1 },
        { value: '3', count: 2 },
        { value: '2', count: 2 },
        { value: '1', count: 2 },
      ],
      genres: [
        { value: 'Drama', count: 1 },
        { value: 'Noir', count: 2 },
      ],
      decades: [
        { value: '2010', count: 1 },
        { value: '1990', count: 2 },
      ],
      book_types: [
        { value: 'Print', count: 2 },
        { value: 'TPB', count: 1 },
      ],
      tags: [{ value: 'Wet', count: 1 }],
      collections: [{ value: id, name: 'Rainy days', count: 1 }],
    })
    await mark('tide', { favourite: true })
    await json('PUT', '/reading/issues/harbor-1/progress', { page: 3 })
    expect(await facets()).toMatchObject({ favourite: 2, read: { unread: 0, in_progress: 2, read: 1 } })
  })

  test('shows where each letter begins, digits under #', async () => {
    makeSeries(app.db, { comic_id: 'sea', name: '海の本' })
    makeSeries(app.db, { comic_id: 'mountain', name: '山の本' })
    expect(await json('GET', '/series/letters')).toEqual({
      letters: [
        { letter: '#', at: 0, count: 1 },
        { letter: 'F', at: 1, count: 1 },
        { letter: 'H', at: 2, count: 1 },
        { letter: '…', at: 3, count: 2 },
      ],
    })
    expect(await json('GET', '/series/letters?rating=4')).toEqual({ letters: [{ letter: 'H', at: 0, count: 1 }] })
  })

  test('refuses an unknown filter', async () => {
    for (const query of ['read=half', 'publication=later', 'rating=9', 'year_from=old', 'favourite=maybe'])
      await json('GET', `/series?limit=5&${query}`, undefined, 422)
  })
})

describe('the shelves', () => {
  const issues = async (path: string) =>
    (await json<{ items: { issue_id: string }[] }>('GET', path)).items.map(({ issue_id }) => issue_id)

  test('separate started issues from next ones', async () => {
    await json('PUT', '/reading/issues/fern-1/progress', { page: 23 })
    await json('PUT', '/reading/issues/harbor-1/progress', { page: 3 })
    expect(await issues('/reading/continue?state=started')).toEqual(['harbor-1'])
    expect(await issues('/reading/continue?state=next')).toEqual(['fern-2'])
    expect(await issues('/reading/continue')).toEqual(['harbor-1', 'fern-2'])
  })

  test('have the issues with the newest files, newest first', async () => {
    makeIssues(app.db, 'fern', [7])
    makeFile(app.db, { issues: ['fern-7'], added_at: '2026-11-01T00:00:00.000Z' })
    expect((await issues('/reading/recent')).slice(0, 1)).toEqual(['fern-7'])
    expect(await issues('/reading/recent?limit=3')).toHaveLength(3)
  })
})

describe('saved views', () => {
  const views = async () => (await json<{ views: SavedView[] }>('GET', '/views')).views.map(({ name }) => name)

  test('are named, renamed, ordered, deleted and restored', async () => {
    const made = async (name: string, query: string) =>
      (await json<{ views: SavedView[] }>('POST', '/views', { name, query })).views.at(-1)!.view_id
    const wet = await made(' Wet ', 'tag=wet')
    const old = await made('Old', 'year_to=1990&view=table')
    await json('PUT', '/views/order', { ids: [old, wet] })
    expect(await views()).toEqual(['Old', 'Wet'])
    await json('PATCH', `/views/${wet}`, { name: 'Soaked' })
    expect((await json<{ views: SavedView[] }>('GET', '/views')).views[1]).toEqual({
      view_id: wet,
      name: 'Soaked',
      query: 'tag=wet',
    })
    await json('DELETE', `/views/${wet}`)
    expect(await views()).toEqual(['Old'])
    await json('PATCH', `/views/${wet}`, { name: 'Gone' }, 404)
    await json('DELETE', `/views/${wet}`, undefined, 404)
    await json('POST', `/views/${wet}/restore`)
    expect(await views()).toEqual(['Old', 'Soaked'])
    await json('POST', `/views/${wet}/restore`, undefined, 404)
    await json('DELETE', '/views/unknown', undefined, 404)
  })

  test('are changed one by one, in the name or the query, and pages are notified', async () => {
    const all = async (method: string, path: string, body?: unknown) =>
      (await json<{ views: SavedView[] }>(method, path, body)).views
    await all('POST', '/views', { name: 'Wet', query: 'tag=wet' })
    const [wet, old] = (await all('POST', '/views', { name: 'Old', query: 'year_to=1990' })) as [SavedView, SavedView]
    app.events()
    expect(await all('PATCH', `/views/${wet.view_id}`, { query: 'tag=dry' })).toEqual([
      { ...wet, query: 'tag=dry' },
      old,
    ])
    expect(app.events()).toContainEqual({ type: 'views.changed', user_id: OWNER_ID })
    await json('PATCH', `/views/${wet.view_id}`, {}, 400)
    expect(await all('DELETE', `/views/${wet.view_id}`)).toEqual([old])
    expect(await all('DELETE', `/views/${old.view_id}`)).toEqual([])
    expect(await all('POST', `/views/${old.view_id}/restore`)).toEqual([old])
  })

  test('are limited in number', async () => {
    for (let nth = 0; nth < MOST_VIEWS; nth++) await json('POST', '/views', { name: `View ${nth}`, query: '' })
    const { detail } = await json<{ detail: string }>('POST', '/views', { name: 'One more', query: '' }, 409)
    expect(detail).toContain(`There are ${MOST_VIEWS} saved views`)
  })
})
