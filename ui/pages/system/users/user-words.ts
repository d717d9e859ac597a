import type { Reply } from '../../../api/contract'
import { agoWords } from '../../../forms/folder-words'
import { countWords } from '../../../parts/text/format'
import { whenWords } from '../../../parts/text/when'
import { type CollectionChoice, type LimitChoices, type Limits, tagKey } from './limits-draft'

export type User = Reply<'GET /api/users'>['users'][number]

export const ROLES = {
  owner: { label: 'Owner', about: 'Everything.' },
  manager: {
    label: 'Manager',
    about: 'Reads, adds series, downloads and imports. Users, security, network and backups stay yours.',
  },
  reader: { label: 'Reader', about: 'Reads, and can ask for comics. Sees no settings.' },
} as const satisfies Record<User['role'], { label: string; about: string }>

export const KINDS = [
  { value: 'both', label: 'Comics and manga', kinds: ['comic', 'manga'] },
  { value: 'comic', label: 'Comics', kinds: ['comic'] },
  { value: 'manga', label: 'Manga', kinds: ['manga'] },
] as const

export const kindOf = ({ kinds }: Limits) =>
  KINDS.find((one) => one.kinds.length === kinds.length && one.kinds.every((kind) => kinds.includes(kind)))

/** "12 years". */
const yearsWords = (age: number): string => countWords(age, 'year')

/** "Up to 12 years". */
export const ageLabel = (age: number): string => `Up to ${yearsWords(age)}`

/** Limits of a user who was moved in, and whose limits in the other program have no counterpart. */
const seesNothing = ({ collections }: Limits): boolean => collections?.length === 0

/** What a user sees, in a few words each: "Comics and manga up to 12 years", "Tagged Space". */
export function limitsWords(limits: Limits | null, { tags, collections }: LimitChoices): string[] {
  if (!limits) return ['Whole library']
  if (seesNothing(limits)) return ['Sees nothing until you choose']
  const { max_age, unrated, tags_any, tags_none, may_download, may_request } = limits
  const what = kindOf(limits)?.label ?? 'Nothing'
  const nameOf = (key: string) => tags.find(({ name }) => tagKey(name) === key)?.name ?? key
  const words = [
    max_age === null ? what : `${what} up to ${yearsWords(max_age)}`,
    max_age !== null && unrated === 'allow' && 'Also without a rating',
    tags_any.length > 0 && `Only tagged ${tags_any.map(nameOf).join(' or ')}`,
    tags_none.length > 0 && `Not tagged ${tags_none.map(nameOf).join(' or ')}`,
    collectionWords(limits.collections, collections),
    !may_download && 'No downloads',
    !may_request && 'No requests',
  ]
  return words.filter((one) => one !== false)
}

function collectionWords(ids: Limits['collections'], known: readonly CollectionChoice[]): string | false {
  if (!ids) return false
  const names = known.filter(({ collection_id }) => ids.includes(collection_id)).map(({ name }) => name)
  return names.length > 0 ? `Only ${names.join(', ')}` : `Only ${countWords(ids.length, 'collection')}`
}

/** "Last seen 5 minutes ago". */
export const seenWords = ({ last_seen_at }: User, now: number): string =>
  last_seen_at === null ? 'Never logged in' : `Last seen ${agoWords(last_seen_at, now)}`

/** "Invited until 24 Nov 2026"; undefined when there is nothing to say about an invitation. */
export function invitedWords({ invited, invitation_expires_at, last_seen_at, role }: User): string | undefined {
  if (invited && invitation_expires_at !== null) return `Invited until ${whenWords(invitation_expires_at)}`
  if (role === 'owner' || last_seen_at !== null) return undefined
  return invitation_expires_at === null ? 'Not invited yet' : 'The invitation has expired'
}

/** "2 sessions, 1 device". */
export function accessWords({ sessions, devices }: User): string {
  const words = [
    sessions > 0 && countWords(sessions, 'session'),
    devices > 0 && countWords(devices, 'reading device'),
  ].filter(Boolean)
  return words.join(', ')
}
