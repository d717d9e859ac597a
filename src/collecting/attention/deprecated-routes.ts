import { Elysia, status } from 'elysia'
import type { Adapters } from './adapters'
import type { AttentionList } from './attention-list'
import * as schema from './schema'
import { actions } from './states'

/** A key may contain slashes, which no pattern of the router matches, so the published document names the paths. */
const ONE_KEY = actions.map((action) => `/api/downloads/needs-attention/:release_key/${action.replace('_', '-')}`)
const REFUSED = {
  400: schema.OneRefused,
  404: schema.OneRefused,
  409: schema.OneRefused,
  500: schema.OneRefused,
  503: schema.OneRefused,
}

/** Kept for existing tools; each reply names the route that replaces it. */
export const deprecatedRoutes = ({ adapters, attentionList }: { adapters: Adapters; attentionList: AttentionList }) =>
  new Elysia({ tags: ['attention'] })
    .onTransform(({ set, path }) => {
      const successor = path.startsWith('/api/activity/') ? '/api/attention' : '/api/attention/resolve'
      set.headers.deprecation = 'true'
      set.headers.link = `<${successor}>; rel="successor-version"`
    })
    .get('/api/activity/band', ({ query }) => attentionList.list(query), {
      query: schema.AttentionQuery,
      response: schema.Attention,
    })
    .post('/api/downloads/needs-attention/batch', ({ body }) => adapters.batch(body ?? {}), {
      body: schema.OldBatch,
      response: schema.ResolveReport,
    })
    .post(
      '/api/downloads/needs-attention/*',
      async ({ request, body }) => {
        const one = await adapters.one(request.url, body)
        return one.code === 200 ? status(200, one.body) : status(one.code, one.body)
      },
      {
        body: schema.OldSource,
        response: { 200: schema.OneResolved, ...REFUSED },
        detail: { paths: ONE_KEY } as object,
      },
    )
