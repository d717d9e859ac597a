import { MOST_PIXELS } from '../../platform/images'
import { avifOrientation } from './boxed-images'
import { type ImageType, imageFacts } from './images'
import { type Orientation, orientationOf, pngOrientation } from './orientation'
import { TIFF, tiffFields } from './tiff-fields'

/** The runtime decodes these; only the header of other kinds is known. */
const OWN: readonly ImageType[] = ['jpeg', 'png', 'gif', 'webp', 'bmp']
/** Four bytes of memory per pixel, in a process that ends afterwards; far less for most JPEGs. */
const MOST_LARGE = 150_000_000
/** Up to thirty bytes per pixel; a double page at 400 dpi has twenty million pixels. */
const MOST_FOREIGN = 30_000_000

/** The runtime cannot decode this kind. */
export const needsDecoder = (type: ImageType) => !OWN.includes(type)

/** The most pixels of a picture that can be resized or converted. */
export const mostPixels = (type: ImageType) => (needsDecoder(type) ? MOST_FOREIGN : MOST_LARGE)

/** Whether the helper has to convert or resize the picture. */
export function needsHelper(bytes: Uint8Array): boolean {
  const facts = imageFacts(bytes)
  return facts !== undefined && (needsDecoder(facts.type) || facts.width * facts.height > MOST_PIXELS)
}

/** How the decoded picture has to be turned; a decoded JPEG or JPEG XL is upright already. */
export function foreignOrientation(bytes: Uint8Array, type: ImageType): Orientation {
  if (type === 'png') return pngOrientation(bytes)
  if (type === 'avif') return avifOrientation(bytes)
  return type === 'tiff' ? orientationOf(tiffFields(bytes, [TIFF.orientation])?.get(TIFF.orientation)?.[0]) : 1
}
