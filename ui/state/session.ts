import { ApiError, call, onRefusal } from '../api/client'
import { clearCache } from '../api/query'
import { signal } from '../html'
import { forgetCopies, keptUser } from '../kept/kept-user'
import { requestCopySync } from '../kept/lazy'
import { formatFor } from '../parts/text/locale'
import { withRoot } from '../root'
import { progress } from './progress'
import { setupStep } from './setup-step'
import { removeToasts } from './toasts'
import { currentUser, type SessionUser } from './user'

export type Session =
  | { is: 'unknown' }
  | { is: 'unreachable'; detail: string }
  | { is: 'setup' }
  | { is: 'guest' }
  | { is: 'in'; username: string }

export const session = signal<Session>({ is: 'unknown' })

/** Requests the session. Returns whether a user is logged in. `known` says that the page was sent to a session. */
export async function checkSession(known = false): Promise<boolean> {
  try {
    session.value = (known && (await ownSession())) || (await whoIsHere())
  } catch (cause) {
    const detail = cause instanceof ApiError ? cause.detail : String(cause)
    if (session.peek().is !== 'in') session.value = { is: 'unreachable', detail }
    return false
  }
  return session.value.is === 'in'
}

async function whoIsHere(): Promise<Session> {
  const { needs_setup } = await call('GET /api/auth/check-setup')
  return needs_setup ? { is: 'setup' } : ((await ownSession()) ?? { is: 'guest' })
}

async function ownSession(): Promise<Session | undefined> {
  const { authenticated, username, setup_step, user } = await call('GET /api/auth/check-session')
  const before = currentUser.peek()
  if (before && user && user.user_id !== before.user_id) return leaveToOther(before, user)
  setupStep.set(setup_step)
  setUser(user ?? null)
  if (user) await forgetOthers(user)
  return authenticated ? { is: 'in', username: username ?? '' } : undefined
}

function setUser(user: SessionUser | null): void {
  currentUser.value = user
  formatFor(user?.date_locale ? [user.date_locale] : undefined)
}

/** Another tab logged in as another user: this tab reloads, so that it keeps no data of the previous user. */
async function leaveToOther({ name }: SessionUser, user: SessionUser): Promise<Session> {
  await forgetOthers(user)
  location.assign(withRoot('/'))
  return { is: 'in', username: name }
}

/** Reloads the app after a switch, so that no data of the previous user stays in memory or on this device. */
export async function reloadApp(): Promise<void> {
  if (keptUser()) {
    const { user } = await call('GET /api/auth/check-session').catch(() => ({ user: undefined }))
    await forgetOthers(user)
  }
  location.assign(withRoot('/'))
}

/** Removes the issues that another user kept on this device. */
async function forgetOthers(user: { user_id: string } | undefined): Promise<void> {
  const kept = keptUser()
  if (kept && kept.user_id !== user?.user_id) await forgetCopies().catch(() => undefined)
}

export async function logIn(username: string, password: string): Promise<void> {
  await call('POST /api/auth/login', { body: { username, password } })
  await enter(username)
}

/** After a login. The pages are drawn for the user's role, so the session is fetched before it begins. */
export async function enter(username: string): Promise<void> {
  clearCache()
  if (!(await checkSession())) session.value = { is: 'in', username }
  // What was refused since the session ended would be sent only after a wait.
  void progress().flush()
  requestCopySync()
}

/** Sends the last progress and bookmarks first: nothing of the user stays on this device. */
export async function logOut(): Promise<void> {
  await progress().flush()
  await import('../kept/unsent-bookmarks').then((m) => m.sendUnsentBookmarks()).catch(() => undefined)
  await call('POST /api/auth/logout')
  await forgetCopies().catch(() => undefined)
  leave()
}

function leave(): void {
  clearCache()
  removeToasts()
  setUser(null)
  session.value = { is: 'guest' }
}

/** A 401 of these means a wrong password or PIN. */
const LOGINS = ['/api/auth/login', '/api/auth/switch']

/** Any other 401 means that the session ended; the login page returns here afterwards. */
onRefusal((error, url) => {
  if (error.body.error === 'other_user') void checkSession()
  const isLogin = LOGINS.some((path) => withRoot(path) === url)
  if (error.status === 401 && session.peek().is === 'in' && error.body.error === undefined && !isLogin) {
    leave()
    requestCopySync()
  }
})
