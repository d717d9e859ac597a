import { Elysia, t } from 'elysia'
import { SuccessReply } from '../../base/http/wire'
import { Refusal } from '../../base/refusal'
import { attachment } from '../../library/reading/download-name'
import type { ListImporter } from './list-importer'
import type { ListSources } from './list-sources'
import type { ArcLoader } from './loader'
import type { ArcOffers } from './offers'
import * as schema from './schema'
import type { StoryArcs } from './service'

interface Deps {
  arcs: StoryArcs
  arcOffers: ArcOffers
  arcLists: ListImporter
  arcLoading: ArcLoader
  arcSources: ListSources
}

/** The routes that existing tools use, and our own for lists, orders and the review. */
export const arcRoutes = ({ arcs, arcOffers, arcLists, arcLoading, arcSources }: Deps) =>
  new Elysia({ tags: ['storyarcs'] })
    .get('/api/storyarcs', ({ query }) => arcs.list(query), { query: schema.ArcsQuery, response: schema.Arcs })
    .post('/api/storyarcs', ({ body }) => newArc(body, { arcs, arcLoading }), {
      body: schema.NewArcBody,
      response: schema.NewArcReply,
    })
    .post('/api/storyarcs/import', ({ body }) => arcLists.importText(body.document, body.file_name), {
      body: schema.ImportBody,
      response: schema.ImportReply,
    })
    .post('/api/storyarcs/import-address', ({ body }) => arcSources.importAddress(body.address), {
      body: schema.AddressBody,
      response: schema.ImportReply,
    })
    .post('/api/storyarcs/import-folder', ({ body }) => arcSources.importFolder(body.folder), {
      body: schema.FolderBody,
      response: schema.FolderReply,
    })
    .get('/api/storyarcs/offers', () => arcOffers.list(), { response: schema.ArcOffers })
    .post('/api/storyarcs/offers/accept', ({ body }) => arcOffers.accept(body.name), {
      body: schema.ArcOfferBody,
      response: schema.NewArcReply,
    })
    .put('/api/storyarcs/offers/dismissed', ({ body }) => arcOffers.dismiss(body.name, body.dismissed), {
      body: schema.ArcOfferChoice,
      response: SuccessReply,
    })
    .get('/api/storyarcs/:arc_id', ({ params }) => arcs.detail(params.arc_id), {
      params: schema.StoryArcParams,
      response: schema.ArcDetailReply,
    })
    .patch('/api/storyarcs/:arc_id', ({ params, body }) => arcs.rename(params.arc_id, body.name), {
      params: schema.StoryArcParams,
      body: schema.RenameArcBody,
      response: SuccessReply,
    })
    .delete('/api/storyarcs/:arc_id', ({ params }) => arcs.remove(params.arc_id), {
      params: schema.StoryArcParams,
      response: SuccessReply,
    })
    .get('/api/storyarcs/:arc_id/export', ({ params }) => cblFile(arcLists.exported(params.arc_id)), {
      params: schema.StoryArcParams,
      response: schema.ArcFileReply,
    })
    .post('/api/storyarcs/:arc_id/want-all', ({ params }) => arcs.wantAll(params.arc_id), {
      params: schema.StoryArcParams,
      response: schema.WantAllReply,
    })
    .post('/api/storyarcs/:arc_id/refresh', ({ params }) => arcs.refresh(params.arc_id), {
      params: schema.StoryArcParams,
      response: schema.ArcMessageReply,
    })
    .put('/api/storyarcs/:arc_id/order', ({ params, body }) => arcs.order(params.arc_id, body.issue_arc_ids), {
      params: schema.StoryArcParams,
      body: schema.ArcOrderBody,
      response: SuccessReply,
    })
    .post('/api/storyarcs/:arc_id/order/undo', ({ params }) => arcs.undoOrder(params.arc_id), {
      params: schema.StoryArcParams,
      response: SuccessReply,
    })
    .post('/api/storyarcs/:arc_id/issues', ({ params, body }) => arcs.addIssues(params.arc_id, body.issue_ids), {
      params: schema.StoryArcParams,
      body: schema.ArcIssuesBody,
      response: schema.ArcMessageReply,
    })
    .post(
      '/api/storyarcs/:arc_id/issues/restore',
      ({ params, body }) => arcs.restoreIssues(params.arc_id, body?.issue_arc_ids),
      { params: schema.StoryArcParams, body: t.Optional(schema.RestoreIssuesBody), response: schema.ArcMessageReply },
    )
    .post(
      '/api/storyarcs/:arc_id/issues/remove',
      ({ params, body }) => arcs.removeIssues(params.arc_id, body.issue_arc_ids),
      { params: schema.StoryArcParams, body: schema.RemoveIssuesBody, response: SuccessReply },
    )
    .put(
      '/api/storyarcs/:arc_id/issues/:issue_arc_id/status',
      ({ params, body }) => arcs.setStatus(params.arc_id, params.issue_arc_id, body.status),
      { params: schema.ArcIssueParams, body: schema.StatusBody, response: SuccessReply },
    )
    .put(
      '/api/storyarcs/:arc_id/issues/:issue_arc_id/match',
      ({ params, body }) => arcs.match(params.arc_id, params.issue_arc_id, body.issue_id),
      { params: schema.ArcIssueParams, body: schema.MatchBody, response: SuccessReply },
    )
    .delete(
      '/api/storyarcs/:arc_id/issues/:issue_arc_id',
      ({ params }) => arcs.removeIssue(params.arc_id, params.issue_arc_id),
      { params: schema.ArcIssueParams, response: SuccessReply },
    )
    .post(
      '/api/storyarcs/:arc_id/rules',
      ({ params, body }) => arcs.useSeries(params.arc_id, body.issue_arc_id, body.comic_id),
      { params: schema.StoryArcParams, body: schema.RuleBody, response: schema.RuleReply },
    )

/** Adds an arc from a provider search, or one of the user's own. */
function newArc(body: schema.NewArcBody, { arcs, arcLoading }: Pick<Deps, 'arcs' | 'arcLoading'>) {
  const arcId = body.arcid ?? body.cvarcid
  if (arcId != null) return arcLoading.add(String(arcId))
  if (body.name !== undefined) return arcs.make(body.name, body.issue_ids)
  throw new Refusal('invalid', 'arcid or name is required: arcid adds an arc from a search, name creates your own.')
}

function cblFile({ name, document }: { name: string; document: string }): Response {
  return new Response(document, {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Content-Disposition': attachment(`${name}.cbl`),
    },
  })
}
