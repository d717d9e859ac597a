import { decodeImage, type IFD, toRGBA8 } from 'utif2'
import { ImageError } from '../../platform/images'
import { cellsOf, TIFF_CELLS, unpackCells } from './tiff-cells'
import { TIFF, type TiffFields, tiffFields } from './tiff-fields'

interface Drawn {
  width: number
  height: number
  rgba: Uint8Array
}

const JPEG = 7
const CMYK = 5
const [FILL_ORDER, PALETTE, EXTRA_SAMPLES] = [266, 320, 338]
/** Bits per sample by interpretation: two kinds of grey, RGB, palette, CMYK. */
const BITS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  1: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  [CMYK]: [8],
}

/**
 * Decodes the first picture of a TIFF. The library gets fields that were checked against the file, and cells whose
 * unpacked size is known, since it trusts the file blindly. Throws ImageError.
 */
export function decodeTiff(bytes: Uint8Array): Drawn {
  const fields = tiffFields(bytes)
  if (!fields) throw new ImageError('unreadable')
  const kind = kindOf(fields)
  const cells = unpackCells(bytes, fields, cellsOf(fields, bytes.length))
  const given = new Map<number, readonly number[]>([
    ...fields,
    [TIFF.compression, [cells.compression]],
    [FILL_ORDER, [1]],
    [cells.isTiled ? TIFF_CELLS.tiles : TIFF_CELLS.strips, cells.places],
    [cells.isTiled ? TIFF_CELLS.tileBytes : TIFF_CELLS.stripBytes, cells.sizes],
    ...readAs(kind),
  ])
  const picture = Object.fromEntries([...given].map(([tag, values]) => [`t${tag}`, [...values]])) as unknown as IFD
  decodeImage(cells.bytes.buffer as ArrayBuffer, picture)
  const { width, height } = picture
  if (kind.photometric === CMYK && !kind.isJpeg) return { width, height, rgba: rgbaOfCmyk(picture.data, kind.samples) }
  const rgba = toRGBA8(picture)
  if (!kind.isJpeg && fields.get(EXTRA_SAMPLES)?.[0] === 1) divideByAlpha(rgba)
  return { width, height, rgba }
}

interface Kind {
  photometric: number
  samples: number
  bits: number
  isJpeg: boolean
}

function kindOf(fields: TiffFields): Kind {
  const samples = fields.get(TIFF.samples)?.[0] ?? 1
  const all = fields.get(TIFF.bits) ?? [1]
  const bits = all[0]!
  const isJpeg = fields.get(TIFF.compression)?.[0] === JPEG
  const photometric = fields.get(TIFF.photometric)?.[0] ?? (samples > 2 ? 2 : 0)
  const isKnown = isJpeg
    ? bits === 8 && (samples === 1 || samples === 3)
    : BITS[photometric]?.includes(bits) &&
      samples <= 8 &&
      samples >= ({ 2: 3, [CMYK]: 4 }[photometric] ?? 1) &&
      !(bits !== 8 && samples > ({ 2: 4 }[photometric] ?? 1))
  if (!isKnown || all.some((each) => each !== bits)) throw new ImageError('unsupported')
  return { photometric, samples, bits, isJpeg }
}

/**
 * Replacement fields for kinds that the library misreads: it converts a JPEG to RGB itself, and supports more depths,
 * and transparency, for palettes than for greys.
 */
function readAs({ photometric, samples, bits, isJpeg }: Kind): [tag: number, values: number[]][] {
  if (isJpeg)
    return [
      [TIFF.photometric, [2]],
      [TIFF.samples, [3]],
      [TIFF.bits, [8, 8, 8]],
    ]
  if (photometric > 1 || bits > 8) return [[TIFF.photometric, [photometric]]]
  const most = 2 ** bits - 1
  const ramp = Array.from({ length: most + 1 }, (_, grey) => Math.round((grey * 0xffff) / most))
  if (photometric === 0) ramp.reverse()
  return [
    [TIFF.photometric, [3]],
    [TIFF.samples, [samples]],
    [PALETTE, [...ramp, ...ramp, ...ramp]],
  ]
}

/** Converted as without a colour profile. */
function rgbaOfCmyk(data: Uint8Array, samples: number): Uint8Array {
  const rgba = new Uint8Array(Math.floor(data.length / samples) * 4).fill(255)
  for (let from = 0, to = 0; to < rgba.length; from += samples, to += 4) {
    const light = 255 - data[from + 3]!
    for (let ink = 0; ink < 3; ink++) rgba[to + ink] = Math.round(((255 - data[from + ink]!) * light) / 255)
  }
  return rgba
}

/** Colours that were stored multiplied by their alpha. */
function divideByAlpha(rgba: Uint8Array): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3]!
    if (alpha === 0 || alpha === 255) continue
    for (let colour = at; colour < at + 3; colour++)
      rgba[colour] = Math.min(255, Math.round((rgba[colour]! * 255) / alpha))
  }
}
