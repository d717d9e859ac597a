/** What a client may hold already. */
export interface Validators {
  /** Quoted, strong. The first is that of this answer; further ones name other encodings of the same content. */
  etags: readonly string[]
  /** As it stands in Last-Modified. */
  modified?: string
}

/**
 * Whether the client's copy is still good, so that 304 is the answer (RFC 9110, 13.2.2). Last-Modified is compared for
 * equality, not for age: things also leave the library, and then nothing in it is newer.
 */
export function isUnchanged(request: Request, { etags, modified }: Validators): boolean {
  const asked = request.headers.get('if-none-match')
  if (asked === null) return modified !== undefined && request.headers.get('if-modified-since') === modified
  const held = asked.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return held.includes('*') || etags.some((etag) => held.includes(etag))
}
