import { Elysia, t } from 'elysia'
import { hidesSeries } from '../../../base/auth/limits'
import { ComicParams, Id, IssueParams, RawReply, Signature } from '../../../base/http/wire'
import { currentCaller } from '../../../base/platform/caller'
import { Refusal } from '../../../base/refusal'
import { pictureReply } from '../../reading/pictures'
import type { Providers } from '../providers/registry'
import type { Art } from './art'
import type { Pictures } from './pictures'
import { seriesImage } from './series-image'

const Width = t.Optional(t.Integer({ minimum: 1, maximum: 10_000 }))
const ArtQuery = t.Object({ width: Width, v: t.Optional(t.String({ maxLength: 100 })), s: Signature })
const ProxyQuery = t.Object({ url: t.String({ minLength: 1, maxLength: 2000 }), width: Width })
const SeriesParams = t.Object({ series_id: Id })
const Picture = RawReply(['image/*'])

interface Deps {
  art: Art
  pictures: Pictures
  providers: Providers
}

/** Pictures of providers, served under our own URLs. */
export const metadataPictureRoutes = ({ art, pictures, providers }: Deps) =>
  new Elysia({ tags: ['metadata'] })
    .get('/api/metadata/image-proxy', ({ request, query }) => proxied(request, query, pictures), {
      query: ProxyQuery,
      response: Picture,
    })
    .get(
      '/api/metadata/art/:comic_id',
      ({ request, params, query }) => pictureReply(request, art.ofSeries(params.comic_id, wish(query))),
      { params: ComicParams, query: ArtQuery, response: Picture },
    )
    .get(
      '/api/metadata/issue-art/:issue_id',
      ({ request, params, query }) => pictureReply(request, art.ofIssue(params.issue_id, wish(query))),
      { params: IssueParams, query: ArtQuery, response: Picture },
    )
    .get('/api/metadata/series-image/:series_id', ({ params }) => seriesImage(providers, params.series_id), {
      params: SeriesParams,
      response: t.Object({ image: t.Nullable(t.String()) }),
    })

const wish = ({ width, v }: typeof ArtQuery.static) => ({
  ...(width === undefined ? {} : { width }),
  ...(v === undefined ? {} : { version: v }),
})

/**
 * Nothing says for whom a picture of a provider is, so users with limits get none beyond the library's own. Services put
 * a changed picture under a new address, so a day without a request costs nothing.
 */
async function proxied(request: Request, { url, width }: typeof ProxyQuery.static, pictures: Pictures) {
  if (hidesSeries(currentCaller().limits)) throw new Refusal('forbidden', 'Ask the owner of this library.')
  const type = request.headers.get('accept')?.includes('image/webp') ? 'webp' : 'jpeg'
  const offer = pictures.offer(url, width === undefined ? {} : { small: { type, width } })
  const reply = await pictureReply(request, offer, { Vary: 'Accept' })
  reply.headers.set('Cache-Control', 'private, max-age=86400')
  return reply
}
