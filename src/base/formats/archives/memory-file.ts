import type { OpenFile } from '../../platform/ports'

/** Bytes in memory as a readable file. */
export function memoryFile(bytes: Uint8Array): OpenFile {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    close: async () => undefined,
  }
}

/** A part of a file as a file of its own; only the whole file has to be closed. */
export function filePart(file: OpenFile, { offset, size }: { offset: number; size: number }): OpenFile {
  return {
    size,
    read: (at, length) => file.read(offset + at, Math.max(0, Math.min(length, size - at))),
    close: async () => undefined,
  }
}
