import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { putIssueSource, putSeriesSource } from '../../library/metadata/store'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeLibrary, makeSeries } from '../../testing/make'
import { komgaApp, makeBooks, type ReadingApp } from '../../testing/reading-apps'

let app: TestApp
let komga: ReadingApp
let collection: string
let arc: string

beforeAll(async () => {
  app = await testApp({ library: true, settings: { opds_enable: 'true' } })
  makeBooks(app)
  const { db, reader } = app
  makeSeries(db, { comic_id: 'ete', name: 'Été 1999', publisher: 'Éditions Nord', stated_age_rating: 'Teen' })
  makeIssues(db, 'ete', [{ number: '1', title: 'Alpha' }])
  makeFile(db, { issues: ['ete-1'], added_at: '2026-01-20T00:00:00.000Z' })
  makeSeries(db, { comic_id: 'empty', name: 'Nothing Here' })
  const said_at = '2026-01-01T00:00:00.000Z'
  db.write((tx) => {
    const facts = { tags: ['Kept'], authors: ['Mo Rin'], url: 'https://example.org/river' }
    putSeriesSource(tx, { comic_id: 'river', source: 'anilist', provider_id: '7', facts, said_at })
    const credits = [{ name: 'Cy Vale', roles: ['CoverArtist', 'Inker'] }]
    putIssueSource(tx, { issue_id: 'harbor-2', source: 'file', facts: { credits, tags: ['Storm'] }, said_at })
    tx.emit({ type: 'series.changed', comic_id: 'river' })
    tx.emit({ type: 'issue.changed', comic_id: 'harbor', issue_id: 'harbor-2' })
  })
  const made = await reader.json<{ collection: { collection_id: string } }>(200, reader.post('/api/collections', { name: 'Both' })) // biome-ignore format: one request
  collection = made.collection.collection_id
  await reader.post(`/api/collections/${collection}/series`, { ids: ['river', 'harbor'] })
  arc = (await reader.json<{ arc_id: string }>(200, reader.post('/api/storyarcs', { name: 'Long night', issue_ids: ['river-c1', 'harbor-2'] }))).arc_id // biome-ignore format: one request
  await reader.patch('/api/series/ete/marks', { favourite: true })
  komga = komgaApp(app)
})
afterAll(() => app.close())

const all = { condition: { allOf: [] } }
const books = (condition: object, query = '') => komga.ids(`v1/books/list${query}`, { condition })
const series = (condition: object, query = '') => komga.ids(`v1/series/list${query}`, { condition })
const of = (value: unknown, operator = 'is') => ({ operator, value })

describe('libraries', () => {
  test('are comics and manga, by ids without a hyphen, with every field that apps need', async () => {
    const libraries = await komga.json<Record<string, unknown>[]>(200, komga.get('/komga/api/v1/libraries'))
    expect(libraries.map(({ id, name, root }) => [id, name, root])).toEqual([['comics', 'Comics', ''], ['manga', 'Manga', '']]) // biome-ignore format: one list
    expect(libraries[0]).toHaveProperty('oneshotsDirectory', null)
    expect((await komga.get('/komga/api/v1/libraries/manga')).status).toBe(200)
    expect((await komga.get('/komga/api/v1/libraries/LIB')).status).toBe(404)
  })
})

describe('a page', () => {
  test('has the form of Spring, also when it is past the end or empty', async () => {
    const page = async (query: string) => komga.json<Record<string, unknown>>(200, komga.get(`/komga/api/v1/series?${query}`)) // biome-ignore format: one request
    const sort = { empty: false, sorted: true, unsorted: false }
    const first = await page('page=0&size=2&sort=metadata.titleSort,asc')
    const { content, ...rest } = first
    expect((content as { id: string }[]).map(({ id }) => id)).toEqual(['ete', 'harbor'])
    expect(rest).toEqual({
      pageable: { pageNumber: 0, pageSize: 2, sort, offset: 0, paged: true, unpaged: false },
      ...{ last: false, totalElements: 3, totalPages: 2, size: 2, number: 0, sort },
      ...{ first: true, numberOfElements: 2, empty: false },
    })
    expect(await page('page=9&size=2')).toMatchObject({ content: [], last: true, totalElements: 3, number: 9 })
    expect(await page('unpaged=true')).toMatchObject({ totalPages: 1, size: 20, number: 0, last: true })
    expect(await page('size=0')).toMatchObject({ size: 20 })
    expect(await page('size=90000&page=x')).toMatchObject({ size: 2000, number: 0 })
    expect(await page('search=zzqx')).toMatchObject({ totalPages: 0, first: true, last: true, empty: true })
  })

  test('ignores sorts and parameters that nobody knows', async () => {
    expect(await komga.ids('v1/series?sort=titleSort&sort=__proto__,desc&search_regex=a,b&x=1')).toHaveLength(3)
    expect(await komga.ids('v1/series?sort=metadata.titleSort,descmetadata.x,asc')).toEqual(['river', 'harbor', 'ete'])
  })
})

describe('series', () => {
  test('say what files and sources say, in the words that apps accept', async () => {
    const one = await komga.json<{ metadata: { links: unknown[] } }>(200, komga.get('/komga/api/v1/series/river'))
    expect(one).toMatchObject({
      ...{
        id: 'river',
        libraryId: 'manga',
        url: '',
        booksCount: 4,
        booksUnreadCount: 4,
        oneshot: false,
        deleted: false,
      },
      metadata: { status: 'ONGOING', readingDirection: 'RIGHT_TO_LEFT', ageRating: null, language: '', tags: ['Kept'] },
      booksMetadata: { authors: [{ name: 'Mo Rin', role: 'writer' }] },
    })
    expect(one.metadata.links).toEqual([{ label: 'AniList', url: 'https://example.org/river' }])
    const harbor = await komga.json(200, komga.get('/komga/api/v1/series/harbor'))
    expect(harbor).toMatchObject({
      metadata: {
        status: 'ENDED',
        publisher: 'Northgate',
        genres: ['Crime', 'Noir'],
        language: 'en',
        totalBookCount: null,
      },
      booksMetadata: { releaseDate: '2020-03-04' },
    })
    const dates = JSON.stringify(harbor).match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? []
    expect(dates.length).toBeGreaterThan(4)
    for (const date of dates) expect(date).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"$/)
    for (const id of ['empty', 'nothing']) expect((await komga.get(`/komga/api/v1/series/${id}`)).status).toBe(404)
  })

  test('are filtered by parameters that are repeated, joined, or in brackets', async () => {
    const ids = (query: string) => komga.ids(`v1/series?sort=name,asc&${query}`)
    expect(await ids('library_id=comics')).toEqual(['harbor', 'ete'])
    expect(await ids('library_id=comics,none&status=ended,%20HIATUS')).toEqual(['harbor'])
    expect(await ids('library_id[]=manga')).toEqual(['river'])
    expect(await ids('genre=noir&genre=other')).toEqual(['harbor'])
    expect(await ids('tag=KEPT')).toEqual(['river'])
    expect(await ids('tag=storm')).toEqual(['harbor'])
    expect(await ids('publisher=editions%20nord')).toEqual(['ete'])
    expect(await ids('age_rating=13')).toEqual(['ete'])
    expect(await ids('age_rating=None')).toEqual(['harbor', 'river'])
    expect(await ids('release_year=2020')).toEqual(['harbor'])
    expect(await ids('author=Ann%20Lee,writer')).toEqual(['harbor'])
    expect(await ids('author=mo%20rin')).toEqual(['river'])
    expect(await ids('author=Ann%20Lee,editor')).toEqual([])
    expect(await ids('author=,cover')).toEqual(['harbor'])
    expect(await ids('author=,WRITER')).toEqual(['harbor', 'river'])
    expect(await ids('author=,editor')).toEqual([])
    expect(await ids(`collection_id=${collection}`)).toEqual(['harbor', 'river'])
    expect(await ids('deleted=true')).toEqual([])
    expect(await ids('oneshot=false&deleted=false')).toHaveLength(3)
    expect(await ids('read_status=UNREAD')).toHaveLength(3)
    expect(await ids('status=nonsense')).toEqual([])
    expect(await ids('search=harb')).toEqual(['harbor'])
  })

  test('are filtered by trees of conditions, whatever case their words have', async () => {
    expect(await series({})).toHaveLength(3)
    expect(await series({ anyOf: [] })).toHaveLength(3)
    expect(await series({ type: 'AllOfSeries', allOf: [{ type: 'LibraryId', libraryId: of('manga') }] })).toEqual(['river']) // biome-ignore format: one condition
    const kmreader = { allOf: [{ deleted: { operator: 'isfalse' } }, { oneshot: { operator: 'isfalse' } }, { allOf: [{ readStatus: { operator: 'isnot', value: 'READ' } }] }] } // biome-ignore format: one condition
    expect(await series(kmreader)).toHaveLength(3)
    expect(await series({ anyOf: [{ genre: of('noir') }, { publisher: of('ÉDITIONS NORD') }] })).toEqual(['ete', 'harbor']) // biome-ignore format: one condition
    expect(await series({ publisher: of('') })).toEqual(['river'])
    expect(await series({ publisher: of('', 'isNot') })).toEqual(['ete', 'harbor'])
    expect(await series({ ageRating: { operator: 'greaterThan', value: 10 } })).toEqual(['ete'])
    expect(await series({ ageRating: { operator: 'isNull' } })).toEqual(['harbor', 'river'])
    expect(await series({ titleSort: of('har', 'beginsWith') })).toEqual(['harbor'])
    expect(await series({ title: of('road', 'doesNotContain') })).toEqual(['ete', 'harbor'])
    expect(await series({ seriesStatus: of('ended') })).toEqual(['harbor'])
    expect(await series({ tag: { operator: 'isNull' } })).toEqual(['ete', 'harbor'])
    expect(await series({ sharingLabel: { operator: 'isNull' } })).toHaveLength(3)
    expect(await series({ collectionId: of('favourites') })).toEqual(['ete'])
    expect(await series({ releaseDate: { operator: 'after', dateTime: '2020-01-01T00:00:00Z' } })).toEqual(['harbor'])
    expect(await series({ author: of({ name: 'cy vale', role: 'COVER' }) })).toEqual(['harbor'])
    expect(await komga.ids('v1/series/list', { fullTextSearch: 'river road' })).toEqual(['river'])
    expect(await komga.ids('v1/series/list', { fullTextSearch: '' })).toHaveLength(3)
  })

  test('are grouped by letters', async () => {
    const groups = await komga.json(200, komga.post('/komga/api/v1/series/list/alphabetical-groups', {}))
    expect(groups as unknown).toEqual([{ group: 'e', count: 1 }, { group: 'h', count: 1 }, { group: 'r', count: 1 }]) // biome-ignore format: one list
  })

  test('come newest first, and as updated when they got files later', async () => {
    expect(await komga.ids('v1/series/latest')).toEqual(['river', 'harbor', 'ete'])
    expect(await komga.ids('v1/series/updated?oneshot=false')).toEqual(['river', 'harbor', 'ete'])
    expect(await komga.ids('v1/series/new?library_id=comics')).toHaveLength(2)
  })
})

describe('books', () => {
  test('of a series have numbers of their own: annuals behind the last, a volume behind its chapters', async () => {
    type Numbered = { id: string; number: number; metadata: { number: string; numberSort: number } }
    const numbers = async (id: string, query = 'unpaged=true') =>
      (await komga.content<Numbered>(`v1/series/${id}/books?media_status=READY&deleted=false&${query}`)).map(
        ({ id, number, metadata }) => `${id} ${number} ${metadata.numberSort}`,
      )
    expect(await numbers('harbor')).toEqual(['harbor-1 1 1', 'harbor-2 2 2', 'harbor-12 3 12', 'harbor-a1 4 12.001'])
    expect(await numbers('river')).toEqual(['river-c1 1 1', 'river-c2 2 2', 'river-v1 3 2.001', 'river-c3 4 3'])
    expect(await numbers('river', 'sort=metadata.numberSort,desc&size=1')).toEqual(['river-c3 4 3'])
    expect(await books({ seriesId: of('harbor'), numberSort: { operator: 'greaterThan', value: 11 } })).toEqual(['harbor-12', 'harbor-a1']) // biome-ignore format: one condition
  })

  test('have every field that apps need', async () => {
    expect(await komga.json(200, komga.get('/komga/api/v1/books/harbor-2'))).toMatchObject({
      ...{
        seriesId: 'harbor',
        seriesTitle: 'Harbor Lights',
        libraryId: 'comics',
        name: 'harbor-2',
        url: 'harbor-2.cbz',
      },
      ...{ readProgress: null, fileHash: '', deleted: false, oneshot: false },
      media: { status: 'READY', mediaProfile: 'DIVINA', epubDivinaCompatible: false, pagesCount: 4 },
      metadata: {
        ...{ title: '#2', number: '2', releaseDate: '2020-04-01', tags: ['Storm'], isbn: '', links: [] },
        authors: [{ name: 'Cy Vale', role: 'cover' }, { name: 'Cy Vale', role: 'inker' }], // biome-ignore format: one list
      },
    })
  })

  test('are filtered by several keys of one condition, which all have to hold', async () => {
    expect(await books({ author: of({ role: 'cover' }) })).toEqual(['harbor-2'])
    expect(await books({ author: of({ role: 'writer' }) })).toEqual(['harbor-1'])
    expect(await books({ author: of({ role: 'CoverArtist' }) })).toEqual([])
    expect(await books({ author: of({ role: 'writer' }, 'isNot') })).not.toContain('harbor-1')
    const paperback = { seriesId: of('harbor'), deleted: { operator: 'isFalse' }, mediaStatus: of('READY') }
    expect(await books(paperback, '?unpaged=true')).toHaveLength(4)
    expect(await books({ ...paperback, readStatus: of('READ') })).toEqual([])
    expect(await books({ title: of('tide') })).toEqual(['harbor-1'])
    expect(await books({ tag: of('storm') })).toEqual(['harbor-2'])
    expect(await books({ author: of({ name: 'Bo Ek' }) })).toEqual(['harbor-1'])
    expect(await books({ author: of({ role: 'inker' }) })).toEqual(['harbor-2'])
    expect(await series({ author: of({ role: 'inker' }) })).toEqual(['harbor'])
    expect(await series({ author: of({ role: 'translator' }) })).toEqual([])
    expect(await books({ readListId: of(arc) })).toEqual(['harbor-2', 'river-c1'])
    expect(await books({ mediaStatus: of('ERROR') })).toEqual([])
    expect(await books({ mediaProfile: of('EPUB') })).toEqual([])
    expect(await books({ releaseDate: { operator: 'isInTheLast', duration: 'PT720H' } })).toEqual([])
    expect(await books({ releaseDate: { operator: 'isInTheLast', duration: 'P3650D' } }, '?sort=metadata.releaseDate,desc')).toEqual(['harbor-12', 'harbor-2', 'harbor-1']) // biome-ignore format: one condition
    expect(await books({ anyOf: ['river', 'ete'].map((id) => ({ seriesId: of(id) })) })).toHaveLength(5)
  })

  test('come in every order', async () => {
    const ids = (sort: string) => komga.ids(`v1/books/list?size=3&sort=${sort}`, all)
    expect(await ids('createdDate,desc')).toEqual(['river-v1', 'river-c3', 'river-c2'])
    expect(await ids('createdDate,asc')).toEqual(['ete-1', 'harbor-1', 'harbor-2'])
    expect(await ids('series,asc')).toEqual(['ete-1', 'harbor-1', 'harbor-2'])
    expect(await ids('metadata.releaseDate,desc')).toEqual(['harbor-12', 'harbor-2', 'harbor-1'])
    for (const key of [
      'name',
      'size',
      'url',
      'media.pagesCount',
      'metadata.title',
      'readProgress.readDate',
      'media.status',
    ])
      expect(await ids(`${key},desc`), key).toHaveLength(3)
    expect(await komga.ids('v1/books/latest?size=1')).toEqual(['river-v1'])
    expect(await komga.ids('v1/books?search=tide&sort=relevance,asc')).toEqual(['harbor-1'])
    expect(await komga.ids('v1/books?released_after=2020-12-31')).toEqual(['harbor-12'])
  })

  test('know their neighbours, with 404 at both ends', async () => {
    const next = async (id: string, way: string) => {
      const reply = await komga.get(`/komga/api/v1/books/${id}/${way}`)
      return reply.status === 200 ? (await reply.json()).id : reply.status
    }
    expect([await next('harbor-1', 'previous'), await next('harbor-1', 'next')]).toEqual([404, 'harbor-2'])
    expect([await next('harbor-12', 'next'), await next('harbor-a1', 'next')]).toEqual(['harbor-a1', 404])
  })
})

describe('lists', () => {
  test('are collections and favourites of series, in their order', async () => {
    expect((await komga.content<{ name: string }>('v1/collections')).map(({ name }) => name)).toEqual(['Both', 'Favourites']) // biome-ignore format: one list
    expect(await komga.ids(`v1/collections/${collection}/series`)).toEqual(['river', 'harbor'])
    expect(await komga.ids(`v1/collections/${collection}/series?search=harbor&sort=relevance,asc`)).toEqual(['harbor'])
    expect(await komga.ids('v1/collections?library_id=manga')).toEqual([collection])
    expect((await komga.get('/komga/api/v1/collections/favourites/thumbnail')).status).toBe(404)
    const of = await komga.json<{ id: string }[]>(200, komga.get('/komga/api/v1/series/river/collections'))
    expect(of.map(({ id }) => id)).toEqual([collection])
  })

  test('are reading lists and story arcs of books, in their order', async () => {
    expect(await komga.content('v1/readlists?search=NIGHT')).toMatchObject([{ id: arc, ordered: true, bookIds: ['river-c1', 'harbor-2'] }]) // biome-ignore format: one list
    expect(await komga.ids(`v1/readlists/${arc}/books`)).toEqual(['river-c1', 'harbor-2'])
    expect(await komga.ids(`v1/readlists/${arc}/books?library_id=comics`)).toEqual(['harbor-2'])
    expect((await komga.json(200, komga.get(`/komga/api/v1/readlists/${arc}/books/river-c1/next`))).id).toBe('harbor-2')
    expect((await komga.get(`/komga/api/v1/readlists/${arc}/books/river-c1/previous`)).status).toBe(404)
    const of = await komga.json<{ id: string }[]>(200, komga.get('/komga/api/v1/books/harbor-2/readlists'))
    expect(of.map(({ id }) => id)).toEqual([arc])
    expect((await komga.get(`/komga/api/v1/readlists/${arc}/thumbnail`)).status).toBe(200)
  })
})

describe('the words of filters', () => {
  test('are sorted texts, of the library or of some of it', async () => {
    const words = (path: string) => komga.json<unknown>(200, komga.get(`/komga/api/${path}`))
    expect(await words('v1/genres')).toEqual(['Crime', 'Noir'])
    expect(await words('v1/genres?library_id=manga')).toEqual([])
    expect(await words('v1/tags')).toEqual(['Kept', 'Storm'])
    expect(await words('v1/tags/series')).toEqual(['Kept'])
    expect(await words('v1/tags/book?series_id=harbor')).toEqual(['Storm'])
    expect(await words('v1/publishers')).toEqual(['Éditions Nord', 'Northgate'])
    expect(await words('v1/languages')).toEqual(['en'])
    expect(await words('v1/age-ratings')).toEqual(['None', '13'])
    expect(await words('v1/series/release-dates')).toEqual(['2020'])
    expect(await words('v1/sharing-labels')).toEqual([])
    expect(await words('v1/authors?search=a')).toEqual([{ name: 'Ann Lee', role: 'writer' }, { name: 'Cy Vale', role: 'cover' }, { name: 'Cy Vale', role: 'inker' }]) // biome-ignore format: one list
    expect(await words('v1/authors/roles')).toEqual(['cover', 'inker', 'writer'])
    expect(await words(`v1/tags/book?readlist_id=${arc}`)).toEqual(['Storm'])
    expect(await words('v2/authors?role=cover&series_id=harbor')).toMatchObject({ content: [{ name: 'Cy Vale', role: 'cover' }] }) // biome-ignore format: one list
    expect(await words('v2/age-ratings')).toMatchObject({ content: [13], totalElements: 1 })
  })
})

test('an unpaged list of a whole library is sent in steps, with the same content', async () => {
  const large = await testApp({ settings: { opds_enable: 'true' } })
  makeLibrary(large.db, { series: 50, issuesPerSeries: 50, have: 10 })
  const reply = await komgaApp(large).get('/komga/api/v1/books?unpaged=true&sort=series,asc')
  const page = (await reply.json()) as { content: { id: string }[]; totalElements: number; numberOfElements: number }
  expect([page.content.length, page.totalElements, page.numberOfElements]).toEqual([2500, 2500, 2500])
  expect(new Set(page.content.map(({ id }) => id)).size).toBe(2500)
  await large.close()
})
