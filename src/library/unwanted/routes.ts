import { Elysia, status } from 'elysia'
import { pageRange } from '../../base/http/paging'
import { RawReply, SuccessReply } from '../../base/http/wire'
import { pictureReply } from '../reading/pictures'
import * as schema from './schema'
import type { UnwantedPages } from './service'

/** Pages that are in several files, such as adverts. */
export const unwantedRoutes = ({ unwanted }: { unwanted: UnwantedPages }) =>
  new Elysia({ tags: ['pages'] })
    .get('/api/unwanted-pages', ({ query }) => unwanted.list(query.state, pageRange(query)), {
      query: schema.ListQuery,
      response: schema.PageList,
    })
    .get(
      '/api/unwanted-pages/:page_id/places',
      ({ params, query }) => unwanted.places(params.page_id, pageRange(query)),
      {
        params: schema.PageParams,
        query: schema.PlacesQuery,
        response: schema.PlaceList,
      },
    )
    .get(
      '/api/unwanted-pages/:page_id/picture',
      ({ params, request }) => pictureReply(request, unwanted.picture(params.page_id)),
      { params: schema.PageParams, response: RawReply(['image/jpeg']) },
    )
    .post('/api/unwanted-pages/preview', ({ body }) => unwanted.preview(body.page_ids), {
      body: schema.PreviewBody,
      response: schema.Preview,
    })
    .post('/api/unwanted-pages/hide', ({ body }) => status(202, unwanted.hide(body.page_ids, body.rule)), {
      body: schema.HideBody,
      response: { 202: schema.Started },
    })
    .post('/api/unwanted-pages/show', ({ body }) => status(202, unwanted.show(body.page_ids)), {
      body: schema.PagesBody,
      response: { 202: schema.Started },
    })
    .post(
      '/api/unwanted-pages/remove',
      async ({ body }) => status(202, await unwanted.remove(body.page_ids, body.rule)),
      {
        body: schema.HideBody,
        response: { 202: schema.Started },
      },
    )
    .post('/api/unwanted-pages/keep', ({ body }) => unwanted.keep(body.page_ids, body.keep), {
      body: schema.KeepBody,
      response: SuccessReply,
    })
    .post('/api/unwanted-pages/rule', ({ body }) => unwanted.setRule(body.page_ids, body.rule), {
      body: schema.RuleBody,
      response: SuccessReply,
    })
