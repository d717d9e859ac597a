import { sha256 } from '../../platform/digest'
import type { ArchivePage } from './archive'

/** Hex digits of the digest that are kept, 96 bits: no two of a billion files have the same by chance. */
const KEPT = 24

/**
 * Identifies pages by their sizes and CRC-32s, whatever the archive around them: 16 characters. The order of the pages
 * and their names do not count, since programs rename them. Undefined when the archive states no checksum of a page.
 * This is no proof against deliberate collisions.
 */
export function pageDigest(pages: readonly Pick<ArchivePage, 'size' | 'crc'>[]): string | undefined {
  if (pages.length === 0 || pages.some(({ crc }) => !crc)) return undefined
  const lines = pages.map(({ size, crc = 0 }) => `${size.toString(36)} ${crc.toString(36)}`).sort()
  return Uint8Array.fromHex(sha256(lines.join('\n')).slice(0, KEPT)).toBase64({ alphabet: 'base64url' })
}
