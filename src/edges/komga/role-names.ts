/** The roles of people, which sources spell in several ways. */

const ROLES: Record<string, string> = { coverartist: 'cover', artist: 'penciller', author: 'writer', story: 'writer' }

/** In the words of the apps. */
export function roleOf(role: string): string {
  const word = role.toLowerCase().replace(/[\s_-]/g, '')
  return Object.hasOwn(ROLES, word) ? ROLES[word]! : word
}

/** The words, in small letters without blanks, that mean a role of the apps. */
export const spellingsOfRole = (role: string): string[] => [
  ...(roleOf(role) === role ? [role] : []),
  ...Object.keys(ROLES).filter((word) => ROLES[word] === role),
]
