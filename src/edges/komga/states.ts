import type { ContentType } from '../../library/series/states'

/** The two libraries. Some apps split ids at a hyphen, so these have none. */
export const libraries = [
  { id: 'comics', name: 'Comics', kind: 'comic' },
  { id: 'manga', name: 'Manga', kind: 'manga' },
] as const satisfies { id: string; name: string; kind: ContentType }[]
export type Library = (typeof libraries)[number]

export const libraryOf = (kind: ContentType): Library => libraries.find((each) => each.kind === kind)!

/** The id of the collection of a user's favourites. */
export const FAVOURITES = 'favourites'

export const seriesStates = ['ENDED', 'ONGOING', 'ABANDONED', 'HIATUS'] as const
export type SeriesState = (typeof seriesStates)[number]

export const readStates = ['UNREAD', 'IN_PROGRESS', 'READ'] as const
export type ReadState = (typeof readStates)[number]

/** The roles of people, which sources spell in several ways. */
const ROLES: Record<string, string> = { coverartist: 'cover', artist: 'penciller', author: 'writer', story: 'writer' }

/** In the words of the apps. */
export function roleOf(role: string): string {
  const word = role.toLowerCase().replace(/[\s_-]/g, '')
  return Object.hasOwn(ROLES, word) ? ROLES[word]! : word
}
