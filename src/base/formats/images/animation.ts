import type { ImageType } from './images'

const PNG_CHUNKS = 8
/** A PNG declares its animation before the first picture (PNG, third edition, acTL). */
const MOST_CHUNKS = 1000

/** Whether the picture has more than one frame: PNG (APNG) and WebP. False for other kinds. */
export function isAnimated(bytes: Uint8Array, type: ImageType): boolean {
  if (type === 'png') return hasAnimationChunk(bytes)
  // The flag of the extended header (RFC 9649, VP8X).
  return type === 'webp' && nameAt(bytes, 12) === 'VP8X' && ((bytes[20] ?? 0) & 0x02) !== 0
}

const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

function hasAnimationChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = PNG_CHUNKS
  for (let chunk = 0; chunk < MOST_CHUNKS && at + 8 <= bytes.length; chunk++) {
    const name = nameAt(bytes, at + 4)
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    at += 12 + view.getUint32(at)
  }
  return false
}
