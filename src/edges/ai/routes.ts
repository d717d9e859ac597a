import { Elysia } from 'elysia'
import * as schema from './schema'
import type { Assistant } from './service'

/** Routes for the state and log of the language model, and its settings. */
export const assistantRoutes = ({ assistant }: { assistant: Assistant }) =>
  new Elysia({ tags: ['assistant'] })
    .get('/api/ai/status', () => assistant.status(), { response: schema.AssistantStatus })
    .post('/api/ai/test', ({ body, request }) => assistant.test(body, request.signal), {
      body: schema.ModelTestBody,
      response: schema.ModelTestReply,
    })
    .get('/api/ai/activity', ({ query }) => assistant.activity(query), {
      query: schema.ActivityQuery,
      response: schema.ActivityReply,
    })
    .get('/api/ai/usage', ({ query }) => assistant.usage(query.days), {
      query: schema.UsageQuery,
      response: schema.UsageReply,
    })
    .get('/api/ai/models', ({ query }) => assistant.models(query.base_url), {
      query: schema.ModelsQuery,
      response: schema.ModelsReply,
    })
    .get('/api/ai/presets', () => assistant.presets(), { response: schema.PresetsReply })
