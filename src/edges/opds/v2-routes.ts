import { Elysia, t } from 'elysia'
import type { Device } from '../../base/auth/devices'
import { type BodyLimit, bodyText } from '../../base/http/bodies'
import { notFound } from '../../base/http/errors'
import { ComicParams, IssueParams } from '../../base/http/wire'
import { Refusal } from '../../base/refusal'
import { defaultList } from '../../collecting/readlist/store'
import type { Audience } from './audience'
import type { CatalogNames } from './catalog-names'
import { choiceOf } from './choices'
import type { PageDates } from './page-dates'
import type { Feed } from './records'
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
import { LOCATOR_TYPE, PROGRESSION_TYPE } from './v2-addresses'
import type { CatalogV2 } from './v2-catalog'
import type { Progression } from './v2-progression'
import { locatorJson, progressionJson, readLocator, readProgression } from './v2-progression-documents'
import * as replies from './v2-replies'

interface Deps {
  catalog: Catalog
  names: CatalogNames
  v2: CatalogV2
  progression: Progression
  dates: PageDates
  audienceOf: (request: Request) => Audience
  deviceOf: (request: Request) => Device | undefined
  bodyLimitOf: (request: Request) => BodyLimit
}

const WordsQuery = t.Object({ index: textField, query: textField })
const ofIssue = { params: IssueParams, response: ResponseSchema }
/** The form's own reader parses the body, with any content type. */
const written = { ...ofIssue, parse: 'none' } as const

const PROGRESSION = { type: PROGRESSION_TYPE, read: readProgression, write: progressionJson, unread: 200 } as const
const LOCATOR = { type: LOCATOR_TYPE, read: readLocator, write: locatorJson, unread: 204 } as const

/** OPDS 2.0 beside 1.2, and the reading progress of both. The gate has checked the login. */
export const opdsV2Routes = ({ catalog, names, v2, progression, dates, audienceOf, deviceOf, bodyLimitOf }: Deps) => {
  const writing = (request: Request) => ({ v2, dates, audience: audienceOf(request) })
  const feed = async (request: Request, made: Feed | Promise<Feed>) =>
    replies.v2FeedReply(request, await made, writing(request))
  const place = (request: Request, issueId: string, form: replies.ProgressFormat) =>
    replies.placeReply(request, progression.of(issueId), form, audienceOf(request))
  const put = (request: Request, issueId: string, form: replies.ProgressFormat) =>
    replies.putReply(() => bodyText(request, bodyLimitOf(request)), {
      progression,
      issueId,
      form,
      device: deviceOf(request),
      audience: audienceOf(request),
    })
  return new Elysia({ tags: ['opds'] })
    .onBeforeHandle(() => {
      if (!catalog.isOpen) throw new Refusal('missing', 'The catalog is disabled in the settings.')
    })
    .get('/opds/v2', ({ request }) => replies.rootReply(request, writing(request)), {
      response: ResponseSchema,
    })
    .get('/opds/v2/continue', ({ request, query }) => feed(request, catalog.continueReading(row(query))), page)
    .get('/opds/v2/ondeck', ({ request, query }) => feed(request, catalog.onDeck(row(query))), page)
    .get(
      '/opds/v2/readlist',
      ({ request, query }) => feed(request, catalog.readingList(defaultList(), row(query))),
      page,
    )
    .get(
      '/opds/v2/readlist/:list_id',
      ({ request, params, query }) => feed(request, catalog.readingList(params.list_id, row(query))),
      { params: CatalogListParams, ...page },
    )
    .get('/opds/v2/readlists', ({ request }) => feed(request, catalog.readingLists()), { response: ResponseSchema })
    .get('/opds/v2/storyarcs', ({ request }) => feed(request, catalog.storyArcs()), { response: ResponseSchema })
    .get(
      '/opds/v2/storyarcs/:arc_id',
      ({ request, params, query }) => feed(request, catalog.storyArc(params.arc_id, row(query))),
      { params: CatalogArcParams, ...page },
    )
    .get('/opds/v2/favourites', ({ request, query }) => feed(request, catalog.favourites(row(query))), page)
    .get('/opds/v2/collections', ({ request }) => feed(request, catalog.collections()), { response: ResponseSchema })
    .get(
      '/opds/v2/collections/:collection_id',
      ({ request, params, query }) => feed(request, catalog.collection(params.collection_id, row(query))),
      { params: CatalogCollectionParams, ...page },
    )
    .get('/opds/v2/recent', ({ request, query }) => feed(request, catalog.recent(row(query))), page)
    .get('/opds/v2/week', ({ request, query }) => feed(request, catalog.thisWeek(row(query))), page)
    .get('/opds/v2/titles', ({ request, query }) => feed(request, catalog.titles(row(query))), page)
    .get('/opds/v2/comics', ({ request, query }) => feed(request, catalog.comics(row(query))), page)
    .get('/opds/v2/manga', ({ request, query }) => feed(request, catalog.manga(row(query))), page)
    .get('/opds/v2/all', ({ request, query }) => feed(request, catalog.everything(row(query))), page)
    .get('/opds/v2/publishers', ({ request, query }) => feed(request, catalog.publishers(row(query))), page)
    .get(
      '/opds/v2/publishers/:publisher',
      ({ request, params, query }) => feed(request, catalog.publisher(params.publisher, row(query))),
      { params: PublisherParams, ...page },
    )
    .get('/opds/v2/names', ({ request }) => feed(request, names.kinds()), { response: ResponseSchema })
    .get(
      '/opds/v2/names/:folder',
      ({ request, params, query }) => feed(request, names.names(params.folder, row(query))),
      { params: CatalogKindParams, ...page },
    )
    .get(
      '/opds/v2/names/:folder/:name',
      ({ request, params, query }) => feed(request, names.issues(params.folder, params.name, query, row(query))),
      { params: CatalogNameParams, query: CatalogNameQuery, response: ResponseSchema },
    )
    .get('/opds/v2/browse', ({ request }) => feed(request, catalog.browse()), { response: ResponseSchema })
    .get('/opds/v2/browse/:group', ({ request, params }) => feed(request, catalog.folder(params.group)), {
      params: FacetParams,
      response: ResponseSchema,
    })
    .get('/opds/v2/books', ({ request, query }) => feed(request, catalog.issues(choiceOf(query), row(query))), {
      query: ChoiceQuery,
      response: ResponseSchema,
    })
    .get(
      '/opds/v2/comics/:comic_id',
      ({ request, params, query }) => feed(request, catalog.series(params.comic_id, choiceOf(query), row(query))),
      { params: ComicParams, query: ChoiceQuery, response: ResponseSchema },
    )
    .get(
      '/opds/v2/comics/:comic_id/all',
      ({ request, params }) => replies.seriesBundleReply(request, v2.whole(params.comic_id), audienceOf(request)),
      { params: ComicParams, response: ResponseSchema },
    )
    .get('/opds/v2/search', ({ request, query }) => feed(request, catalog.search(query.query ?? '', row(query))), {
      query: WordsQuery,
      response: ResponseSchema,
    })
    .get(
      '/opds/v2/issues/:issue_id',
      async ({ request, params }) =>
        replies.manifestReply(request, await catalog.openedPublication(params.issue_id), writing(request)),
      ofIssue,
    )
    .get(
      '/opds/v2/issues/:issue_id/progression',
      ({ request, params }) => place(request, params.issue_id, PROGRESSION),
      ofIssue,
    )
    .put(
      '/opds/v2/issues/:issue_id/progression',
      ({ request, params }) => put(request, params.issue_id, PROGRESSION),
      written,
    )
    .get(
      '/opds/v2/issues/:issue_id/locator',
      ({ request, params }) => place(request, params.issue_id, LOCATOR),
      ofIssue,
    )
    .put('/opds/v2/issues/:issue_id/locator', ({ request, params }) => put(request, params.issue_id, LOCATOR), written)
    .get('/opds/v2/*', () => notFound(), { response: ResponseSchema })
}
