import { Elysia, t } from 'elysia'
import { ComicParams } from '../http/wire'
import { wholeReply } from './whole-reply'
import type { WholeSeries } from './whole-series'

interface Deps {
  whole: WholeSeries
  /** Large files take long, and a slow disk is silent before the next one. */
  keepOpen: (request: Request) => void
}

/** A series to take along. */
export const downloadRoutes = ({ whole, keepOpen }: Deps) =>
  new Elysia({ tags: ['reading'] }).get(
    '/api/reading/series/:comic_id/download',
    async ({ request, params }) => {
      keepOpen(request)
      return wholeReply(request, await whole.of(params.comic_id))
    },
    { params: ComicParams, response: t.Unsafe<Response>(t.Any()) },
  )
