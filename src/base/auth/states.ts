/** How the catalog names the media types of comic archives; no single name suits every app. */
export const comicTypes = ['standard', 'x-cbz', 'zip'] as const
export type ComicTypes = (typeof comicTypes)[number]

/**
 * The steps of the first setup that follow the account. `start` and `scan` are of earlier versions: the pages open `folders` and
 * `tablet` for them.
 */
export const setupSteps = ['start', 'folders', 'sources', 'tablet', 'scan'] as const
export type SetupStep = (typeof setupSteps)[number]

/** What a user may do (`roles.ts`). There is one owner: the login of the setup. */
export const roles = ['owner', 'manager', 'reader'] as const
export type Role = (typeof roles)[number]

/** The colours of a user without a picture. */
export const userColours = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type UserColour = (typeof userColours)[number]

/** What a user may see and do beyond the role; without limits, all. */
export interface Limits {
  kinds: ('comic' | 'manga')[]
  /** In years; null: every age. */
  max_age: number | null
  /** What happens with series without a known age rating, when there is a highest age. */
  unrated: 'allow' | 'deny'
  /** Case-folded names of tags: only series with one of these, unless the list is empty. */
  tags_any: string[]
  /** And no series with one of these. */
  tags_none: string[]
  /** Ids of collections; null: series outside of them too. */
  collections: string[] | null
  may_download: boolean
  may_request: boolean
}
