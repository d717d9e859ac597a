import { type Orientation, orientationOf } from './orientation'

interface Size {
  width: number
  height: number
}

interface Box {
  kind: string
  body: Uint8Array
  /** Its declared length exceeds the data. */
  cut: boolean
}

/** The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), one level; the last may be cut off. */
function* boxes(bytes: Uint8Array): Generator<Box> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 8 <= bytes.length) {
    const short = data.getUint32(at)
    const head = short === 1 ? 16 : 8
    if (at + head > bytes.length) return
    const length = short === 1 ? Number(data.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short
    if (length < head) return
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    yield { kind, body: bytes.subarray(at + head, at + length), cut: at + length > bytes.length }
    at += length
  }
}

function boxIn(bytes: Uint8Array | undefined, kind: string): Uint8Array | undefined {
  if (!bytes) return undefined
  for (const box of boxes(bytes)) if (box.kind === kind && !box.cut) return box.body
  return undefined
}

const CONTENT = ['mdat', 'jxlc', 'jxlp']

/** Whether the box with the picture ends before its own end. A bare JPEG XL does not say where it ends. */
export function isBoxCut(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff) return false
  for (const { kind, cut } of boxes(bytes)) if (cut && CONTENT.includes(kind)) return true
  return false
}

const properties = (bytes: Uint8Array) =>
  boxIn(boxIn(boxIn(bytes, 'meta')?.subarray(4), 'iprp'), 'ipco') ?? new Uint8Array(0)

/** The largest `ispe` property: a tiled picture lists the tile's size beside its own. */
export function avifSize(bytes: Uint8Array): Size | undefined {
  let best: Size | undefined
  for (const { kind, body, cut } of boxes(properties(bytes))) {
    if (kind !== 'ispe' || cut) continue
    const data = new DataView(body.buffer, body.byteOffset, body.byteLength)
    const size = { width: data.getUint32(4), height: data.getUint32(8) }
    if (!best || size.width * size.height > best.width * best.height) best = size
  }
  return best
}

/** Quarter turns counter-clockwise (`irot`) as EXIF numbers, without and with a mirror (`imir`) after the turn. */
const TURNED: readonly Orientation[] = [1, 8, 3, 6]
const MIRRORED: readonly (readonly Orientation[])[] = [
  [4, 5, 2, 7], // top and bottom change places
  [2, 7, 4, 5], // left and right change places
]

/** The turn and the mirror of the picture (ISO/IEC 23008-12, 6.5.10 and 6.5.12), the turn first. */
export function avifOrientation(bytes: Uint8Array): Orientation {
  let quarters = 0
  let mirror: number | undefined
  for (const { kind, body } of boxes(properties(bytes))) {
    if (kind === 'irot') quarters = (body[0] ?? 0) & 3
    if (kind === 'imir') mirror = (body[0] ?? 0) & 1
  }
  return (mirror === undefined ? TURNED : MIRRORED[mirror]!)[quarters]!
}

/** Enough bytes for the size and the orientation of a JPEG XL. */
const STREAM_HEAD = 64

/**
 * The first bytes of a JPEG XL's codestream: bare, in one box, or in several boxes that each carry a piece after its
 * number (ISO/IEC 18181-2, 9.7). A JPEG XL made from a JPEG has a few bytes in the first box and the rest after other
 * boxes.
 */
function streamHead(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xff) return bytes.subarray(0, STREAM_HEAD)
  const head = new Uint8Array(STREAM_HEAD)
  let length = 0
  for (const { kind, body } of boxes(bytes)) {
    if (kind !== 'jxlc' && kind !== 'jxlp') continue
    const piece = body.subarray(kind === 'jxlp' ? 4 : 0).subarray(0, STREAM_HEAD - length)
    head.set(piece, length)
    length += piece.length
    if (length === STREAM_HEAD) break
  }
  return head.subarray(0, length)
}

const RATIOS = [[], [1, 1], [12, 10], [4, 3], [3, 2], [16, 9], [5, 4], [2, 1]] as const

/** Stored size and orientation of a JPEG XL (ISO/IEC 18181-1, annex D). */
export function jxlHeader(bytes: Uint8Array): (Size & { orientation: Orientation }) | undefined {
  const stream = streamHead(bytes)
  if (stream[0] !== 0xff || stream[1] !== 0x0a) return undefined
  let at = 16
  const bits = (count: number) => {
    let value = 0
    for (let index = 0; index < count; index++, at++) {
      if (at >> 3 >= stream.length) throw new RangeError('the header ends too early')
      value |= ((stream[at >> 3]! >> (at & 7)) & 1) << index
    }
    return value >>> 0
  }
  const small = bits(1) === 1
  const side = () => (small ? (bits(5) + 1) * 8 : bits([9, 13, 18, 30][bits(2)]!) + 1)
  const height = side()
  const [across, down] = RATIOS[bits(3)]!
  const width = across && down ? Math.floor((height * across) / down) : side()
  const isPlain = bits(1) === 1
  const orientation = !isPlain && bits(1) === 1 ? orientationOf(bits(3) + 1) : 1
  return { width, height, orientation }
}
