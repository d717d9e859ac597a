import { Elysia, t } from 'elysia'
import { ComicParams, IssueParams, SuccessReply, UncheckedReply } from '../../base/http/wire'
import type { Browse } from './browse'
import * as issueSchema from './issue-schema'
import * as schema from './schema'
import type { SeriesLibrary } from './service'

/** Rows of each kind in a quick search. */
const FINDS = 8

interface Deps {
  browse: Browse
  library: SeriesLibrary
  /** Starts a search for an issue that is now wanted; returns the run, or null when there is nothing to search. */
  searchFor: (issueId: string) => string | null
  searchForAll: (issueIds: string[]) => string | null
}

/** Fixed words in place of an id come first. */
export const seriesRoutes = ({ browse, library, searchFor, searchForAll }: Deps) =>
  new Elysia({ tags: ['series'] })
    .get('/api/series', ({ query }) => browse.series(query), {
      query: schema.SeriesListQuery,
      response: UncheckedReply(t.Union([t.Array(schema.SeriesListItem), schema.SeriesListPage])),
    })
    .get('/api/series/find', ({ query }) => browse.find(query.q, query.limit ?? FINDS), {
      query: schema.FindQuery,
      response: schema.LibraryFinds,
    })
    .get('/api/series/letters', ({ query }) => browse.letters(query), {
      query: schema.LettersQuery,
      response: schema.Letters,
    })
    .get('/api/series/facets', () => browse.facets(), { response: schema.FacetsReply })
    .post('/api/series/bulk-delete', ({ body }) => library.removeAll(body.ids), {
      body: schema.SeriesIdsBody,
      response: schema.BulkRemoved,
    })
    .post('/api/series/bulk-pause', ({ body }) => library.setStatusOfAll(body.ids, 'paused'), {
      body: schema.SeriesIdsBody,
      response: schema.CountReply,
    })
    .post('/api/series/bulk-resume', ({ body }) => library.setStatusOfAll(body.ids, 'active'), {
      body: schema.SeriesIdsBody,
      response: schema.CountReply,
    })
    .put(
      '/api/series/issues/:issue_id/queue',
      ({ params }) => ({ ...library.setIntent(params.issue_id, 'wanted'), run_id: searchFor(params.issue_id) }),
      { params: IssueParams, response: schema.QueuedReply },
    )
    .put('/api/series/issues/:issue_id/unqueue', ({ params }) => library.setIntent(params.issue_id, 'skipped'), {
      params: IssueParams,
      response: SuccessReply,
    })
    .put(
      '/api/series/issues/:issue_id/status',
      ({ params, body }) => library.setIssueStatus(params.issue_id, body.status),
      { params: IssueParams, body: schema.IssueStatus, response: schema.IntentSet },
    )
    .get('/api/series/:comic_id', ({ params }) => browse.detail(params.comic_id), {
      params: ComicParams,
      response: UncheckedReply(schema.SeriesDetail),
    })
    .delete('/api/series/:comic_id', ({ params, query }) => library.remove(params.comic_id, query.directory ?? false), {
      params: ComicParams,
      query: schema.DeleteQuery,
      response: schema.RemoveReply,
    })
    .patch('/api/series/:comic_id/search-settings', ({ params, body }) => library.setSearch(params.comic_id, body), {
      params: ComicParams,
      body: schema.SearchSettings,
      response: schema.SearchSettingsReply,
    })
    .patch(
      '/api/series/:comic_id/content-kind',
      ({ params, body }) => library.setContentType(params.comic_id, body.content_type),
      { params: ComicParams, body: schema.ContentKind, response: schema.KindSet },
    )
    .post(
      '/api/series/:comic_id/gaps',
      ({ params }) => {
        const { numbers, issueIds } = library.wantGaps(params.comic_id)
        return { success: true as const, numbers, run_id: issueIds.length > 0 ? searchForAll(issueIds) : null }
      },
      { params: ComicParams, response: schema.GapsWanted },
    )
    .put('/api/series/:comic_id/pause', ({ params }) => library.setStatus(params.comic_id, 'paused'), {
      params: ComicParams,
      response: SuccessReply,
    })
    .put('/api/series/:comic_id/resume', ({ params }) => library.setStatus(params.comic_id, 'active'), {
      params: ComicParams,
      response: SuccessReply,
    })
    .put('/api/series/issues/:issue_id/keep-file', ({ params, body }) => library.keepFile(params.issue_id, body.keep), {
      params: IssueParams,
      body: issueSchema.KeepFile,
      response: SuccessReply,
    })
    .get('/api/wanted', ({ query }) => browse.wanted(query), {
      query: issueSchema.WantedQuery,
      response: issueSchema.WantedReply,
    })

/** The five routes that the API key opens. */
export const browseRoutes = ({ browse }: Pick<Deps, 'browse'>) =>
  new Elysia({ tags: ['series'] })
    .get('/api/watchlist', () => browse.watchlist(), { response: UncheckedReply(t.Array(schema.WatchRow)) })
    .get('/api/comics', () => browse.comics(), { response: UncheckedReply(t.Array(schema.ComicRow)) })
    .get('/api/comic/:comic_id', ({ params }) => browse.comic(params.comic_id), {
      params: ComicParams,
      response: UncheckedReply(t.Array(schema.ComicRow)),
    })
    .get('/api/comic/:comic_id/issues', ({ params }) => browse.issues(params.comic_id), {
      params: ComicParams,
      response: UncheckedReply(t.Array(issueSchema.LegacyIssueRow)),
    })
    .get('/api/comic/:comic_id/issue/:issue_id', ({ params }) => browse.issue(params.comic_id, params.issue_id), {
      params: schema.OneIssue,
      response: UncheckedReply(t.Array(issueSchema.LegacyIssueRow)),
    })
