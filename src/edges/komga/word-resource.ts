import { fold } from './fold'
import { pageJson, pageOf } from './page'
import type { Author } from './records'
import { type AppRequest, type AppRoute, route } from './replies'
import type { SeriesLists } from './series'
import type { ShelfLists } from './shelf-lists'
import type { LibraryWords } from './words'

interface Deps {
  words: LibraryWords
  series: SeriesLists
  lists: ShelfLists
}

const ageText = (age: number | null) => (age === null ? 'None' : String(age))

/** What lists can be filtered by: of the library, of a series, a collection, a read list, or one of the libraries. */
export function wordRoutes({ words, series, lists }: Deps): AppRoute[] {
  /** The series that a request names; undefined for all. */
  const among = async ({ query }: AppRequest): Promise<readonly string[] | undefined> => {
    const [ofSeries, collections, libraries] = ['series_id', 'collection_id', 'library_id'].map((each) =>
      query.list(each),
    ) as [string[], string[], string[]]
    if (ofSeries.length > 0) return ofSeries
    if (collections.length > 0) return collections.flatMap((id) => lists.collection(id).series_ids)
    if (libraries.length === 0) return undefined
    const condition = { is: 'library', ids: libraries } as const
    return (await series.list({ condition, sorts: [], paging: { page: 0, size: 1, unpaged: true } })).content
  }
  const ofList = ({ query }: AppRequest): readonly string[] | undefined => {
    const [id] = query.list('readlist_id')
    return id === undefined ? undefined : lists.readList(id).issue_ids
  }
  const searched = <T>({ query }: AppRequest, all: readonly T[], textOf: (each: T) => string): readonly T[] => {
    const text = query.text('search')
    return text === undefined ? all : all.filter((each) => fold(textOf(each)).includes(fold(text)))
  }
  const itself = (word: string) => word
  const both = (name: string, read: (request: AppRequest) => Promise<readonly string[]>): AppRoute[] => [
    route('GET', `/api/v1/${name}`, async (request) => searched(request, await read(request), itself)),
    route('GET', `/api/v2/${name}`, async (request) =>
      pageJson(pageOf(searched(request, await read(request), itself), request.query.paging)),
    ),
  ]
  const tags = async (request: AppRequest): Promise<readonly string[]> => {
    const ids = ofList(request)
    if (ids !== undefined) return words.tagsOfSome(ids)
    const of = await among(request)
    const all = [...words.tagsOfSeries(of), ...(await words.tagsOfIssues(of))]
    return [...new Map(all.map((tag) => [fold(tag), tag])).values()].toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1))
  }
  const authors = async (request: AppRequest): Promise<readonly Author[]> => {
    const ids = ofList(request)
    const all = ids === undefined ? await words.authors(await among(request)) : words.authorsOfIssues(ids)
    const role = request.query.list('role').map((each) => each.toLowerCase())
    const inRole = role.length === 0 ? all : all.filter((author) => role.includes(author.role))
    return searched(request, inRole, ({ name }) => name)
  }
  const names = async (request: AppRequest) => [...new Set((await authors(request)).map(({ name }) => name))]
  const roles = async (request: AppRequest) => [...new Set((await authors(request)).map(({ role }) => role))].sort()
  const years = async (request: AppRequest) => words.years(await among(request))
  const ages = async (request: AppRequest) => words.ages(await among(request))
  return [
    ...both('genres', async (request) => words.genres(await among(request))),
    ...both('publishers', async (request) => words.publishers(await among(request))),
    ...both('languages', async (request) => words.languages(await among(request))),
    ...both('sharing-labels', async () => []),
    ...both('tags', tags),
    ...both('authors/names', names),
    ...both('authors/roles', roles),
    route('GET', '/api/v1/tags/series', async (request) => words.tagsOfSeries(await among(request))),
    route('GET', '/api/v1/tags/book', async (request) => {
      const ids = ofList(request)
      return ids === undefined ? words.tagsOfIssues(await among(request)) : words.tagsOfSome(ids)
    }),
    route('GET', '/api/v1/authors', authors),
    route('GET', '/api/v2/authors', async (request) => pageJson(pageOf(await authors(request), request.query.paging))),
    route('GET', '/api/v1/age-ratings', async (request) => (await ages(request)).map(ageText)),
    route('GET', '/api/v2/age-ratings', async (request) => {
      const known = (await ages(request)).filter((age) => age !== null)
      return pageJson(pageOf(known, request.query.paging))
    }),
    route('GET', '/api/v1/series/release-dates', years),
    route('GET', '/api/v2/series/release-years', async (request) =>
      pageJson(pageOf(await years(request), request.query.paging)),
    ),
  ]
}
