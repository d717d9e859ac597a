import type { Caller } from '../platform/caller'
import type { AppEvent } from './types'

/** Everything else is about the keeping of the library. */
const FOR_READERS: readonly AppEvent['type'][] = [
  'series.changed',
  'issue.changed',
  'library.changed',
  'reading.changed',
  'readlist.changed',
  'collection.changed',
  'views.changed',
  'arc.changed',
  'names.changed',
  'user.changed',
  'shutdown',
  'restart',
]

/**
 * Whether a stream of the caller gets the event: of own rows only the user does, of forbidden series nobody who may not
 * see them. `isSeen` says whether the caller may see a series.
 */
export function mayReceive(event: AppEvent, { user_id, role, limits }: Caller, isSeen: (comicId: string) => boolean) {
  // The report of a move names users and their limits.
  if (event.type === 'migration.progress') return role === 'owner'
  if (event.type === 'user.changed') return role === 'owner' || event.user_id === user_id
  if (event.type === 'request.changed') return role !== 'reader' || event.user_ids.includes(user_id)
  if ('user_id' in event && event.user_id !== undefined && event.user_id !== user_id) return false
  if (role === 'reader' && !FOR_READERS.includes(event.type)) return false
  return limits === null || !('comic_id' in event) || typeof event.comic_id !== 'string' || isSeen(event.comic_id)
}
