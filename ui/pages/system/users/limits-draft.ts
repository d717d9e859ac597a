import type { User } from './user-words'

export type Limits = NonNullable<User['limits']>
export type TagChoice = { name: string; count: number }
export type CollectionChoice = { collection_id: string; name: string; series: number }
/** What the limits can name: the tags and collections of the library. */
export type LimitChoices = { tags: readonly TagChoice[]; collections: readonly CollectionChoice[] }

/** The beginning of new limits: they hide nothing yet. */
export const OPEN_LIMITS: Limits = {
  kinds: ['comic', 'manga'],
  max_age: null,
  unrated: 'deny',
  tags_any: [],
  tags_none: [],
  collections: null,
  may_download: true,
  may_request: true,
}

/** Tags are the same whatever their case; limits hold them folded. */
export const tagKey = (name: string): string => name.normalize('NFKC').toLowerCase()

/** Why the limits hide the whole library; undefined when they do not, as far as the page can tell. */
export function emptyReason(limits: Limits, { tags, collections }: LimitChoices): string | undefined {
  if (limits.kinds.length === 0) return 'Neither comics nor manga are allowed.'
  if (limits.collections?.length === 0) return 'No collection is chosen.'
  const chosen = collections.filter(({ collection_id }) => limits.collections?.includes(collection_id))
  if (limits.collections && chosen.every(({ series }) => series === 0)) return 'The chosen collections are empty.'
  if (limits.tags_any.length === 0) return undefined
  const left = limits.tags_any.filter((tag) => !limits.tags_none.includes(tag))
  if (left.length === 0) return 'Every allowed tag is hidden too.'
  const isUsed = (key: string) => tags.some(({ name, count }) => tagKey(name) === key && count > 0)
  return left.some(isUsed) ? undefined : 'No series has one of the allowed tags.'
}
