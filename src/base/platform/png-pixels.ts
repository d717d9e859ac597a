import { zlib } from './zlib'

/** Samples per pixel by PNG colour type (PNG, 11.2.2): how many, and which are red, green and blue. */
const KINDS: Record<number, { samples: number; rgb: readonly [number, number, number] }> = {
  0: { samples: 1, rgb: [0, 0, 0] },
  2: { samples: 3, rgb: [0, 1, 2] },
  4: { samples: 2, rgb: [0, 0, 0] },
  6: { samples: 4, rgb: [0, 1, 2] },
}
const HEADER_AT = 16
const CHUNKS_AT = 8
const IDAT = 0x49444154

/**
 * Red, green and blue of each pixel, row after row, of a PNG with 8 bits per sample and without interlacing or a
 * palette: the kind that `Bun.Image` writes. Undefined for any other. Meant for small pictures: the whole picture is
 * unpacked at once.
 */
export function pngPixels(png: Uint8Array): Uint8Array | undefined {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  if (png.length < HEADER_AT + 13) return undefined
  const width = view.getUint32(HEADER_AT)
  const height = view.getUint32(HEADER_AT + 4)
  const kind = KINDS[png[HEADER_AT + 9]!]
  const interlaced = png[HEADER_AT + 12] !== 0
  if (!kind || png[HEADER_AT + 8] !== 8 || interlaced) return undefined
  const lines = unfiltered(zlib().inflateSync(packed(png, view)), { width, height, samples: kind.samples })
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++)
    for (let colour = 0; colour < 3; colour++)
      pixels[at * 3 + colour] = lines[at * kind.samples + kind.rgb[colour as 0 | 1 | 2]]!
  return pixels
}

function packed(png: Uint8Array, view: DataView): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = CHUNKS_AT; at + 12 <= png.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === IDAT) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)))
  return Buffer.concat(parts)
}

/** Reverses the filters of each line of a PNG (PNG, 9.2). */
function unfiltered(lines: Uint8Array, size: { width: number; height: number; samples: number }): Uint8Array {
  const { width, height, samples } = size
  const length = width * samples
  const out = new Uint8Array(length * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (length + 1)]!
    for (let x = 0; x < length; x++) {
      const at = y * length + x
      const left = x >= samples ? out[at - samples]! : 0
      const up = y > 0 ? out[at - length]! : 0
      const corner = x >= samples && y > 0 ? out[at - length - samples]! : 0
      out[at] = lines[y * (length + 1) + 1 + x]! + predicted(filter, left, up, corner)
    }
  }
  return out
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  return filter === 4 ? nearest(left, up, corner) : 0
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}
