import { ImageError } from '../../platform/images'
import { zlib } from '../../platform/zlib'
import { type FaxOptions, unpackFax } from './fax'
import { imageFacts } from './images'
import { TIFF, type TiffFields } from './tiff-fields'
import { unpackLzw } from './tiff-lzw'

export const TIFF_CELLS = { strips: 273, rows: 278, stripBytes: 279, tiles: 324, tileBytes: 325 } as const
const [PLANES, FAX_OPTIONS, TILE_WIDTH, TILE_HEIGHT, FILL_ORDER] = [284, 292, 322, 323, 266]
const [PLAIN, LZW, JPEG, PACK_BITS] = [1, 5, 7, 32_773]
const [FAX, DEFLATE] = [
  [2, 3, 4],
  [8, 32_946],
]
const COMPRESSIONS = [PLAIN, ...FAX, LZW, JPEG, ...DEFLATE, PACK_BITS]
const MOST_BITS = 64
/** Pixels of tiles, which may extend beyond the picture. */
const BEYOND = 16_000_000
const HEAD = 8

/** The strips or tiles of a picture, all of the same size. */
export interface Cells {
  isTiled: boolean
  across: number
  down: number
  compression: number
  /** Bits per pixel. */
  depth: number
  places: readonly number[]
  sizes: readonly number[]
}

/** Throws ImageError for cells that are outside the file, overlap, or are far more than the picture needs. */
export function cellsOf(fields: TiffFields, length: number): Cells {
  const one = (tag: number, otherwise: number) => fields.get(tag)?.[0] ?? otherwise
  const [width, height] = [one(TIFF.width, 0), one(TIFF.height, 0)]
  if (!(width > 0 && height > 0)) throw new ImageError('unreadable')
  const [compression, samples] = [one(TIFF.compression, PLAIN), one(TIFF.samples, 1)]
  const depth = one(TIFF.bits, 1) * samples
  const isOdd =
    !COMPRESSIONS.includes(compression) ||
    depth > MOST_BITS ||
    (FAX.includes(compression) && depth !== 1) ||
    (one(PLANES, 1) !== 1 && samples > 1)
  if (isOdd) throw new ImageError('unsupported')
  const isTiled = fields.has(TILE_WIDTH)
  const [across, down] = isTiled
    ? [one(TILE_WIDTH, 0), one(TILE_HEIGHT, 0)]
    : [width, Math.min(one(TIFF_CELLS.rows, height), height)]
  if (!(across > 0 && down > 0)) throw new ImageError('unreadable')
  const count = Math.ceil(width / across) * Math.ceil(height / down)
  const places = fields.get(isTiled ? TIFF_CELLS.tiles : TIFF_CELLS.strips) ?? []
  const sizes = fields.get(isTiled ? TIFF_CELLS.tileBytes : TIFF_CELLS.stripBytes) ?? []
  const isInside = places.every((place, index) => place + (sizes[index] ?? Number.NaN) <= length)
  const packed = sizes.reduce((sum, size) => sum + size, 0)
  const isSparing = packed <= length && count * across * down <= 2 * width * height + BEYOND
  if (places.length !== count || !isInside || !isSparing) throw new ImageError('unreadable')
  const isWhole = packed >= Math.ceil((width * depth) / 8) * height
  if (compression === PLAIN && !isWhole) throw new ImageError('unreadable')
  return { isTiled, across, down, compression, depth, places, sizes }
}

/**
 * The cells that follow the file's head, with the bits of each byte in the usual order. Fax, LZW and deflate are
 * unpacked here: the library takes minutes for a megabyte of damaged fax, never ends on damaged LZW, and unpacks zeros
 * until memory is full.
 */
export function unpackCells(file: Uint8Array, fields: TiffFields, cells: Cells): Cells & { bytes: Uint8Array } {
  const { compression, across, down } = cells
  const isBackward = fields.get(FILL_ORDER)?.[0] === 2
  const most = Math.ceil((across * cells.depth) / 8) * down
  const fax = {
    kind: compression as FaxOptions['kind'],
    twoDimensional: ((fields.get(FAX_OPTIONS)?.[0] ?? 0) & 1) === 1,
  }
  const unpacked = cells.places.map((place, index) => {
    const packed = file.subarray(place, place + cells.sizes[index]!)
    const bytes = isBackward ? packed.map((byte) => REVERSED[byte]!) : packed
    if (FAX.includes(compression)) return unpackFax(bytes, across, down, fax)
    if (compression === LZW) return unpackLzw(bytes, most)
    if (DEFLATE.includes(compression)) return inflated(bytes, most)
    if (compression === JPEG) refuseLarger(bytes, across, down)
    return bytes
  })
  const bytes = new Uint8Array(Buffer.concat([file.subarray(0, HEAD), ...unpacked]))
  const sizes = unpacked.map((cell) => cell.length)
  let end = HEAD
  const places = sizes.map((size) => {
    end += size
    return end - size
  })
  const isUnpacked = compression === LZW || FAX.includes(compression) || DEFLATE.includes(compression)
  return { ...cells, compression: isUnpacked ? PLAIN : compression, places, sizes, bytes }
}

/** Reads as much as there is; bytes after the end of a cell are ignored. */
function inflated(packed: Uint8Array, most: number): Uint8Array {
  const { inflateRawSync, constants } = zlib()
  try {
    return inflateRawSync(packed.subarray(2), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  } catch {
    throw new ImageError('unreadable')
  }
}

/** A JPEG that states, in its header or after it (DNL), a size larger than its cell. */
function refuseLarger(bytes: Uint8Array, across: number, down: number): void {
  const facts = imageFacts(bytes)
  const isLarger = facts?.type !== 'jpeg' || facts.width * facts.height > (across + 16) * (down + 16)
  if (isLarger || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\xff\xdc', 0, 'latin1'))
    throw new ImageError('unreadable')
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2),
)
