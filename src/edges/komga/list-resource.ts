import { Refusal } from '../../base/refusal'
import type { Covers } from '../../library/reading/covers'
import { bookOrMissing, kindsIn } from './book-resource'
import type { Books } from './books'
import { bookFilters, seriesFilters } from './filters'
import type { ListPages } from './list-page'
import { pageJson, pageOf } from './page'
import type { AppProgress } from './progress'
import { type AppRequest, type AppRoute, fieldsOf, route } from './replies'
import type { SeriesLists } from './series'
import { searched } from './series-resource'
import type { ShelfLists } from './shelf-lists'
import { thumbnail } from './thumbnail'
import { collectionJson, readListJson, trackedListJson } from './wire'

interface Deps {
  series: SeriesLists
  books: Books
  bookPage: ListPages
  seriesPage: ListPages
  lists: ShelfLists
  progress: AppProgress
  covers: Covers
}

const THUMBNAIL = { type: 'jpeg', width: 300 } as const
const LIST = '/api/v1/readlists/:list_id'
const COLLECTION = '/api/v1/collections/:collection_id'

/** Collections and read lists. */
export function listRoutes({ bookPage, seriesPage, series, books, lists, progress, covers }: Deps): AppRoute[] {
  const filter = (request: AppRequest) => ({ words: request.query.text('search'), kinds: kindsIn(request) })
  const readList = ({ params }: AppRequest) => lists.readList(params.list_id!)
  const collection = ({ params }: AppRequest) => lists.collection(params.collection_id!)
  const asked = ({ query }: AppRequest) => {
    const words = searched(query.text('search'))
    return { paging: query.paging, sorts: query.sorts, ...(words === undefined ? {} : { words }) }
  }
  const beside = (request: AppRequest, step: 1 | -1) =>
    bookOrMissing(books.neighbour(readList(request).issue_ids, request.params.issue_id!, step))
  return [
    route('GET', '/api/v1/collections', (request) => {
      const rows = pageOf(lists.collections(filter(request)), request.query.paging)
      return pageJson({ ...rows, content: rows.content.map(collectionJson) })
    }),
    route('GET', COLLECTION, (request) => collectionJson(collection(request))),
    route('GET', `${COLLECTION}/series`, async (request) => {
      const among = collection(request).series_ids
      const sorts = request.query.sorts.filter(({ key }) => key !== 'collection.number')
      return seriesPage(await series.list({ ...asked(request), sorts, condition: seriesFilters(request.query), among }))
    }),
    route('GET', `${COLLECTION}/thumbnail`, (request) =>
      thumbnail(request.request, covers.ofSeries(collection(request).series_ids[0]!, THUMBNAIL)),
    ),
    route('GET', `${COLLECTION}/thumbnails`, (request) => {
      collection(request)
      return []
    }),
    route('GET', '/api/v1/readlists', (request) => {
      const rows = pageOf(lists.readLists(filter(request)), request.query.paging)
      return pageJson({ ...rows, content: rows.content.map(readListJson) })
    }),
    route('GET', LIST, (request) => readListJson(readList(request))),
    route('GET', `${LIST}/books`, async (request) => {
      const among = readList(request).issue_ids
      const sorts = request.query.sorts.filter(({ key }) => key !== 'readList.number')
      return bookPage(await books.list({ ...asked(request), sorts, condition: bookFilters(request.query), among }))
    }),
    route('GET', `${LIST}/books/:issue_id/next`, (request) => beside(request, 1)),
    route('GET', `${LIST}/books/:issue_id/previous`, (request) => beside(request, -1)),
    route('GET', `${LIST}/thumbnail`, (request) =>
      thumbnail(request.request, covers.ofIssue(readList(request).issue_ids[0]!, THUMBNAIL)),
    ),
    route('GET', `${LIST}/thumbnails`, (request) => {
      readList(request)
      return []
    }),
    route('GET', `${LIST}/read-progress/tachiyomi`, (request) =>
      trackedListJson(progress.counts(readList(request).issue_ids)),
    ),
    route('PUT', `${LIST}/read-progress/tachiyomi`, async (request) => {
      const ids = readList(request).issue_ids
      const { lastBookRead: last } = fieldsOf(await request.body())
      if (typeof last !== 'number' || !Number.isSafeInteger(last))
        throw new Refusal('invalid', 'lastBookRead has to be a whole number.')
      progress.mark(ids.slice(0, Math.max(0, last)), true)
    }),
  ]
}
