interface Size {
  width: number
  height: number
}

interface Box {
  kind: string
  body: Uint8Array
}

/** The whole boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), one level; ends at one that is cut off. */
function* boxes(bytes: Uint8Array): Generator<Box> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  while (at + 8 <= bytes.length) {
    const short = data.getUint32(at)
    const head = short === 1 ? 16 : 8
    const length = short === 1 ? Number(data.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short
    if (length < head || at + length > bytes.length) return
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    yield { kind, body: bytes.subarray(at + head, at + length) }
    at += length
  }
}

function boxIn(bytes: Uint8Array | undefined, kind: string): Uint8Array | undefined {
  if (!bytes) return undefined
  for (const box of boxes(bytes)) if (box.kind === kind) return box.body
  return undefined
}

/** The largest `ispe` property: a picture made of tiles lists the tile's size beside its own. */
export function avifSize(bytes: Uint8Array): Size | undefined {
  const properties = boxIn(boxIn(boxIn(bytes, 'meta')?.subarray(4), 'iprp'), 'ipco')
  let best: Size | undefined
  for (const { kind, body } of boxes(properties ?? new Uint8Array(0))) {
    if (kind !== 'ispe') continue
    const data = new DataView(body.buffer, body.byteOffset, body.byteLength)
    const size = { width: data.getUint32(4), height: data.getUint32(8) }
    if (!best || size.width * size.height > best.width * best.height) best = size
  }
  return best
}

/** JPEG XL, bare or in boxes; the size header is ISO/IEC 18181-1, annex D. */
export function jxlSize(bytes: Uint8Array): Size | undefined {
  if (bytes[0] === 0xff) return sizeHeader(bytes.subarray(2))
  const whole = boxIn(bytes, 'jxlc')
  const stream = whole ?? boxIn(bytes, 'jxlp')?.subarray(4)
  return stream && sizeHeader(stream.subarray(2))
}

const RATIOS = [[], [1, 1], [12, 10], [4, 3], [3, 2], [16, 9], [5, 4], [2, 1]] as const

function sizeHeader(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 9) return undefined
  let at = 0
  const bits = (count: number) => {
    let value = 0
    for (let index = 0; index < count; index++, at++) value |= ((bytes[at >> 3]! >> (at & 7)) & 1) << index
    return value >>> 0
  }
  const small = bits(1) === 1
  const side = () => (small ? (bits(5) + 1) * 8 : bits([9, 13, 18, 30][bits(2)]!) + 1)
  const height = side()
  const [across, down] = RATIOS[bits(3)]!
  return { height, width: across && down ? Math.floor((height * across) / down) : side() }
}
