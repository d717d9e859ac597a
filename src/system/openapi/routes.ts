import { Elysia, t } from 'elysia'
import type { Site } from '../../http/origin'
import { openapi, type Route } from './document'

interface Deps {
  /** All routes; called when all are registered. */
  routes: () => readonly Route[]
  version: string
  siteFor: (request: Request) => Site
}

export const openapiRoutes = ({ routes, version, siteFor }: Deps) =>
  new Elysia({ tags: ['system'] }).get(
    '/api/openapi.json',
    ({ request }) => {
      const { origin, root } = siteFor(request)
      return openapi(routes(), { version, server: `${origin}${root}` })
    },
    { response: t.Record(t.String(), t.Unknown()) },
  )
