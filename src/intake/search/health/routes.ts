import { Elysia, t } from 'elysia'
import type { SearchHealth } from './health'
import * as schema from './schema'

/** Health of searching: indexers, and clients for releases. */
export const searchHealthRoutes = ({ health }: { health: SearchHealth }) =>
  new Elysia({ tags: ['search'] })
    .get('/api/search/providers', () => health.providers(), { response: t.Array(schema.IndexerStatistics) })
    .get('/api/search/health', () => health.read(), { response: schema.SearchHealthReply })
