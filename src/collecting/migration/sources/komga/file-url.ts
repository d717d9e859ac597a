const ESCAPED = /(?:%[\da-f]{2})+/gi

/**
 * The path in a Java file address: `file:/data/a%20b`, `file:/C:/a`, `file://server/share`. Escaped bytes are decoded
 * once, and a plus stays a plus. Bytes that are not UTF-8 become U+FFFD. Null for any other address.
 */
export function pathOfFileUrl(url: string): string | null {
  if (!/^file:\/?/i.test(url)) return null
  const rest = url.slice('file:'.length)
  const path = rest.replace(ESCAPED, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
  if (!path.startsWith('/')) return null
  // Three slashes mean an empty host; two precede the host of a share.
  const local = path.startsWith('///') ? path.slice(2) : path
  if (local.startsWith('//')) return local.replaceAll('/', '\\')
  return /^\/[a-z]:(?:\/|$)/i.test(local) ? local.slice(1).replaceAll('/', '\\') : local
}
