import { ApiError, call, onRefusal } from '../api/client'
import { clearCache } from '../api/query'
import { signal } from '../html'
import { setupStep } from './setup-step'
import { currentUser, type SessionUser } from './user'

export type Session =
  | { is: 'unknown' }
  | { is: 'unreachable'; detail: string }
  | { is: 'setup' }
  | { is: 'guest' }
  | { is: 'in'; username: string }

export const session = signal<Session>({ is: 'unknown' })

/** Requests the session. Returns whether a user is logged in. */
export async function checkSession(): Promise<boolean> {
  try {
    session.value = await whoIsHere()
  } catch (cause) {
    const detail = cause instanceof ApiError ? cause.detail : String(cause)
    if (session.peek().is !== 'in') session.value = { is: 'unreachable', detail }
    return false
  }
  return session.value.is === 'in'
}

async function whoIsHere(): Promise<Session> {
  const { needs_setup } = await call('GET /api/auth/check-setup')
  if (needs_setup) return { is: 'setup' }
  const reply = await call('GET /api/auth/check-session')
  const { authenticated, username, setup_step } = reply
  setupStep.set(setup_step)
  currentUser.value = (reply as { user?: SessionUser | null }).user ?? null
  return authenticated ? { is: 'in', username: username ?? '' } : { is: 'guest' }
}

export async function logIn(username: string, password: string): Promise<void> {
  await call('POST /api/auth/login', { body: { username, password } })
  await enter(username)
}

/** After a login. The pages are drawn for the user's role, so the session is fetched before it begins. */
export async function enter(username: string): Promise<void> {
  clearCache()
  if (!(await checkSession())) session.value = { is: 'in', username }
}

export async function logOut(): Promise<void> {
  await call('POST /api/auth/logout')
  leave()
}

function leave(): void {
  clearCache()
  currentUser.value = null
  session.value = { is: 'guest' }
}

/** Any 401 means that the session ended; the login page returns here afterwards. */
onRefusal((error) => {
  if (error.status === 401 && session.peek().is === 'in' && error.body.error === undefined) leave()
})
