import { hidesSeries } from '../../base/auth/limits'
import type { Caller } from '../../base/platform/caller'
import type { Asker, RequestReply } from './schema'
import type { AskerRow, ListedRequest } from './store'

/** What pages show of a user; undefined for one who was deleted for good. */
export type CardOf = (userId: string) => Asker | undefined

/** Whether the caller decides about requests, and sees all. */
export const mayDecide = ({ role }: Caller): boolean => role !== 'reader'

/** A request as the caller sees it: readers do not learn who else asked. */
export function requestReply(
  request: ListedRequest,
  askers: readonly AskerRow[],
  { caller, cardOf }: { caller: Caller; cardOf: CardOf },
): RequestReply {
  const own = askers.find(({ user_id }) => user_id === caller.user_id)
  const shown = mayDecide(caller) ? askers : own ? [own] : []
  const { request_id, state, kind, subject, title, year, comic_id, provider, decided_at, reason } = request
  return {
    request_id,
    state,
    kind,
    title,
    year,
    comic_id,
    issue_id: kind === 'issue' ? subject : null,
    provider_id: kind === 'series' && provider !== null ? subject : null,
    cover_url: hidesSeries(caller.limits) && kind === 'series' ? coverOf(comic_id) : request.cover_url,
    note: notesOf(shown, cardOf),
    asked_by: shown.flatMap(({ user_id }) => cardOf(user_id) ?? []),
    asked_at: shown[0]?.asked_at ?? request.asked_at,
    decided_at,
    reason,
    mine: own !== undefined,
  }
}

/** Pictures of providers have no rating; what the library shows is within the limits. */
const coverOf = (comicId: string | null): string | null =>
  comicId === null ? null : `/api/covers/series/${encodeURIComponent(comicId)}`

/** One note, or those of several users with their names. */
function notesOf(askers: readonly AskerRow[], cardOf: CardOf): string {
  if (askers.length === 1) return askers[0]!.note
  const lines = askers.flatMap(({ user_id, note }) => {
    const name = cardOf(user_id)?.name
    return note === '' || name === undefined ? [] : [`${name}: ${note}`]
  })
  return lines.join('\n')
}
