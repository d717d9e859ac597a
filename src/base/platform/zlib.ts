/**
 * Inflates deflated bytes synchronously, for small inputs: the output is at most 1,032 times as large. Throws when the
 * bytes are damaged or truncated.
 */
export function inflateFew(packed: Uint8Array): Uint8Array {
  return Bun.inflateSync(packed as Uint8Array<ArrayBuffer>, { library: 'zlib', windowBits: -15 })
}

/** The runtime's deflate, loaded at first use: it brings all streams along. */
export const zlib = () => process.getBuiltinModule('node:zlib')
