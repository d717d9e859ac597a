import { Elysia } from 'elysia'
import { ComicParams, IssueParams } from '../../../base/http/wire'
import type { Feeds } from './feed-pass'
import type { SearchPreviews } from './previews'
import * as schema from './schema'
import type { SearchRuns } from './service'

interface Deps {
  runs: SearchRuns
  previews: SearchPreviews
  feeds: Feeds
  /** The browser session of the request. */
  sidOf: (request: Request) => string
}

/** Background searches and their results. */
export const searchRunRoutes = ({ runs, previews, feeds, sidOf }: Deps) =>
  new Elysia({ tags: ['search'] })
    .post('/api/search/force', () => runs.force(), { response: schema.ForceBody })
    .post('/api/search/rss/force', () => feeds.force(), { response: schema.SearchMessage })
    .get('/api/search/runs', ({ query }) => runs.list(query), { query: schema.RunsQuery, response: schema.Runs })
    .get('/api/search/runs/:run_id', ({ params, query }) => runs.detail(params.run_id, query), {
      params: schema.SearchRunParams,
      query: schema.RunQuery,
      response: schema.RunDetail,
    })
    .post('/api/search/runs/:run_id/retry', ({ params }) => runs.retry(params.run_id), {
      params: schema.SearchRunParams,
      response: schema.RetryReply,
    })
    .post('/api/search/runs/:run_id/cancel', ({ params }) => runs.cancel(params.run_id), {
      params: schema.SearchRunParams,
      response: schema.SearchCancelled,
    })
    .get('/api/search/last/:issue_id', ({ params }) => runs.last(params.issue_id), {
      params: IssueParams,
      response: schema.LastSearch,
    })
    .get(
      '/api/series/:comic_id/search-missing/preview',
      ({ params, request }) => previews.series(params.comic_id, sidOf(request)),
      { params: ComicParams, response: schema.SearchPreviewView },
    )
    .post(
      '/api/series/:comic_id/search-missing',
      ({ params, body, request }) => previews.beginSeries(params.comic_id, sidOf(request), body ?? {}),
      { params: ComicParams, body: schema.PreviewConfirmBody, response: schema.MissingBegun },
    )
    .get(
      '/api/series/issues/:issue_id/search-preview',
      ({ params, request }) => previews.issue(params.issue_id, sidOf(request)),
      { params: IssueParams, response: schema.IssuePreview },
    )
    .post(
      '/api/series/issues/:issue_id/search',
      ({ params, body, request }) => previews.beginIssue(params.issue_id, sidOf(request), body ?? {}),
      { params: IssueParams, body: schema.IssueConfirmed, response: schema.IssueBegun },
    )
