/** Validators of the reply, compared with those of the client's copy. */
interface Validators {
  /** Quoted, strong. The first belongs to this reply; others belong to other encodings of the same content. */
  etags: readonly string[]
  /** The value of Last-Modified. */
  modified?: string
}

/**
 * Whether the client's copy is still valid, so that the answer is 304 (RFC 9110, 13.2.2). Last-Modified is compared for
 * equality, not for age: removing something from the library leaves nothing newer.
 */
export function isUnchanged(request: Request, { etags, modified }: Validators): boolean {
  const header = request.headers.get('if-none-match')
  if (header === null) return modified !== undefined && request.headers.get('if-modified-since') === modified
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || etags.some((etag) => tags.includes(etag))
}
