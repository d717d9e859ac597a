import { Elysia, t } from 'elysia'
import { ComicParams, IssueParams } from '../http/wire'
import type { Covers } from './covers'
import { pictureReply } from './pictures'

const CoverQuery = t.Object({
  width: t.Optional(t.Integer({ minimum: 1, maximum: 10_000 })),
  v: t.Optional(t.String({ maxLength: 100 })),
})
const Picture = t.Unsafe<Response>(t.Any())

/** Pictures answer the browser's Accept; addresses with `v` may be kept for ever. */
export const coverRoutes = ({ covers }: { covers: Covers }) =>
  new Elysia({ tags: ['reading'] })
    .get(
      '/api/covers/series/:comic_id',
      ({ request, params, query }) =>
        pictureReply(request, covers.ofSeries(params.comic_id, wish(request, query)), { Vary: 'Accept' }),
      { params: ComicParams, query: CoverQuery, response: Picture },
    )
    .get(
      '/api/covers/issues/:issue_id',
      ({ request, params, query }) =>
        pictureReply(request, covers.ofIssue(params.issue_id, wish(request, query)), { Vary: 'Accept' }),
      { params: IssueParams, query: CoverQuery, response: Picture },
    )

function wish(request: Request, { width, v }: typeof CoverQuery.static) {
  const webp = request.headers.get('accept')?.includes('image/webp')
  return { type: webp ? 'webp' : 'jpeg', width, version: v } as const
}
