import { Elysia, t } from 'elysia'
import { ComicParams, Id, IssueParams } from '../../base/http/wire'
import type { Files, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import { defaultList } from '../../collecting/readlist/store'
import type { Covers } from '../../library/reading/covers'
import { fileReply } from '../../library/reading/file-reply'
import type { PageStreamListener } from '../../library/reading/page-stream'
import type { Pages } from '../../library/reading/pages'
import { pictureReply } from '../../library/reading/pictures'
import { wholeReply } from '../../library/reading/whole-reply'
import type { WholeSeries } from '../../library/reading/whole-series'
import { type Audience, mediaType } from './audience'
import type { CatalogNames } from './catalog-names'
import { choiceOf } from './choices'
import type { OneOffs } from './one-offs'
import type { PageDates } from './page-dates'
import type { Feed } from './records'
import * as replies from './replies'
import {
  CatalogArcParams,
  CatalogCollectionParams,
  CatalogKindParams,
  CatalogListParams,
  CatalogNameParams,
  CatalogNameQuery,
  ChoiceQuery,
  FacetParams,
  PublisherParams,
  page,
  ResponseSchema,
  row,
  textField,
} from './schema'
import type { Catalog } from './service'
import type { CatalogV2 } from './v2-catalog'
import { rootReply, takesJsonAlone } from './v2-replies'

interface Deps {
  catalog: Catalog
  names: CatalogNames
  v2: CatalogV2
  oneOffs: OneOffs
  dates: PageDates
  covers: Covers
  pages: Pages
  whole: WholeSeries
  files: Files
  audienceOf: (request: Request) => Audience
  onPageRequested: PageStreamListener
  /** Called for each issue whose file was sent. */
  onFileSent: (issueId: string) => void
  keepOpen: (request: Request) => void
  log: Log
}

const SearchQuery = t.Object({ index: textField, q: textField })
const PictureQuery = t.Object({ v: textField, s: textField })
const StreamQuery = t.Object({ v: textField, page: textField, width: textField })
const OneOffParams = t.Object({ filename: t.String() })
const FileParams = t.Object({ issue_id: Id, filename: t.String() })

const THUMBNAIL = { type: 'jpeg', width: 300 } as const
const COVER = { type: 'jpeg', width: 600 } as const

/** OPDS 1.2 with the Page Streaming Extension. The gate has checked the login. */
export const opdsRoutes = ({
  catalog,
  names,
  v2,
  oneOffs,
  dates,
  covers,
  pages,
  whole,
  files,
  audienceOf,
  onPageRequested,
  onFileSent,
  keepOpen,
  log,
}: Deps) => {
  const { inXml } = replies
  const feed = (request: Request, make: () => Feed | Promise<Feed>) =>
    inXml(async () => replies.feedReply(request, await make(), audienceOf(request), dates))
  const file = (request: Request, issueId: string) =>
    inXml(async () => {
      const source = await pages.source(issueId)
      const reply = fileReply(request, source, files, mediaType(source.file.format, audienceOf(request).comics))
      onFileSent(issueId)
      return reply
    })
  return new Elysia({ tags: ['opds'] })
    .onBeforeHandle(() =>
      catalog.isOpen ? undefined : replies.refusalXml(404, 'The catalog is disabled in the settings.'),
    )
    .get(
      '/opds',
      ({ request }) =>
        takesJsonAlone(request)
          ? rootReply(request, { v2, dates, audience: audienceOf(request) })
          : feed(request, async () => catalog.root((await oneOffs.all()).length)),
      { response: ResponseSchema },
    )
    .get('/opds/continue', ({ request, query }) => feed(request, () => catalog.continueReading(row(query))), page)
    .get('/opds/ondeck', ({ request, query }) => feed(request, () => catalog.onDeck(row(query))), page)
    .get(
      '/opds/readlist',
      ({ request, query }) => feed(request, () => catalog.readingList(defaultList(), row(query))),
      page,
    )
    .get(
      '/opds/readlist/:list_id',
      ({ request, params, query }) => feed(request, () => catalog.readingList(params.list_id, row(query))),
      { params: CatalogListParams, ...page },
    )
    .get('/opds/readlists', ({ request }) => feed(request, () => catalog.readingLists()), { response: ResponseSchema })
    .get('/opds/storyarcs', ({ request }) => feed(request, () => catalog.storyArcs()), { response: ResponseSchema })
    .get(
      '/opds/storyarcs/:arc_id',
      ({ request, params, query }) => feed(request, () => catalog.storyArc(params.arc_id, row(query))),
      { params: CatalogArcParams, ...page },
    )
    .get('/opds/favourites', ({ request, query }) => feed(request, () => catalog.favourites(row(query))), page)
    .get('/opds/collections', ({ request }) => feed(request, () => catalog.collections()), { response: ResponseSchema })
    .get(
      '/opds/collections/:collection_id',
      ({ request, params, query }) => feed(request, () => catalog.collection(params.collection_id, row(query))),
      { params: CatalogCollectionParams, ...page },
    )
    .get(
      '/opds/oneoffs',
      ({ request, query }) => feed(request, async () => catalog.oneOffs(await oneOffs.all(), row(query))),
      page,
    )
    .get(
      '/opds/oneoffs/:filename',
      ({ request, params }) =>
        inXml(async () => {
          const { path, format, size, modifiedMs } = await oneOffs.named(params.filename)
          const source = { file: { path, format }, path, modifiedMs, version: `${size} ${modifiedMs}` }
          return fileReply(request, source, files, mediaType(format, audienceOf(request).comics))
        }),
      { params: OneOffParams, response: ResponseSchema },
    )
    .get('/opds/recent', ({ request, query }) => feed(request, () => catalog.recent(row(query))), page)
    .get('/opds/week', ({ request, query }) => feed(request, () => catalog.thisWeek(row(query))), page)
    .get('/opds/titles', ({ request, query }) => feed(request, () => catalog.titles(row(query))), page)
    .get('/opds/comics', ({ request, query }) => feed(request, () => catalog.comics(row(query))), page)
    .get('/opds/manga', ({ request, query }) => feed(request, () => catalog.manga(row(query))), page)
    .get('/opds/all', ({ request, query }) => feed(request, () => catalog.everything(row(query))), page)
    .get('/opds/publishers', ({ request, query }) => feed(request, () => catalog.publishers(row(query))), page)
    .get(
      '/opds/publishers/:publisher',
      ({ request, params, query }) => feed(request, () => catalog.publisher(params.publisher, row(query))),
      { params: PublisherParams, ...page },
    )
    .get('/opds/names', ({ request }) => feed(request, () => names.kinds()), { response: ResponseSchema })
    .get(
      '/opds/names/:folder',
      ({ request, params, query }) => feed(request, () => names.names(params.folder, row(query))),
      { params: CatalogKindParams, ...page },
    )
    .get(
      '/opds/names/:folder/:name',
      ({ request, params, query }) => feed(request, () => names.issues(params.folder, params.name, query, row(query))),
      { params: CatalogNameParams, query: CatalogNameQuery, response: ResponseSchema },
    )
    .get('/opds/browse', ({ request }) => feed(request, () => catalog.browse()), { response: ResponseSchema })
    .get('/opds/browse/:group', ({ request, params }) => feed(request, () => catalog.folder(params.group)), {
      params: FacetParams,
      response: ResponseSchema,
    })
    .get('/opds/books', ({ request, query }) => feed(request, () => catalog.issues(choiceOf(query), row(query))), {
      query: ChoiceQuery,
      response: ResponseSchema,
    })
    .get(
      '/opds/comics/:comic_id',
      ({ request, params, query }) => feed(request, () => catalog.series(params.comic_id, choiceOf(query), row(query))),
      { params: ComicParams, query: ChoiceQuery, response: ResponseSchema },
    )
    .get(
      '/opds/comics/:comic_id/all.zip',
      ({ request, params }) => {
        keepOpen(request)
        return inXml(async () => wholeReply(request, await whole.of(params.comic_id)))
      },
      { params: ComicParams, response: ResponseSchema },
    )
    .get(
      '/opds/entries/:issue_id',
      ({ request, params }) =>
        inXml(async () =>
          replies.entryReply(request, await catalog.openedPublication(params.issue_id), audienceOf(request)),
        ),
      { params: IssueParams, response: ResponseSchema },
    )
    .get('/opds/search', ({ request, query }) => feed(request, () => catalog.search(query.q ?? '', row(query))), {
      query: SearchQuery,
      response: ResponseSchema,
    })
    .get('/opds/search.xml', ({ request }) => replies.searchDescriptionReply(request, audienceOf(request)), {
      response: ResponseSchema,
    })
    .get('/opds/auth', ({ request }) => replies.loginReply(request, audienceOf(request)), { response: ResponseSchema })
    .get('/opds/issues/:issue_id', ({ request, params }) => file(request, params.issue_id), {
      params: IssueParams,
      response: ResponseSchema,
    })
    .get('/opds/issues/:issue_id/:filename', ({ request, params }) => file(request, params.issue_id), {
      params: FileParams,
      response: ResponseSchema,
    })
    .get(
      '/opds/stream/:issue_id',
      ({ request, params, query }) =>
        inXml(async () => {
          const { issue_id } = params
          const page = pageIndex(query.page)
          const offer = await pages.page(issue_id, page, pageRequest(query))
          // Before the page is made: pages that were requested together are made one after the other.
          onPageRequested(request, issue_id, page)
          const plain = replies.plainPicture(offer, (kind) =>
            log.warn('opds', 'page cannot be shown', { issue_id, page, kind }),
          )
          return pictureReply(request, plain)
        }),
      { params: IssueParams, query: StreamQuery, response: ResponseSchema },
    )
    .get(
      '/opds/cover/:issue_id',
      ({ request, params, query }) =>
        inXml(() => pictureReply(request, covers.ofIssue(params.issue_id, { ...COVER, version: query.v }))),
      { params: IssueParams, query: PictureQuery, response: ResponseSchema },
    )
    .get(
      '/opds/thumbnail/:issue_id',
      ({ request, params, query }) =>
        inXml(() => pictureReply(request, covers.ofIssue(params.issue_id, { ...THUMBNAIL, version: query.v }))),
      { params: IssueParams, query: PictureQuery, response: ResponseSchema },
    )
    .get('/opds/*', () => replies.refusalXml(404, 'There is nothing at this address of the catalog.'), {
      response: ResponseSchema,
    })
}

function pageIndex(page = ''): number {
  if (/^\d{1,9}$/.test(page)) return Number(page)
  throw new Refusal('invalid', `The page has to be a number from 0, not "${page}".`)
}

/** An invalid width is ignored: the original page is better than an error. */
function pageRequest({ width, v }: typeof StreamQuery.static) {
  const pixels = /^\d{1,6}$/.test(width ?? '') ? Number(width) : 0
  return { jpeg: true, version: v, ...(pixels > 0 ? { width: pixels } : {}) }
}
