import { Elysia } from 'elysia'
import { indexerPresets } from './presets'
import * as schema from './schema'
import type { IndexerSettings } from './settings'

/** The indexers in the settings. */
export const indexerRoutes = ({ indexerSettings }: { indexerSettings: IndexerSettings }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config/providers', () => indexerSettings.lists(), { response: schema.IndexerLists })
    .put('/api/config/providers', ({ body }) => indexerSettings.replace(body), {
      body: schema.IndexerListBody,
      response: schema.IndexerListSaved,
    })
    .get('/api/config/providers/presets', () => ({ presets: indexerPresets }), { response: schema.IndexerPresets })
    .post('/api/config/providers/test', ({ body }) => indexerSettings.test(body), {
      body: schema.IndexerTestBody,
      response: schema.IndexerTestReply,
    })
    .post('/api/config/providers/prowlarr', ({ body }) => indexerSettings.pull(body), {
      body: schema.ProwlarrPullBody,
      response: schema.ProwlarrPullReply,
    })
