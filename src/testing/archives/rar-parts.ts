import { crc32 } from 'node:zlib'

/** Little-endian fields: `[bytes, value]`. */
function fields(...pairs: [1 | 2 | 4, number][]): Buffer {
  return Buffer.concat(
    pairs.map(([width, value]) => {
      const field = Buffer.alloc(width)
      field.writeUIntLE(value, 0, width)
      return field
    }),
  )
}

function block(kind: number, flags: number, rest: Uint8Array): Buffer {
  const head = Buffer.concat([fields([1, kind], [2, flags], [2, 7 + rest.length]), rest])
  return Buffer.concat([fields([2, crc32(head) & 0xffff]), head])
}

/**
 * A RAR 4 in several files as in usenet posts, with one entry stored across all of them. Names are `x.rar`, `x.r00` and so
 * on, or with `numbered` `x.part01.rar` and so on.
 */
export function makeRarParts(
  entry: { name: string; data: Uint8Array },
  { stem, count, numbered = false }: { stem: string; count: number; numbered?: boolean },
): Record<string, Uint8Array> {
  const { data } = entry
  const name = Buffer.from(entry.name)
  const length = Math.ceil(data.length / count)
  const parts = Array.from({ length: count }, (_, at): [string, Uint8Array] => {
    const piece = data.subarray(at * length, (at + 1) * length)
    const isLast = at === count - 1
    const sum = crc32(isLast ? data : piece)
    const sizes = fields([4, piece.length], [4, data.length], [1, 3], [4, sum], [2, 0x6000], [2, 0x5d75])
    const header = Buffer.concat([sizes, fields([1, 20], [1, 0x30], [2, name.length], [4, 0o100644]), name])
    const archive = 1 | (numbered ? 0x10 : 0) | (at === 0 ? 0x100 : 0)
    const goesOn = (at > 0 ? 1 : 0) | (isLast ? 0 : 2)
    const bytes = Buffer.concat([
      Buffer.from('Rar!\x1a\x07\0', 'latin1'),
      block(0x73, archive, Buffer.alloc(6)),
      block(0x74, 0x8000 | goesOn, header),
      piece,
      block(0x7b, 0x4000 | (isLast ? 0 : 1), new Uint8Array(0)),
    ])
    const old = at === 0 ? 'rar' : `r${String(at - 1).padStart(2, '0')}`
    return [`${stem}.${numbered ? `part${String(at + 1).padStart(2, '0')}.rar` : old}`, bytes]
  })
  return Object.fromEntries(parts)
}
