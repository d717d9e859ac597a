/** One login is other bytes on other systems: "ü" has two forms in Unicode, and older apps send it in Latin-1. */

export interface BasicLogin {
  username: string
  password: string
}

/** A name or password in the form that everything here keeps and compares. */
export const normalizedLogin = (text: string): string => text.normalize('NFC')

/** What a password may have been when its hash was made: as it was sent, composed, and decomposed as macOS does. */
export function passwordSpellings(password: string): string[] {
  return [...new Set([normalizedLogin(password), password.normalize('NFD'), password])]
}

/**
 * The logins that a header of HTTP Basic may mean, the likeliest first; none when it is no such header. RFC 7617 names
 * no encoding: apps send UTF-8 or Latin-1, and what is one in Latin-1 is rarely UTF-8 as well.
 */
export function basicLogins(header: string | null): BasicLogin[] {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1]
  if (!encoded) return []
  const bytes = Buffer.from(encoded, 'base64')
  const texts = new Set([bytes.toString('utf8'), new TextDecoder('windows-1252').decode(bytes)])
  return [...texts].flatMap((text) => {
    const colon = text.indexOf(':')
    return colon < 0 ? [] : [{ username: text.slice(0, colon), password: text.slice(colon + 1) }]
  })
}
