import { deflateSync } from 'node:zlib'

interface TiffOptions {
  orientation?: number
  /** Rows of a strip. */
  rows?: number
  deflate?: boolean
  bigEndian?: boolean
  /** Overrides a field with a wrong value. */
  compression?: number
  planes?: number
  bits?: number
  stripBytes?: number
  strips?: number
}

/** A TIFF of 8-bit RGB; `rgb` may be shorter than its pixels. */
export function makeTiff(width: number, height: number, rgb: Uint8Array, options: TiffOptions = {}): Uint8Array {
  const { orientation = 1, rows = height, deflate, bigEndian } = options
  const step = rows * width * 3
  const strips: Buffer[] = []
  for (let at = 0; at < rgb.length && step > 0; at += step) {
    const strip = Buffer.from(rgb.subarray(at, at + step))
    strips.push(deflate ? deflateSync(strip) : strip)
  }
  if (strips.length === 0) strips.push(Buffer.from(rgb))
  const count = options.strips ?? strips.length
  const fields: [tag: number, values: number[]][] = [
    [256, [width]],
    [257, [height]],
    [258, [8, 8, 8].map((bits) => options.bits ?? bits)],
    [259, [options.compression ?? (deflate ? 8 : 1)]],
    [262, [2]],
    [273, Array.from({ length: count }, () => 0)],
    [274, [orientation]],
    [277, [3]],
    [278, [rows]],
    [279, Array.from({ length: count }, (_, index) => options.stripBytes ?? strips[index % strips.length]!.length)],
    [284, [options.planes ?? 1]],
  ]
  return makeTiffOf(fields, strips, bigEndian)
}

const PLACES = [273, 324]

/** A TIFF with any fields. Fields of offsets get the offsets of `strips`, as many as the field has values. */
export function makeTiffOf(
  fields: readonly [tag: number, values: readonly number[]][],
  strips: readonly Uint8Array[],
  bigEndian = false,
): Uint8Array {
  const head = Buffer.alloc(8 + 2 + fields.length * 12 + 4)
  const extra = fields.reduce((sum, [, values]) => sum + (values.length > 1 ? values.length * 4 : 0), 0)
  const more = Buffer.alloc(extra)
  const u16 = (to: Buffer, value: number, at: number) =>
    bigEndian ? to.writeUInt16BE(value, at) : to.writeUInt16LE(value, at)
  const u32 = (to: Buffer, value: number, at: number) =>
    bigEndian ? to.writeUInt32BE(value, at) : to.writeUInt32LE(value, at)
  const places: number[] = []
  let end = head.length + more.length
  for (const strip of strips) {
    places.push(end)
    end += strip.length
  }
  head.write(bigEndian ? 'MM' : 'II')
  u16(head, 42, 2)
  u32(head, 8, 4)
  u16(head, fields.length, 8)
  let used = 0
  for (const [index, [tag, entry]] of fields.entries()) {
    const values = PLACES.includes(tag) ? entry.map((_, nth) => places[nth % places.length]!) : entry
    const at = 10 + index * 12
    u16(head, tag, at)
    u16(head, 4, at + 2)
    u32(head, values.length, at + 4)
    u32(head, values.length > 1 ? head.length + used : values[0]!, at + 8)
    if (values.length > 1) for (const value of values) used = u32(more, value, used)
  }
  return Buffer.concat([head, more, ...strips])
}
