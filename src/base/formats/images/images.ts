import { avifOrientation, avifSize, isBoxCut, jxlHeader } from './boxed-images'
import { jpegOrientation, liesOnSide, type Orientation, orientationOf, pngOrientation } from './orientation'
import { TIFF, tiffFields } from './tiff-fields'

export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'bmp' | 'jxl' | 'tiff'

export interface ImageFacts {
  type: ImageType
  /** Pixels as shown: upright, turned as the metadata says. */
  width: number
  height: number
}

interface Stored {
  /** Pixels before the turn. */
  width: number
  height: number
  orientation?: Orientation
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const isAt = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** The kind of a picture by its first 16 bytes; undefined for anything else. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes[0] === 0x89 && isAt(bytes, 1, 'PNG\r\n\x1a\n')) return 'png'
  if (isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a')) return 'gif'
  if (isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP')) return 'webp'
  if (isAt(bytes, 4, 'ftypavif') || isAt(bytes, 4, 'ftypavis') || isAvifByCompatibleBrand(bytes)) return 'avif'
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return 'jxl'
  if (isAt(bytes, 0, '\0\0\0\x0cJXL \r\n')) return 'jxl'
  if (isAt(bytes, 0, 'II*\0') || isAt(bytes, 0, 'MM\0*')) return 'tiff'
  return isAt(bytes, 0, 'BM') && isAt(bytes, 6, '\0\0\0\0') ? 'bmp' : undefined
}

/** Some encoders name the general brand `mif1` first and `avif` among the compatible ones. */
function isAvifByCompatibleBrand(bytes: Uint8Array): boolean {
  if (!isAt(bytes, 4, 'ftyp') || bytes.length < 16) return false
  const end = Math.min(view(bytes).getUint32(0), bytes.length, 128)
  for (let at = 16; at + 4 <= end; at += 4) if (isAt(bytes, at, 'avif')) return true
  return false
}

const SIZES: Record<ImageType, (bytes: Uint8Array) => Stored | undefined> = {
  jpeg: jpegSize,
  png: pngSize,
  gif: (bytes) => ({ width: view(bytes).getUint16(6, true), height: view(bytes).getUint16(8, true) }),
  webp: webpSize,
  avif: (bytes) => turned(avifSize(bytes), avifOrientation(bytes)),
  bmp: bmpSize,
  jxl: jxlHeader,
  tiff: tiffSize,
}

const turned = (size: Stored | undefined, orientation: Orientation) => size && { ...size, orientation }

/**
 * Kind and size of a picture from its header, without decoding it; `bytes` may be just the beginning. Undefined when
 * the bytes are not a supported picture, or when the header is broken, truncated or states a side of 0 pixels.
 */
export function imageFacts(bytes: Uint8Array): ImageFacts | undefined {
  const type = sniffImage(bytes)
  if (!type) return undefined
  try {
    const stored = SIZES[type](bytes)
    if (!stored || !(stored.width > 0 && stored.height > 0)) return undefined
    const { width, height, orientation = 1 } = stored
    return liesOnSide(orientation) ? { type, width: height, height: width } : { type, width, height }
  } catch (error) {
    if (error instanceof RangeError) return undefined // the header ends too early
    throw error
  }
}

const JPEG_END = new Uint8Array([0xff, 0xd9])

/**
 * Whether the picture ends before its own end mark: most viewers show half a page without complaint. False for kinds
 * without such a mark.
 */
export function isCutOff(bytes: Uint8Array, type: ImageType): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'jpeg') return all.lastIndexOf(JPEG_END) < (startOfFrame(bytes) ?? 0)
  if (type === 'png') return all.lastIndexOf('IEND') === -1
  if (type === 'gif') return all.lastIndexOf(0x3b) < 13
  if (type === 'webp') return view(bytes).getUint32(4, true) + 8 > bytes.length + 1 // some writers leave out the last padding byte
  return (type === 'avif' || type === 'jxl') && isBoxCut(bytes)
}

function jpegSize(bytes: Uint8Array) {
  const at = startOfFrame(bytes)
  if (at === undefined) return undefined
  const orientation = jpegOrientation(bytes)
  return { height: view(bytes).getUint16(at + 5), width: view(bytes).getUint16(at + 7), orientation }
}

function pngSize(bytes: Uint8Array) {
  if (!isAt(bytes, 12, 'IHDR')) return undefined
  return { width: view(bytes).getUint32(16), height: view(bytes).getUint32(20), orientation: pngOrientation(bytes) }
}

function tiffSize(bytes: Uint8Array) {
  const fields = tiffFields(bytes, [TIFF.width, TIFF.height, TIFF.orientation])
  const [width, height] = [fields?.get(TIFF.width)?.[0], fields?.get(TIFF.height)?.[0]]
  if (width === undefined || height === undefined) return undefined
  return { width, height, orientation: orientationOf(fields?.get(TIFF.orientation)?.[0]) }
}

/** Offset of the marker that carries the size (ITU T.81, B.2.2). An embedded thumbnail is inside APP1 and skipped. */
function startOfFrame(bytes: Uint8Array): number | undefined {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return at
    else if (marker === 0xd9 || marker === 0xda) return undefined
    else at += 2 + view(bytes).getUint16(at + 2)
  }
  return undefined
}

/** The three shapes of WebP: lossy, lossless, extended (RFC 9649). */
function webpSize(bytes: Uint8Array) {
  const data = view(bytes)
  if (isAt(bytes, 12, 'VP8 '))
    return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff }
  if (isAt(bytes, 12, 'VP8L')) {
    const bits = data.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!isAt(bytes, 12, 'VP8X')) return undefined
  const uint24 = (at: number) => data.getUint16(at, true) | (data.getUint8(at + 2) << 16)
  return { width: uint24(24) + 1, height: uint24(27) + 1 }
}

function bmpSize(bytes: Uint8Array) {
  const data = view(bytes)
  if (data.getUint32(14, true) === 12) return { width: data.getUint16(18, true), height: data.getUint16(20, true) }
  // A negative height means that the rows start at the top.
  return { width: data.getInt32(18, true), height: Math.abs(data.getInt32(22, true)) }
}
