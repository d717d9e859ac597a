import { Elysia } from 'elysia'
import { ComicParams, IssueParams, SuccessReply } from '../../base/http/wire'
import type { KeptIssues } from './kept'
import type { PageLayouts } from './page-layouts'
import type { PageSizes } from './page-sizes'
import type { IssueReader } from './reader'
import * as schema from './schema'
import type { StatisticsReader } from './statistics'

interface Services {
  reader: IssueReader
  kept: KeptIssues
  sizes: PageSizes
  layouts: PageLayouts
  statistics: StatisticsReader
}

/** The API of the reader page; single pages are pictures, in `routes.ts`. */
export const readerRoutes = ({ reader, kept, sizes, layouts, statistics }: Services) =>
  new Elysia({ tags: ['reading'] })
    .get('/api/reading/continue', ({ query }) => reader.continue(query.limit, query.state), {
      query: schema.ContinueQuery,
      response: schema.Continue,
    })
    .get('/api/reading/recent', ({ query }) => reader.recent(query.limit), {
      query: schema.RecentQuery,
      response: schema.RecentReply,
    })
    .get('/api/reading/added', ({ query }) => reader.added(query.limit), {
      query: schema.RecentQuery,
      response: schema.AddedReply,
    })
    .get('/api/reading/statistics', ({ query }) => statistics.of(query), {
      query: schema.StatisticsQuery,
      response: schema.ReadingStatistics,
    })
    .post('/api/reading/mark', ({ body }) => reader.mark(body), { body: schema.MarkBody, response: schema.MarkReply })
    .post('/api/reading/kept', ({ body }) => kept.check(body.issue_ids), {
      body: schema.KeptBody,
      response: schema.KeptReply,
    })
    .get('/api/reading/series/:comic_id', ({ params }) => reader.series(params.comic_id), {
      params: ComicParams,
      response: schema.SeriesReading,
    })
    .patch('/api/reading/series/:comic_id/view', ({ params, body }) => reader.setView(params.comic_id, body), {
      params: ComicParams,
      body: schema.ViewBody,
      response: schema.ViewReply,
    })
    .delete('/api/reading/series/:comic_id/view', ({ params }) => reader.resetView(params.comic_id), {
      params: ComicParams,
      response: schema.ViewReply,
    })
    .get('/api/reading/issues/:issue_id', ({ params, query }) => reader.issue(params.issue_id, query.list), {
      params: IssueParams,
      query: schema.ReadQuery,
      response: schema.ReadIssue,
    })
    .get('/api/reading/issues/:issue_id/sizes', async ({ params }) => ({ pages: await sizes.of(params.issue_id) }), {
      params: IssueParams,
      response: schema.Sizes,
    })
    .get('/api/reading/issues/:issue_id/layouts/:page', ({ params }) => layouts.of(params.issue_id, params.page), {
      params: schema.PageParams,
      response: schema.PageLayoutReply,
    })
    .put('/api/reading/issues/:issue_id/progress', ({ params, body }) => reader.setProgress(params.issue_id, body), {
      params: IssueParams,
      body: schema.ProgressBody,
      response: schema.ReadingProgressReply,
    })
    .delete('/api/reading/issues/:issue_id/progress', ({ params }) => reader.forget(params.issue_id), {
      params: IssueParams,
      response: SuccessReply,
    })
    .put(
      '/api/reading/issues/:issue_id/bookmarks/:page',
      ({ params, body }) => reader.setBookmark(params.issue_id, params.page, body),
      { params: schema.PageParams, body: schema.NoteBody, response: schema.Bookmarks },
    )
    .delete(
      '/api/reading/issues/:issue_id/bookmarks/:page',
      ({ params, query }) => reader.removeBookmark(params.issue_id, params.page, query),
      { params: schema.PageParams, query: schema.RemovalQuery, response: schema.Bookmarks },
    )
