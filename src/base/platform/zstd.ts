/** Zstandard; node:zlib would bring all streams into the start. */

const MOST = 19

export const packZstd = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(bytes, { level: MOST }))

/** Throws for bytes that are not Zstandard. */
export const unpackZstd = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdDecompressSync(bytes as Uint8Array<ArrayBuffer>))
