import { crc32 } from './digest'
import { zlib } from './zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of `size` by `size` pixels, each red, green, blue and alpha. Meant for small pictures. */
export function encodePng(pixels: Uint8Array, size: number): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6], 8) // 8 bits per sample, with alpha
  const rows = Array.from({ length: size }, (_, row) => {
    const unfiltered = Buffer.alloc(1 + size * 4)
    unfiltered.set(pixels.subarray(row * size * 4, (row + 1) * size * 4), 1)
    return unfiltered
  })
  const body = zlib().deflateSync(Buffer.concat(rows))
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
