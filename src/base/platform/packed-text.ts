/** Texts that are stored compressed. */

export const packText = (text: string): Uint8Array => Bun.deflateSync(Buffer.from(text))

/** Throws for bytes that are not from `packText`. */
export const unpackText = (bytes: Uint8Array): string =>
  new TextDecoder().decode(Bun.inflateSync(bytes as Uint8Array<ArrayBuffer>))
