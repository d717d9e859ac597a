import { availableParallelism } from 'node:os'
import { pngPixels } from './png-pixels'

/** Why a picture was not converted. `unsupported`: the kind cannot be decoded or encoded here. */
export type ImageFault = 'unreadable' | 'too_large' | 'unsupported'

/** `message` is for the log: it is the decoder's, not a sentence for the user. */
export class ImageError extends Error {
  override readonly name = 'ImageError'

  constructor(
    readonly fault: ImageFault,
    options?: ErrorOptions,
  ) {
    super(`the picture is ${fault.replace('_', ' ')}`, options)
  }
}

/**
 * Pictures encoded at the same time. Encoding one already uses several threads: on two cores, two at once are no faster
 * and delay other requests.
 */
export const PICTURES_AT_ONCE = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)))

export type PictureType = 'jpeg' | 'webp'

export interface PictureOptions {
  type: PictureType | 'png'
  /** 1 to 100; PNG loses nothing. */
  quality: number
  /** The box to fit into, in pixels; a picture is never enlarged. Absent: the original size. */
  width?: number
  height?: number
  /** The turn to apply, 1 to 8 as in EXIF, for kinds whose decoder does not apply it: for JPEG it does. */
  orientation?: number
  /** The most pixels of the picture; MOST_PIXELS if absent. */
  mostPixels?: number
  /** A fifth less work for slightly softer edges: for a page that is being opened. */
  swift?: boolean
}

/** The most pixels of one picture: four bytes each while it is processed. A double page at 600 dpi has half of that. */
export const MOST_PIXELS = 60_000_000
/** The longest side that JPEG can express. */
const LONGEST = 65_535

/**
 * Converts or resizes the picture, turned upright, with its proportions and colour profile. Decodes JPEG, PNG, WebP,
 * GIF (the first frame) and BMP everywhere, AVIF and HEIC where the system does. A page of 2 megapixels takes 30 to 90
 * ms on a separate thread. Throws ImageError; pictures over MOST_PIXELS are refused before they are decoded.
 */
export async function makePicture(bytes: Uint8Array, making: PictureOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height = LONGEST, type, quality, swift, orientation = 1 } = making
  const image = decoder(bytes, making.mostPixels)
  const [degrees, mirror] = TURNS[orientation] ?? [0]
  if (degrees > 0) image.rotate(degrees)
  if (mirror) image[mirror]()
  if (width !== undefined) {
    const filter = swift ? 'cubic' : 'lanczos3'
    image.resize(width, height, { fit: 'inside', withoutEnlargement: true, filter })
  }
  if (type === 'png') return encoded(image.png())
  return encoded(type === 'webp' ? image.webp({ quality }) : image.jpeg({ quality }))
}

/** Clockwise quarter turns, then left and right (flop) or top and bottom (flip) change places. */
const TURNS: Record<number, [degrees: number, mirror?: 'flip' | 'flop']> = {
  2: [0, 'flop'],
  3: [180],
  4: [0, 'flip'],
  5: [90, 'flop'],
  6: [90],
  7: [270, 'flop'],
  8: [270],
}

/** The average colour as `#rrggbb`. Give it a small picture: the cost is that of decoding. Throws ImageError. */
export async function averageColor(bytes: Uint8Array): Promise<string> {
  const dot = await pixels(decoder(bytes).resize(1, 1, { fit: 'fill', filter: 'box' }))
  return `#${[...dot].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/**
 * The picture stretched to `width` by `height`, ignoring its proportions, in shades of grey from 0 to 255, row after
 * row: brightness by ITU-R 601, resampled by Lanczos. Throws ImageError.
 */
export async function greyPixels(bytes: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const colours = await pixels(decoder(bytes).resize(width, height, { fit: 'fill', filter: 'lanczos3' }))
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [red, green, blue] = [colours[at * 3]!, colours[at * 3 + 1]!, colours[at * 3 + 2]!]
    return Math.round((299 * red + 587 * green + 114 * blue) / 1000)
  })
}

/** Red, green and blue of each pixel. */
async function pixels(image: Bun.Image): Promise<Uint8Array> {
  const found = pngPixels(await encoded(image.png()))
  if (!found) throw new ImageError('unsupported')
  return found
}

function decoder(bytes: Uint8Array, maxPixels = MOST_PIXELS): Bun.Image {
  if (bytes.length === 0) throw new ImageError('unreadable')
  return new Bun.Image(bytes, { maxPixels })
}

async function encoded(image: Bun.Image): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return (await image.bytes()) as Uint8Array<ArrayBuffer>
  } catch (cause) {
    throw new ImageError(FAULTS[codeOf(cause)] ?? 'unreadable', { cause })
  }
}

const FAULTS: Record<string, ImageFault> = {
  ERR_IMAGE_TOO_MANY_PIXELS: 'too_large',
  ERR_IMAGE_FORMAT_UNSUPPORTED: 'unsupported',
  ERR_IMAGE_UNKNOWN_FORMAT: 'unsupported',
  ERR_IMAGE_ENCODE_FAILED: 'unsupported',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
