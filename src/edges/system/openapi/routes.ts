import { Elysia, t } from 'elysia'
import type { RequestSite } from '../../../base/http/origin'
import { UncheckedReply } from '../../../base/http/wire'
import { type ApiRoute, openapi } from './document'

interface Deps {
  /** All routes; called after all are registered. */
  routes: () => readonly ApiRoute[]
  version: string
  siteFor: (request: Request) => RequestSite
}

export const openapiRoutes = ({ routes, version, siteFor }: Deps) => {
  // The last document: routes do not change, and all clients of a server use one or two addresses.
  let last = { server: '', text: '' }
  return new Elysia({ tags: ['system'] }).get(
    '/api/openapi.json',
    ({ request }) => {
      const { origin, root } = siteFor(request)
      const server = `${origin}${root}`
      if (last.server !== server) last = { server, text: JSON.stringify(openapi(routes(), { version, server })) }
      return new Response(last.text, { headers: { 'Content-Type': 'application/json' } })
    },
    { response: UncheckedReply(t.Record(t.String(), t.Unknown())) },
  )
}
