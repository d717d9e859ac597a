import { Elysia, t } from 'elysia'
import { ComicParams, IssueParams, RawReply, Signature } from '../../base/http/wire'
import { Refusal } from '../../base/refusal'
import type { Covers } from './covers'
import type { Pages } from './pages'
import { type PictureOffer, pictureReply } from './pictures'
import { PageParams, PagePictureQuery } from './schema'

const CoverQuery = t.Object({
  width: t.Optional(t.Integer({ minimum: 1, maximum: 10_000 })),
  v: t.Optional(t.String({ maxLength: 100 })),
  s: Signature,
})
const Picture = RawReply(['image/*'])
const vary = { Vary: 'Accept' }

/** Pictures follow the browser's Accept; addresses with `v` can be cached permanently. */
export const pictureRoutes = ({ covers, pages }: { covers: Covers; pages: Pages }) =>
  new Elysia({ tags: ['reading'] })
    .get(
      '/api/covers/series/:comic_id',
      ({ request, params, query }) =>
        pictureReply(request, covers.ofSeries(params.comic_id, coverRequest(request, query)), vary),
      { params: ComicParams, query: CoverQuery, response: Picture },
    )
    .get(
      '/api/covers/issues/:issue_id',
      ({ request, params, query }) =>
        pictureReply(request, covers.ofIssue(params.issue_id, coverRequest(request, query)), vary),
      { params: IssueParams, query: CoverQuery, response: Picture },
    )
    .get(
      '/api/reading/issues/:issue_id/pages/:page',
      async ({ request, params, query }) =>
        pictureReply(
          request,
          sameFile(await pages.page(params.issue_id, params.page, pageRequest(request, query)), query),
          vary,
        ),
      { params: PageParams, query: PagePictureQuery, response: Picture },
    )

function coverRequest(request: Request, { width, v }: typeof CoverQuery.static) {
  const webp = request.headers.get('accept')?.includes('image/webp')
  return { type: webp ? 'webp' : 'jpeg', width, version: v } as const
}

/** Pages of another file would be shown under the numbers of the one that the reader opened. */
function sameFile(offer: PictureOffer, { v }: typeof PagePictureQuery.static): PictureOffer {
  if (v === undefined || offer.lasting) return offer
  throw new Refusal('gone', 'The file was replaced. Open the issue again.')
}

const SOME_SHOW = ['jxl', 'tiff'] as const

/** A client that lists picture types without WebP is assumed to accept only JPEG. */
function pageRequest(request: Request, { width, v }: typeof PagePictureQuery.static) {
  const accept = request.headers.get('accept') ?? '*/*'
  const jpeg = !accept.includes('image/webp') && !accept.includes('*/*')
  const shows = SOME_SHOW.filter((type) => accept.includes(`image/${type}`))
  // Browsers send this with every picture; no other header distinguishes them from apps that accept anything.
  const browser = request.headers.get('sec-fetch-dest') === 'image'
  return { jpeg, shows, browser, version: v, ...(width === undefined ? {} : { width }) }
}
