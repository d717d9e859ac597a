import { Elysia } from 'elysia'
import { SuccessReply } from '../../../base/http/wire'
import type { Browse } from '../../series/browse'
import { LegacyIssueRow } from '../../series/issue-schema'
import { ComicRow } from '../../series/schema'
import type { SeriesCovers } from '../pictures/series-covers'
import * as schema from '../schema'
import type { SeriesRefresher } from '../sync/series-refresher'
import type { IssuePages } from './issue-page'
import type { MetadataEditor } from './metadata-editor'
import type { ProviderLinker } from './provider-linker'

interface Deps {
  browse: Browse
  editing: MetadataEditor
  linking: ProviderLinker
  issues: IssuePages
  refreshing: SeriesRefresher
  seriesCovers: SeriesCovers
}

/** Metadata of series and issues of the library: read, edited, linked, refreshed. */
export const metadataSeriesRoutes = ({ browse, editing, linking, issues, refreshing, seriesCovers }: Deps) =>
  new Elysia({ tags: ['metadata'] })
    .get('/api/series/issues/:issue_id', ({ params }) => issues.detail(params.issue_id), {
      params: schema.IssueParams,
      response: schema.IssueDetail,
    })
    .patch(
      '/api/series/issues/:issue_id',
      ({ params, body }) => {
        editing.editIssue(params.issue_id, body)
        return issues.detail(params.issue_id)
      },
      { params: schema.IssueParams, body: schema.IssueEdit, response: schema.IssueDetail },
    )
    .post('/api/series/issues/:issue_id/refresh', ({ params }) => issues.refresh(params.issue_id), {
      params: schema.IssueParams,
      response: SuccessReply,
    })
    .post('/api/series/:comic_id/refresh', ({ params }) => refreshing.refresh(params.comic_id), {
      params: schema.ComicParams,
      response: schema.RefreshBegun,
    })
    .get('/api/series/:comic_id/metadata', ({ params }) => editing.metadata(params.comic_id), {
      params: schema.ComicParams,
      response: schema.MetadataReply,
    })
    .patch('/api/series/:comic_id/metadata', ({ params, body }) => editing.editSeries(params.comic_id, body), {
      params: schema.ComicParams,
      body: schema.SeriesEdit,
      response: schema.MetadataReply,
    })
    .patch('/api/series/:comic_id/options', ({ params, body }) => editing.setOptions(params.comic_id, body), {
      params: schema.ComicParams,
      body: schema.MetadataOptions,
      response: SuccessReply,
    })
    .get('/api/series/:comic_id/candidates', ({ params }) => linking.candidates(params.comic_id), {
      params: schema.ComicParams,
      response: schema.LinkCandidates,
    })
    .put(
      '/api/series/:comic_id/sources/:provider',
      async ({ params, body }) => {
        await linking.link(params.comic_id, params.provider, body.provider_id)
        return editing.metadata(params.comic_id)
      },
      { params: schema.SourceParams, body: schema.LinkBody, response: schema.MetadataReply },
    )
    .delete(
      '/api/series/:comic_id/sources/:provider',
      ({ params }) => {
        linking.unlink(params.comic_id, params.provider)
        return editing.metadata(params.comic_id)
      },
      { params: schema.SourceParams, response: schema.MetadataReply },
    )
    .get('/api/series/:comic_id/covers', ({ params }) => seriesCovers.options(params.comic_id), {
      params: schema.ComicParams,
      response: schema.CoverOptions,
    })
    .put('/api/series/:comic_id/cover', ({ params, body }) => seriesCovers.choose(params.comic_id, body), {
      params: schema.ComicParams,
      body: schema.CoverBody,
      response: schema.CoverChosen,
    })
    .get('/api/metadata/comic/:comic_id', ({ params }) => browse.comic(params.comic_id)[0]!, {
      params: schema.ComicParams,
      response: ComicRow,
    })
    .get('/api/metadata/issue/:issue_id', ({ params }) => browse.anyIssue(params.issue_id), {
      params: schema.IssueParams,
      response: LegacyIssueRow,
    })
