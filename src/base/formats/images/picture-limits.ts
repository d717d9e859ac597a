import { MOST_PIXELS } from '../../platform/images'
import { avifOrientation } from './boxed-images'
import { type ImageType, imageFacts } from './images'
import { type Orientation, orientationOf, pngOrientation } from './orientation'
import { TIFF, tiffFields } from './tiff-fields'

/** The runtime decodes these; of others nothing is known but their header. */
const OWN: readonly ImageType[] = ['jpeg', 'png', 'gif', 'webp', 'bmp']
/** Four bytes of memory a pixel, in a process that ends afterwards; of most JPEGs far less. */
const MOST_LARGE = 150_000_000
/** Up to thirty bytes a pixel; a double page at 400 dpi has twenty million. */
const MOST_FOREIGN = 30_000_000

/** The runtime cannot decode it. */
export const needsDecoder = (type: ImageType) => !OWN.includes(type)

/** The most pixels of a picture that is made smaller or into another kind. */
export const mostPixels = (type: ImageType) => (needsDecoder(type) ? MOST_FOREIGN : MOST_LARGE)

/** Whether the helper has to make something of a picture. */
export function needsHelper(bytes: Uint8Array): boolean {
  const facts = imageFacts(bytes)
  return facts !== undefined && (needsDecoder(facts.type) || facts.width * facts.height > MOST_PIXELS)
}

/** How the decoder's picture has to be turned: of JPEG and JPEG XL it is upright already. */
export function foreignOrientation(bytes: Uint8Array, type: ImageType): Orientation {
  if (type === 'png') return pngOrientation(bytes)
  if (type === 'avif') return avifOrientation(bytes)
  return type === 'tiff' ? orientationOf(tiffFields(bytes, [TIFF.orientation])?.get(TIFF.orientation)?.[0]) : 1
}
