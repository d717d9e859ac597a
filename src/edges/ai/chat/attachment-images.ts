import { isAnimated } from '../../../base/formats/images/animation'
import { imageFacts } from '../../../base/formats/images/images'
import { pngOrientation } from '../../../base/formats/images/orientation'
import { ImageError, makePicture } from '../../../base/platform/images'

/** Images of a message, scaled down for a model and stripped of metadata. */

export const MOST_IMAGES = 4
export const MOST_IMAGE_BYTES = 10 * 1024 * 1024
const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 2048
const QUALITY = 85
const TYPES = ['jpeg', 'png', 'webp'] as const

export interface UploadedImage {
  filename: string
  bytes: Uint8Array
}

export interface ChatImage {
  filename: string
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** The image cannot be used; `message` is a sentence for the user. */
export class InvalidImage extends Error {
  override readonly name = 'InvalidImage'
}

/** WebP of at most 2048 pixels a side, upright and without metadata. Throws InvalidImage. */
export async function makeChatImage({ filename, bytes }: UploadedImage): Promise<ChatImage> {
  const refuse = (why: string) => new InvalidImage(`The image "${filename}" cannot be sent: ${why}`)
  if (bytes.length > MOST_IMAGE_BYTES) throw refuse('it has more than 10 MB.')
  const facts = imageFacts(bytes)
  const type = TYPES.find((each) => each === facts?.type)
  if (!facts || !type) throw refuse('it is not a JPEG, PNG or WebP image.')
  if (facts.width * facts.height > MOST_PIXELS) throw refuse('it has more than 40 megapixels.')
  if (isAnimated(bytes, type)) throw refuse('it is animated. Send a still image.')
  try {
    const made = await makePicture(bytes, {
      type: 'webp',
      quality: QUALITY,
      width: LONGEST_SIDE,
      height: LONGEST_SIDE,
      swift: false,
      mostPixels: MOST_PIXELS,
      ...(type === 'png' ? { orientation: pngOrientation(bytes) } : {}),
    })
    const { width, height } = imageFacts(made)!
    return { filename, bytes: made, width, height }
  } catch (error) {
    if (error instanceof ImageError) throw refuse('it is damaged.')
    throw error
  }
}
