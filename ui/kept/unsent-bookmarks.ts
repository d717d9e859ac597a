import { ApiError, call } from '../api/client'
import type { Reply } from '../api/contract'
import { ownKey, progressUser } from '../state/progress'
import { isSilent } from '../worker/routing'
import { keptUser } from './kept-user'
import { retryOf } from './retry'

export type Bookmark = Reply<'GET /api/reading/issues/:issue_id'>['bookmarks'][number]
/** A bookmark with its note, without the field one whose note stays, or the removal of a bookmark; and its time. */
export type BookmarkChange = { set: true; note?: string; at: string } | { set: false; at: string }

type Unsent = Record<string, Record<number, BookmarkChange>>

const KEY = 'panelkeep.reader.bookmarks'
const WAIT_MS = 2_000
const NAME = '/api/reading/issues/:issue_id/bookmarks/:page'

/** Sends a change at once. While the server does not answer, it is stored, and the returned bookmarks contain it. */
export async function changeBookmark(
  issueId: string,
  page: number,
  change: BookmarkChange,
  known: readonly Bookmark[],
): Promise<{ bookmarks: readonly Bookmark[]; isSent: boolean }> {
  try {
    const bookmarks = await send(issueId, page, change)
    store(issueId, page, undefined)
    return { bookmarks: withUnsent(issueId, bookmarks), isSent: true }
  } catch (cause) {
    const isStored = cause instanceof ApiError && isSilent(cause) && store(issueId, page, change)
    if (!isStored) throw cause
    unanswered.reset()
    unanswered.later()
    return { bookmarks: withUnsent(issueId, known), isSent: false }
  }
}

/** The bookmarks of an issue with the changes that the server does not have yet. */
export function withUnsent(issueId: string, known: readonly Bookmark[]): readonly Bookmark[] {
  const all = new Map(known.map((one) => [one.page, one]))
  for (const [at, change] of Object.entries(unsent()[issueId] ?? {})) {
    const page = Number(at)
    const before = all.get(page)
    if (!change.set) all.delete(page)
    else
      all.set(page, {
        page,
        note: (change.note ?? before?.note) || null,
        created_at: before?.created_at ?? change.at,
      })
  }
  return [...all.values()].sort((a, b) => a.page - b.page)
}

/** Sends the stored changes. A change that the server refuses is dropped: a retry would be refused as well. */
export async function sendUnsentBookmarks(): Promise<void> {
  const stored = Object.entries(unsent())
  for (const [issueId, changes] of stored)
    for (const [at, change] of Object.entries(changes)) {
      const page = Number(at)
      // The user changed it while an earlier one was sent.
      if (!isStored(issueId, page, change)) continue
      try {
        await send(issueId, page, change)
      } catch (cause) {
        // After a login the change can be sent, by the reader.
        if (!(cause instanceof ApiError) || isSilent(cause) || cause.status >= 500) return unanswered.later()
        if (cause.status === 401) return
      }
      if (isStored(issueId, page, change)) store(issueId, page, undefined)
    }
}

const unanswered = retryOf(() => sendUnsentBookmarks(), WAIT_MS)

const isStored = (issueId: string, page: number, change: BookmarkChange) =>
  JSON.stringify(unsent()[issueId]?.[page]) === JSON.stringify(change)

/** Names the user: another tab may have switched to another one, for whom the server refuses it. */
async function send(issue_id: string, page: number, change: BookmarkChange): Promise<readonly Bookmark[]> {
  const params = { issue_id, page }
  const whose = { user_id: progressUser()?.user_id, at: change.at, now: new Date().toISOString() }
  const { bookmarks } = await (change.set
    ? call(`PUT ${NAME}`, {
        params,
        body: { ...(change.note !== undefined && { note: change.note || null }), ...whose },
      })
    : call(`DELETE ${NAME}`, { params, query: whose }))
  // Best effort: the copy is only read while the server does not answer.
  if (keptUser()) void import('./kept-issues').then((m) => m.saveInCopy(issue_id, { bookmarks })).catch(() => undefined)
  return bookmarks
}

function unsent(): Unsent {
  try {
    return JSON.parse(localStorage.getItem(ownKey(KEY)) ?? '{}')
  } catch {
    return {}
  }
}

/** Stores a change, or drops the stored one. Returns whether this window may store anything. */
function store(issueId: string, page: number, change: BookmarkChange | undefined): boolean {
  const { [issueId]: own = {}, ...others } = unsent()
  const { [page]: _, ...rest } = own
  const pages = change ? { ...rest, [page]: change } : rest
  const next = Object.keys(pages).length > 0 ? { ...others, [issueId]: pages } : others
  try {
    if (Object.keys(next).length > 0) localStorage.setItem(ownKey(KEY), JSON.stringify(next))
    else localStorage.removeItem(ownKey(KEY))
    return true
  } catch {
    return false
  }
}
