import { md5 } from '../platform/digest'
import type { Files } from '../platform/ports'

const PIECE = 1024
const PIECES = 12

/**
 * The document id of a file in KOReader's sync, 32 hex digits: MD5 over the first KiB and the KiB at 1, 4, 16 KiB and
 * so on up to 1 GiB, as far as the file extends. At most twelve small reads. Throws the errors of the port.
 */
export async function partialMd5(path: string, files: Pick<Files, 'open'>): Promise<string> {
  const file = await files.open(path)
  try {
    const pieces: Uint8Array[] = []
    while (pieces.length < PIECES) {
      const bytes = await file.read(pieces.length === 0 ? 0 : PIECE * 4 ** (pieces.length - 1), PIECE)
      if (bytes.length === 0) break
      pieces.push(bytes)
    }
    return md5(Buffer.concat(pieces))
  } finally {
    await file.close()
  }
}
