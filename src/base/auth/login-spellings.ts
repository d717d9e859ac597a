/**
 * The same login can be different bytes on different systems: "ü" has two forms in Unicode, and older apps send
 * Latin-1.
 */

export interface BasicLogin {
  username: string
  password: string
}

/** A name or password in the normal form that is stored and compared. */
export const normalizedLogin = (text: string): string => text.normalize('NFC')

/** The forms a password may have had when its hash was made: as sent, composed, and decomposed as on macOS. */
export function passwordSpellings(password: string): string[] {
  return [...new Set([normalizedLogin(password), password.normalize('NFD'), password])]
}

/**
 * The logins that an HTTP Basic header may contain, the likeliest first; empty when the header is not Basic. RFC 7617
 * names no encoding: apps send UTF-8 or Latin-1, and Latin-1 text is rarely valid UTF-8 as well.
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
