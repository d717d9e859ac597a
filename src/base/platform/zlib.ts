/**
 * Unpacks deflated bytes at once, for few of them: they become 1,032 times as many at most. Throws when they are damaged
 * or cut off.
 */
export function inflateFew(packed: Uint8Array): Uint8Array {
  return Bun.inflateSync(packed as Uint8Array<ArrayBuffer>, { library: 'zlib', windowBits: -15 })
}

/** The runtime's deflate, loaded when something is packed or unpacked: it brings all streams along. */
export const zlib = () => process.getBuiltinModule('node:zlib')
