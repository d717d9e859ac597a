const ESCAPED = /(?:%[\da-f]{2})+/gi

/**
 * The path that Java's address of a file means: `file:/data/a%20b`, `file:/C:/a`, `file://server/share`. Each escaped
 * byte counts once, and a plus is a plus. Bytes that are no UTF-8 become U+FFFD. Null for any other address.
 */
export function pathOfFileUrl(url: string): string | null {
  if (!/^file:\/?/i.test(url)) return null
  const rest = url.slice('file:'.length)
  const path = rest.replace(ESCAPED, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'))
  if (!path.startsWith('/')) return null
  // Three slashes are an empty host; two are the host of a share.
  const local = path.startsWith('///') ? path.slice(2) : path
  if (local.startsWith('//')) return local.replaceAll('/', '\\')
  return /^\/[a-z]:(?:\/|$)/i.test(local) ? local.slice(1).replaceAll('/', '\\') : local
}
