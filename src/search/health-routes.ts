import { Elysia, t } from 'elysia'
import type { SearchHealth } from './health'
import * as schema from './health-schema'

/** How searching stands: who is asked, and where a release can go. */
export const searchHealthRoutes = ({ health }: { health: SearchHealth }) =>
  new Elysia({ tags: ['search'] })
    .get('/api/search/providers', () => health.providers(), { response: t.Array(schema.Statistics) })
    .get('/api/search/health', () => health.look(), { response: schema.Health })
