import { TIFF, tiffFields } from './tiff-fields'

/**
 * How a picture has to be turned to be upright, 1 to 8 as in EXIF (CIPA DC-008, Orientation). A WebP's orientation is
 * ignored, as browsers and the resizer ignore it.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Whether width and height change places. */
export const liesOnSide = (orientation: Orientation) => orientation >= 5

/** The orientation of the picture's own bytes; 1 for an invalid value. */
export function orientationOf(value: number | undefined): Orientation {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 8 ? (value as Orientation) : 1
}

function ofExif(exif: Uint8Array): Orientation {
  return orientationOf(tiffFields(exif, [TIFF.orientation])?.get(TIFF.orientation)?.[0])
}

const EXIF_HEAD = 'Exif\0\0'

/** In the first APP1 that is EXIF, before the picture itself. */
export function jpegOrientation(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    if (marker === 0xda || marker === 0xd9) break
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const end = at + 2 + view.getUint16(at + 2)
    const body = bytes.subarray(at + 4, end)
    if (marker === 0xe1 && startsWith(body, EXIF_HEAD)) return ofExif(body.subarray(EXIF_HEAD.length))
    at = end
  }
  return 1
}

/** In the `eXIf` chunk, at any position (PNG, third edition). */
export function pngOrientation(bytes: Uint8Array): Orientation {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const body = bytes.subarray(at + 8, at + 8 + view.getUint32(at))
    if (startsWith(bytes.subarray(at + 4, at + 8), 'eXIf')) return ofExif(body)
    at += 12 + view.getUint32(at)
  }
  return 1
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((letter, index) => bytes[index] === letter.charCodeAt(0))
}
