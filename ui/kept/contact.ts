import { call } from '../api/client'
import type { Reply } from '../api/contract'
import { progress } from '../state/progress'
import { type Allowed, changesOf } from './changes'
import { fetchCopies, renewCopy } from './keeper'
import { copies, readKeptIssues } from './kept-issues'
import { keptIssues, showCopy } from './kept-signal'
import { forgetCopies, type KeptUser, keptUser } from './kept-user'
import { sendUnsentBookmarks } from './unsent-bookmarks'

type SessionReply = Reply<'GET /api/auth/check-session'>

/** As many as one request may name. */
const AT_ONCE = 200
const OWNER = 'owner'

/**
 * What is due whenever the server answers again: progress and bookmarks are sent, copies that this user may no longer have are
 * removed, and copies that are incomplete or outdated are fetched. Best effort; the next contact repeats it.
 */
export async function syncCopies(): Promise<void> {
  const user = keptUser()
  if (!user) return
  if (await hasEnded(user)) {
    await forgetCopies()
    keptIssues.value = new Map()
    return
  }
  const session = await call('GET /api/auth/check-session')
  if (!session.authenticated) return
  await progress().flush()
  await sendUnsentBookmarks()
  await applyReply()
  await fetchCopies()
}

/** Whether the user of the copies has no account here any more, or this browser belongs to another user now. */
async function hasEnded(user: KeptUser): Promise<boolean> {
  const { needs_setup } = await call('GET /api/auth/check-setup')
  if (needs_setup) return true
  const session: SessionReply = await call('GET /api/auth/check-session')
  if (session.authenticated) return session.user !== undefined && session.user.user_id !== user.user_id
  if (session.ended) return true
  // The session expired. The copies stay for the next login, unless the user was deleted meanwhile.
  if (user.role === OWNER) return false
  const { users } = await call('GET /api/auth/known-users')
  return !users.some(({ user_id }) => user_id === user.user_id)
}

async function applyReply(): Promise<void> {
  const own = [...(await readKeptIssues()).values()]
  for (let from = 0; from < own.length; from += AT_ONCE) {
    const asked = own.slice(from, from + AT_ONCE)
    const reply = await call('POST /api/reading/kept', {
      body: { issue_ids: asked.map(({ issue }) => issue.issue_id) },
    })
    await applyChanges(asked, reply)
  }
}

async function applyChanges(asked: Parameters<typeof changesOf>[0], reply: Allowed): Promise<void> {
  const { removed, outdated, updated } = changesOf(asked, reply)
  for (const { user_id, issue } of removed) {
    await copies().remove({ user_id, issue_id: issue.issue_id })
    showCopy(issue.issue_id, undefined)
  }
  for (const copy of updated) {
    // The user may have removed or renewed it since the request.
    const { user_id, issue, kept_at } = copy
    if ((await copies().find({ user_id, issue_id: issue.issue_id }))?.kept_at !== kept_at) continue
    await copies().save(copy)
    showCopy(issue.issue_id, copy)
  }
  // What cannot be fetched now stays until the next contact.
  for (const copy of outdated) await renewCopy(copy).catch(() => undefined)
  if (!reply.may_keep) await forgetCopies()
}
