import type { Config } from '../../../base/config/config'
import { sniffImage } from '../../../base/formats/images/images'
import { sha256 } from '../../../base/platform/digest'
import type { DiskCache } from '../../../base/platform/disk-cache'
import { ImageError, makePicture, type PictureType } from '../../../base/platform/images'
import type { Log } from '../../../base/platform/ports'
import { PictureQueue } from '../../reading/picture-queue'
import type { Picture, PictureOffer } from '../../reading/pictures'
import type { PictureFetch } from './picture-fetch'
import { type AllowedPicture, allowedPicture, upstream } from './picture-hosts'

/** Part of ETags and names: increase it when pictures are made in another way. */
const RECIPE = 'p1'
const WIDTHS = [150, 300, 600] as const
const QUALITY = { jpeg: 82, webp: 78 } as const satisfies Record<PictureType, number>
const FETCHES_AT_ONCE = 6

interface PictureRequest {
  /** Absent: the original, in any kind and size. */
  small?: { type: PictureType; width: number }
  /** The address identifies the picture, so a browser may keep it permanently. */
  lasting?: boolean
}

interface Deps {
  config: Config
  fetch: PictureFetch
  /** Shared with the covers of files: one size limit for both. */
  cache: DiskCache
  pictureQueue: PictureQueue
  log: Log
}

/** Pictures of services, fetched once and cached on disk, in the size that a page needs. */
export class Pictures {
  private readonly fetching = new PictureQueue(FETCHES_AT_ONCE)

  constructor(private readonly deps: Deps) {}

  /**
   * Throws Refusal 'forbidden' when `url` is not a picture of a service; `make` throws 'upstream' when the picture
   * cannot be fetched.
   */
  offer(url: string, { small, lasting = false }: PictureRequest): PictureOffer {
    const allowed = allowedPicture(url, this.deps.config)
    const name = nameOf(allowed.url.href)
    const kept = small && { type: small.type, width: WIDTHS.find((width) => width >= small.width) ?? 600 }
    return {
      etag: `"${sha256(`${RECIPE} ${name} ${kept?.width} ${kept?.type}`).slice(0, 32)}"`,
      lasting,
      make: () => (kept ? this.small(allowed, name, kept) : this.source(allowed, name)),
    }
  }

  private async small(allowed: AllowedPicture, name: string, { type, width }: { type: PictureType; width: number }) {
    const smallName = `${name}-${width}.${type}`
    const kept = await this.deps.cache.get(smallName)
    if (kept) return { bytes: kept, type: `image/${type}` } as const
    // Fetched before it enters the queue, so that a slow service delays no other covers.
    const source = await this.source(allowed, name)
    return this.deps.pictureQueue.make(smallName, () => this.made(source, smallName, type, width))
  }

  private async made(source: Picture, name: string, type: PictureType, width: number): Promise<Picture> {
    try {
      const bytes = await makePicture(source.bytes, { type, quality: QUALITY[type], width, height: width * 2 })
      await this.keep(name, bytes)
      return { bytes, type: `image/${type}` }
    } catch (error) {
      if (!(error instanceof ImageError)) throw error
      if (error.fault === 'unsupported') return source // AVIF on a system without a decoder: the browser has one
      throw upstream(`The picture cannot be used: ${error.message}.`, { cause: error })
    }
  }

  private async source(allowed: AllowedPicture, name: string): Promise<Picture> {
    const kept = await this.deps.cache.get(name)
    const type = kept && sniffImage(kept)
    if (kept && type) return { bytes: kept, type: `image/${type}` }
    return this.fetching.make(name, async () => {
      const picture = await this.deps.fetch.get(allowed)
      await this.keep(name, picture.bytes)
      return picture
    })
  }

  private async keep(name: string, bytes: Uint8Array): Promise<void> {
    await this.deps.cache
      .put(name, bytes)
      .catch((error: unknown) => this.deps.log.warn('metadata', 'picture not stored', { name, error }))
  }
}

function nameOf(href: string): string {
  const hash = sha256(href)
  return `far/${hash.slice(0, 2)}/${hash}`
}
