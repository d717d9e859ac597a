import { Elysia } from 'elysia'
import { presets } from './presets'
import * as schema from './schema'
import type { IndexerSettings } from './settings'

/** The indexers in the settings. */
export const indexerRoutes = ({ indexerSettings }: { indexerSettings: IndexerSettings }) =>
  new Elysia({ tags: ['config'] })
    .get('/api/config/providers', () => indexerSettings.lists(), { response: schema.Lists })
    .put('/api/config/providers', ({ body }) => indexerSettings.replace(body), {
      body: schema.ListBody,
      response: schema.ListSaved,
    })
    .get('/api/config/providers/presets', () => ({ presets }), { response: schema.Presets })
    .post('/api/config/providers/test', ({ body }) => indexerSettings.test(body), {
      body: schema.TestBody,
      response: schema.TestReply,
    })
    .post('/api/config/providers/prowlarr', ({ body }) => indexerSettings.pull(body), {
      body: schema.PullBody,
      response: schema.PullReply,
    })
