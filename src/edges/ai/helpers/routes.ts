import { Elysia } from 'elysia'
import { ComicParams } from '../../../base/http/wire'
import type { makeHelpers } from './feature'
import * as schema from './schema'

interface Deps {
  helpers: Pick<ReturnType<typeof makeHelpers>, 'readingOrders' | 'suggestions' | 'sentences'>
}

/** Routes of the helpers. A helper that is off or failed is no error: the reply says so, or is empty. */
export const helperRoutes = ({ helpers: { readingOrders, suggestions, sentences } }: Deps) =>
  new Elysia({ tags: ['ai'] })
    .post('/api/storyarcs/generate', ({ body, request }) => readingOrders.generate(body.description, request.signal), {
      body: schema.GenerateBody,
      response: schema.GenerateReply,
    })
    .post('/api/storyarcs/generate/save', ({ body }) => readingOrders.save(body), {
      body: schema.SaveBody,
      response: schema.HelperSaveReply,
    })
    .get('/api/ai/suggestions', () => suggestions.list(), { response: schema.SuggestionsReply })
    .get('/api/ai/series/:comic_id/sentence', ({ params }) => sentences.of(params.comic_id), {
      params: ComicParams,
      response: schema.SentenceReply,
    })
