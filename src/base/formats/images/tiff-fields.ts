/** Bytes of one value by type (TIFF 6.0, section 2); types that no page needs are left out. */
const WIDTHS: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 16: 8 }
/** One strip or tile for each row of a large page; more than any real page has. */
const MOST_VALUES = 1_000_000
const MOST_FIELDS = 1000

export const TIFF = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  samples: 277,
  orientation: 274,
} as const

/** The fields of the first picture of a TIFF by number. */
export type TiffFields = ReadonlyMap<number, readonly number[]>

/**
 * Reads the first directory of a TIFF, the form that EXIF uses as well (TIFF 6.0; CIPA DC-008). Further directories are
 * not followed, since their chain may be circular. Undefined when the bytes are not a TIFF or are truncated; fields
 * that point outside are left out.
 */
export function tiffFields(bytes: Uint8Array, wanted?: readonly number[]): TiffFields | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) return undefined
  const little = view.getUint16(0) === 0x4949
  if ((!little && view.getUint16(0) !== 0x4d4d) || view.getUint16(2, little) !== 42) return undefined
  const at = view.getUint32(4, little)
  const count = at + 2 <= bytes.length ? view.getUint16(at, little) : 0
  if (count === 0 || count > MOST_FIELDS || at + 2 + count * 12 > bytes.length) return undefined
  const fields = new Map<number, readonly number[]>()
  for (let field = at + 2; field < at + 2 + count * 12; field += 12) {
    const tag = view.getUint16(field, little)
    if (fields.has(tag) || (wanted && !wanted.includes(tag))) continue
    const values = valuesAt(view, field, little)
    if (values) fields.set(tag, values)
  }
  return fields
}

function valuesAt(view: DataView, field: number, little: boolean): number[] | undefined {
  const width = WIDTHS[view.getUint16(field + 2, little)]
  const count = view.getUint32(field + 4, little)
  if (width === undefined || count > MOST_VALUES) return undefined
  const at = width * count <= 4 ? field + 8 : view.getUint32(field + 8, little)
  if (at + width * count > view.byteLength) return undefined
  return Array.from({ length: count }, (_, index) => valueAt(view, at + index * width, width, little))
}

function valueAt(view: DataView, at: number, width: number, little: boolean): number {
  if (width === 1) return view.getUint8(at)
  if (width === 2) return view.getUint16(at, little)
  return width === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little))
}
