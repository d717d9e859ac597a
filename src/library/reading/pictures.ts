import type { ImageType } from '../../base/formats/images/images'
import { isUnchanged } from './conditional'

export interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  type: `image/${ImageType}`
}

/** A picture that is available; nothing was read or made yet. */
export interface PictureOffer {
  /** Strong: the same ETag always means the same bytes. */
  etag: string
  /** The address contains the version, so its content never changes. */
  lasting: boolean
  make(): Promise<Picture>
}

export async function pictureReply(request: Request, offer: PictureOffer, more: Record<string, string> = {}) {
  const headers = {
    ...more,
    ETag: offer.etag,
    'Cache-Control': offer.lasting ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  }
  if (isUnchanged(request, { etags: [offer.etag] })) return new Response(null, { status: 304, headers })
  const { bytes, type } = await offer.make()
  return new Response(bytes, { headers: { ...headers, 'Content-Type': type } })
}
