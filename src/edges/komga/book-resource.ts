import type { Device } from '../../base/auth/devices'
import { Refusal } from '../../base/refusal'
import { agentName } from './agent-name'
import type { Books } from './books'
import { bookFilters } from './filters'
import type { ListPages } from './list-page'
import { pageJson, pageOf } from './page'
import type { AppProgress, Reporter } from './progress'
import { progressionJson, readProgression } from './progression'
import type { BookRecord } from './records'
import { type AppRequest, type AppRoute, fieldsOf, route } from './replies'
import { searched, searchOf } from './series-resource'
import type { ShelfLists } from './shelf-lists'
import { libraries } from './states'
import { bookJson, readListJson } from './wire'

interface Deps {
  books: Books
  bookPage: ListPages
  lists: ShelfLists
  progress: AppProgress
  deviceOf: (request: Request) => Device | undefined
  now: () => string
}

/** The kinds of the libraries that a request names; empty when it names none. */
export const kindsIn = ({ query }: AppRequest): string[] => {
  const asked = query.list('library_id')
  const kinds = libraries.filter(({ id }) => asked.includes(id)).map(({ kind }) => kind as string)
  return asked.length > 0 && kinds.length === 0 ? ['none'] : kinds
}

export function bookOrMissing(book: BookRecord | undefined): unknown {
  if (!book) throw new Refusal('missing', 'There is no other book in this direction.')
  return bookJson(book)
}

export function bookRoutes({ bookPage, books, lists, progress, deviceOf, now }: Deps): AppRoute[] {
  const idOf = ({ params }: AppRequest) => books.one(params.issue_id!).issue.issue_id
  const reporter = (request: Request): Reporter => ({ device: deviceOf(request), name: agentName(request) })
  return [
    route('GET', '/api/v1/books', async ({ query }) => {
      const text = searched(query.text('search'))
      const found = text === undefined ? {} : { words: text }
      const list = { condition: bookFilters(query), paging: query.paging, sorts: query.sorts, ...found }
      return bookPage(await books.list(list))
    }),
    route('POST', '/api/v1/books/list', async (request) => {
      const { paging, sorts } = request.query
      return bookPage(await books.list({ ...(await searchOf(request, 'books', now())), paging, sorts }))
    }),
    route('GET', '/api/v1/books/ondeck', (request) => bookPage(books.onDeck(kindsIn(request), request.query.paging))),
    route('GET', '/api/v1/books/latest', async ({ query }) => {
      const sorts = [{ key: 'lastModified', descending: true }]
      return bookPage(await books.list({ condition: bookFilters(query), paging: query.paging, sorts }))
    }),
    route('GET', '/api/v1/books/duplicates', ({ query }) => pageJson(pageOf([], query.paging))),
    route('GET', '/api/v1/books/:issue_id', ({ params }) => bookJson(books.one(params.issue_id!))),
    route('GET', '/api/v1/books/:issue_id/next', ({ params }) => bookOrMissing(books.beside(params.issue_id!, 1))),
    route('GET', '/api/v1/books/:issue_id/previous', ({ params }) => bookOrMissing(books.beside(params.issue_id!, -1))),
    route('GET', '/api/v1/books/:issue_id/readlists', (request) =>
      lists.readListsWith(idOf(request)).map(readListJson),
    ),
    route('GET', '/api/v1/books/:issue_id/thumbnails', (request) => {
      idOf(request)
      return []
    }),
    route('PATCH', '/api/v1/books/:issue_id/read-progress', async (request) => {
      const issueId = idOf(request)
      const { page, completed } = fieldsOf(await request.body())
      progress.change(issueId, { page: pageIn(page), completed: flagIn(completed) }, reporter(request.request))
    }),
    route('DELETE', '/api/v1/books/:issue_id/read-progress', (request) => progress.forget(idOf(request))),
    route('GET', '/api/v1/books/:issue_id/progression', ({ params, request }) =>
      progressionJson(books.one(params.issue_id!), new URL(request.url).pathname),
    ),
    route('PUT', '/api/v1/books/:issue_id/progression', async (request) => {
      const { issue, file } = books.one(request.params.issue_id!)
      const { page, at } = readProgression(await request.body(), file.page_count)
      if (progress.report(issue.issue_id, page, reporter(request.request), at))
        throw new Refusal('conflict', 'The book was read after that.')
    }),
  ]
}

function pageIn(page: unknown): number | undefined {
  if (page === undefined || page === null) return undefined
  if (typeof page === 'number' && Number.isSafeInteger(page)) return page
  throw new Refusal('invalid', 'page has to be a whole number.')
}

function flagIn(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'boolean') return value
  throw new Refusal('invalid', 'completed has to be true or false.')
}
