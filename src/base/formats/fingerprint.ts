import { sha256Of } from '../platform/digest'
import type { Files, OpenFile } from '../platform/ports'

const END_BYTES = 64 * 1024

/** An open file whose first and last bytes, where archives keep their directories, are in memory. */
interface FingerprintedFile extends OpenFile {
  readonly fingerprint: string
}

/**
 * Opens a file and identifies it with little reading: SHA-256, in 64 hex digits, over the size in bytes as decimal
 * digits, a line feed and the first and last 64 KiB (the whole file when it is no longer than both). Archives keep
 * checksums of all their entries at their ends, so two comics that differ anywhere differ here; this is no proof
 * against deliberate collisions. The caller closes the file; closing it twice is safe. Throws the errors of the port.
 */
export async function openFingerprinted(path: string, files: Pick<Files, 'open'>): Promise<FingerprintedFile> {
  const file = await files.open(path)
  let isOpen = true
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  try {
    const { size } = file
    const isShort = size <= 2 * END_BYTES
    const head = await file.read(0, isShort ? size : END_BYTES)
    const tailAt = isShort ? size : size - END_BYTES
    const tail = isShort ? new Uint8Array(0) : await file.read(tailAt, END_BYTES)
    return {
      size,
      fingerprint: sha256Of([`${size}\n`, head, tail]),
      read(offset, length) {
        const end = Math.min(offset + length, size)
        if (end <= head.length) return Promise.resolve(head.subarray(offset, end))
        if (offset >= tailAt) return Promise.resolve(tail.subarray(offset - tailAt, end - tailAt))
        return file.read(offset, length)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws the errors of the port when the file cannot be read. */
export async function fingerprint(path: string, files: Pick<Files, 'open'>): Promise<string> {
  const file = await openFingerprinted(path, files)
  await file.close()
  return file.fingerprint
}
