import { Refusal } from '../../base/refusal'
import type { Covers } from '../../library/reading/covers'
import type { Books } from './books'
import { readCondition } from './condition'
import { bookFilters, seriesFilters } from './filters'
import type { ListPages } from './list-page'
import type { AppProgress } from './progress'
import type { AppQuery, Sort } from './query'
import { type AppRequest, type AppRoute, fieldsOf, route } from './replies'
import type { SeriesLists } from './series'
import type { ShelfLists } from './shelf-lists'
import { thumbnail } from './thumbnail'
import { collectionJson, seriesJson, trackedSeriesJson } from './wire'

interface Deps {
  series: SeriesLists
  books: Books
  bookPage: ListPages
  seriesPage: ListPages
  lists: ShelfLists
  progress: AppProgress
  covers: Covers
  now: () => string
}

const words = (text: unknown): string | undefined => {
  if (text === undefined || text === null) return undefined
  if (typeof text !== 'string') throw new Refusal('invalid', 'fullTextSearch has to be a text.')
  return searched(text)
}

/** The words of a search; some apps name a field before them. */
export function searched(text: string | undefined): string | undefined {
  const plain = (text ?? '')
    .replace(/\b[a-z_]+:/gi, ' ')
    .replace(/["()*]/g, ' ')
    .trim()
  return plain === '' ? undefined : plain.slice(0, 200)
}

/** Reads the body of a search. */
export async function searchOf({ body }: AppRequest, of: 'series' | 'books', now: string) {
  const { condition, fullTextSearch } = fieldsOf(await body())
  const text = words(fullTextSearch)
  return { condition: readCondition(condition, { of, now }), ...(text === undefined ? {} : { words: text }) }
}

const sortedBy = (key: string, descending: boolean): Sort[] => [{ key, descending }]

export function seriesRoutes({ bookPage, seriesPage, series, books, lists, progress, covers, now }: Deps): AppRoute[] {
  const filtered = (query: AppQuery) => {
    const text = searched(query.text('search'))
    return { condition: seriesFilters(query), paging: query.paging, ...(text === undefined ? {} : { words: text }) }
  }
  const listed = async (query: AppQuery) => seriesPage(await series.list({ ...filtered(query), sorts: query.sorts }))
  const newest =
    (key: string, updated = false) =>
    ({ query }: AppRequest) =>
      series
        .list({ condition: seriesFilters(query), paging: query.paging, sorts: sortedBy(key, true), updated })
        .then(seriesPage)
  const idOf = ({ params }: AppRequest) => series.one(params.comic_id!).row.comic_id
  return [
    route('GET', '/api/v1/series', ({ query }) => listed(query)),
    route('POST', '/api/v1/series/list', async (request) => {
      const { paging, sorts } = request.query
      return seriesPage(await series.list({ ...(await searchOf(request, 'series', now())), paging, sorts }))
    }),
    route('GET', '/api/v1/series/alphabetical-groups', ({ query }) => series.letters(filtered(query))),
    route('POST', '/api/v1/series/list/alphabetical-groups', async (request) =>
      series.letters(await searchOf(request, 'series', now())),
    ),
    route('GET', '/api/v1/series/new', newest('created')),
    route('GET', '/api/v1/series/updated', newest('lastModified', true)),
    route('GET', '/api/v1/series/latest', newest('lastModified')),
    route('GET', '/api/v1/series/:comic_id', ({ params }) => seriesJson(series.one(params.comic_id!))),
    route('GET', '/api/v1/series/:comic_id/books', async (request) => {
      const comicId = idOf(request)
      const { query } = request
      const condition = { all: [{ is: 'series' as const, ids: [comicId] }, bookFilters(query)] }
      return bookPage(await books.list({ condition, paging: query.paging, sorts: query.sorts }))
    }),
    route('GET', '/api/v1/series/:comic_id/collections', (request) =>
      lists.collectionsWith(idOf(request)).map(collectionJson),
    ),
    route('GET', '/api/v1/series/:comic_id/thumbnail', (request) =>
      thumbnail(request.request, covers.ofSeries(idOf(request), { type: 'jpeg', width: 300 })),
    ),
    route('GET', '/api/v1/series/:comic_id/thumbnails', (request) => {
      idOf(request)
      return []
    }),
    route('POST', '/api/v1/series/:comic_id/read-progress', (request) =>
      progress.mark(books.readableOf(idOf(request)), true),
    ),
    route('DELETE', '/api/v1/series/:comic_id/read-progress', (request) =>
      progress.mark(books.readableOf(idOf(request)), false),
    ),
    route('GET', '/api/v2/series/:comic_id/read-progress/tachiyomi', (request) => {
      const numbers = books.numbers(idOf(request))
      return trackedSeriesJson(
        progress.counts([...numbers.keys()]),
        [...numbers.values()].map(({ sort }) => sort),
      )
    }),
    route('PUT', '/api/v2/series/:comic_id/read-progress/tachiyomi', async (request) => {
      const comicId = idOf(request)
      const { lastBookNumberSortRead: last } = fieldsOf(await request.body())
      if (typeof last !== 'number') throw new Refusal('invalid', 'lastBookNumberSortRead has to be a number.')
      progress.mark(progress.upTo(comicId, last), true)
    }),
  ]
}
