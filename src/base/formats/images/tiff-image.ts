import { decodeImage, type IFD, toRGBA8 } from 'utif2'
import { ImageError } from '../../platform/images'
import { TIFF, type TiffFields, tiffFields } from './tiff-fields'

interface Drawn {
  width: number
  height: number
  rgba: Uint8Array
}

/** Not compressed, fax in three ways, LZW, JPEG, deflate by two numbers, PackBits. */
const COMPRESSIONS = [1, 2, 3, 4, 5, 7, 8, 32_946, 32_773]
const MOST_BITS = 64
const [STRIPS, ROWS, STRIP_BYTES, PLANES] = [273, 278, 279, 284]
const [TILE_WIDTH, TILE_HEIGHT, TILES, TILE_BYTES] = [322, 323, 324, 325]

/**
 * The first picture of a TIFF. The library gets its fields from us, checked against the file: it believes whatever a
 * file says. Throws ImageError.
 */
export function decodeTiff(bytes: Uint8Array): Drawn {
  const fields = tiffFields(bytes)
  if (!fields) throw new ImageError('unreadable')
  refuseOdd(fields, bytes.length)
  const picture = Object.fromEntries([...fields].map(([tag, values]) => [`t${tag}`, [...values]])) as unknown as IFD
  const own = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  decodeImage(own, picture)
  return { width: picture.width, height: picture.height, rgba: toRGBA8(picture) }
}

function refuseOdd(fields: TiffFields, length: number): void {
  const one = (tag: number, otherwise: number) => fields.get(tag)?.[0] ?? otherwise
  const [width, height] = [one(TIFF.width, 0), one(TIFF.height, 0)]
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable')
  const samples = one(TIFF.samples, 1)
  const isOdd =
    !COMPRESSIONS.includes(one(TIFF.compression, 1)) ||
    one(TIFF.bits, 1) * samples > MOST_BITS ||
    (one(PLANES, 1) !== 1 && samples > 1)
  if (isOdd) throw new ImageError('unsupported')
  const isTiled = fields.has(TILE_WIDTH)
  const [across, down] = isTiled
    ? [one(TILE_WIDTH, 0), one(TILE_HEIGHT, 0)]
    : [width, Math.min(one(ROWS, height), height)]
  if (!(across > 0 && down > 0) || across > width + 1024 || down > height + 1024) throw new ImageError('unreadable')
  const count = Math.ceil(width / across) * Math.ceil(height / down)
  const places = fields.get(isTiled ? TILES : STRIPS) ?? []
  const sizes = fields.get(isTiled ? TILE_BYTES : STRIP_BYTES) ?? []
  const isInside = places.every((place, index) => place + (sizes[index] ?? Number.NaN) <= length)
  if (places.length !== count || !isInside) throw new ImageError('unreadable')
  const rowBytes = Math.ceil((width * one(TIFF.bits, 1) * samples) / 8)
  const isWhole = sizes.reduce((sum, size) => sum + size, 0) >= rowBytes * height
  if (one(TIFF.compression, 1) === 1 && !isWhole) throw new ImageError('unreadable')
}
