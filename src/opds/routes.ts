import { Elysia, t } from 'elysia'
import { ComicParams, Id, IssueParams } from '../http/wire'
import type { Files } from '../platform/ports'
import type { Covers } from '../reading/covers'
import type { Pages } from '../reading/pages'
import { pictureReply } from '../reading/pictures'
import { Refusal } from '../refusal'
import type { Feed } from './atom'
import { feedReply, fileReply, inXml, refusalXml, searchDescriptionReply } from './replies'
import type { Catalog } from './service'

interface Deps {
  catalog: Catalog
  covers: Covers
  pages: Pages
  files: Files
}

/** Text, not numbers: what an app fills in wrongly gets an answer in XML, or the first page. */
const word = t.Optional(t.String({ maxLength: 500 }))
const PageQuery = t.Object({ index: word })
const SearchQuery = t.Object({ index: word, q: word })
const VersionQuery = t.Object({ v: word })
const StreamQuery = t.Object({ v: word, page: word, width: word })
const PublisherParams = t.Object({ publisher: Id })
const FileParams = t.Object({ issue_id: Id, filename: t.String() })
const Answer = t.Unsafe<Response>(t.Any())

const THUMBNAIL = { type: 'jpeg', width: 300 } as const
const COVER = { type: 'jpeg', width: 600 } as const

/** OPDS 1.2 with the Page Streaming Extension. The gate has asked for the login. */
export const opdsRoutes = ({ catalog, covers, pages, files }: Deps) => {
  const feed = (request: Request, make: () => Feed) =>
    inXml(() => feedReply(request, make(), (path, tag, updated) => catalog.changedAt(path, tag, updated)))
  return new Elysia({ tags: ['opds'] })
    .onBeforeHandle(() =>
      catalog.isOpen ? undefined : refusalXml(404, 'The catalog is switched off in the settings.'),
    )
    .get('/opds', ({ request }) => feed(request, () => catalog.root()), { response: Answer })
    .get('/opds/recent', ({ request, query }) => feed(request, () => catalog.recent(row(query))), {
      query: PageQuery,
      response: Answer,
    })
    .get('/opds/titles', ({ request, query }) => feed(request, () => catalog.titles(row(query))), {
      query: PageQuery,
      response: Answer,
    })
    .get('/opds/comics', ({ request, query }) => feed(request, () => catalog.comics(row(query))), {
      query: PageQuery,
      response: Answer,
    })
    .get('/opds/manga', ({ request, query }) => feed(request, () => catalog.manga(row(query))), {
      query: PageQuery,
      response: Answer,
    })
    .get('/opds/publishers', ({ request, query }) => feed(request, () => catalog.publishers(row(query))), {
      query: PageQuery,
      response: Answer,
    })
    .get(
      '/opds/publishers/:publisher',
      ({ request, params, query }) => feed(request, () => catalog.publisher(params.publisher, row(query))),
      { params: PublisherParams, query: PageQuery, response: Answer },
    )
    .get(
      '/opds/comics/:comic_id',
      ({ request, params, query }) => feed(request, () => catalog.series(params.comic_id, row(query))),
      { params: ComicParams, query: PageQuery, response: Answer },
    )
    .get('/opds/search', ({ request, query }) => feed(request, () => catalog.search(query.q ?? '', row(query))), {
      query: SearchQuery,
      response: Answer,
    })
    .get('/opds/search.xml', ({ request }) => searchDescriptionReply(request), { response: Answer })
    .get(
      '/opds/issues/:issue_id',
      ({ request, params }) => inXml(async () => fileReply(request, await pages.source(params.issue_id), files)),
      { params: IssueParams, response: Answer },
    )
    .get(
      '/opds/issues/:issue_id/:filename',
      ({ request, params }) => inXml(async () => fileReply(request, await pages.source(params.issue_id), files)),
      { params: FileParams, response: Answer },
    )
    .get(
      '/opds/stream/:issue_id',
      ({ request, params, query }) =>
        inXml(async () => pictureReply(request, await pages.page(params.issue_id, pageIndex(query.page), wish(query)))),
      { params: IssueParams, query: StreamQuery, response: Answer },
    )
    .get(
      '/opds/cover/:issue_id',
      ({ request, params, query }) =>
        inXml(() => pictureReply(request, covers.ofIssue(params.issue_id, { ...COVER, version: query.v }))),
      { params: IssueParams, query: VersionQuery, response: Answer },
    )
    .get(
      '/opds/thumbnail/:issue_id',
      ({ request, params, query }) =>
        inXml(() => pictureReply(request, covers.ofIssue(params.issue_id, { ...THUMBNAIL, version: query.v }))),
      { params: IssueParams, query: VersionQuery, response: Answer },
    )
    .get('/opds/*', () => refusalXml(404, 'There is nothing at this address of the catalog.'), { response: Answer })
}

/** The row that a page begins with; what is no number is the first. */
function row({ index }: { index?: string }): number {
  return /^\d{1,9}$/.test(index ?? '') ? Number(index) : 0
}

function pageIndex(page = ''): number {
  if (/^\d{1,9}$/.test(page)) return Number(page)
  throw new Refusal('invalid', `The page has to be a number from 0, not "${page}".`)
}

/** A width that cannot be used is none: a page as it is reads better than an error. */
function wish({ width, v }: typeof StreamQuery.static) {
  const pixels = /^\d{1,6}$/.test(width ?? '') ? Number(width) : 0
  return { jpeg: true, version: v, ...(pixels > 0 ? { width: pixels } : {}) }
}
