import { ApiError, call, onRefusal } from '../api/client'
import { clearCache } from '../api/query'
import { signal } from '../html'
import { setupStep } from './setup-step'

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
  const { authenticated, username, setup_step } = await call('GET /api/auth/check-session')
  setupStep.set(setup_step)
  return authenticated ? { is: 'in', username: username ?? '' } : undefined
}

export async function logIn(username: string, password: string): Promise<void> {
  await call('POST /api/auth/login', { body: { username, password } })
  session.value = { is: 'in', username }
}

export async function logOut(): Promise<void> {
  await call('POST /api/auth/logout')
  leave()
}

function leave(): void {
  clearCache()
  session.value = { is: 'guest' }
}

/** Any 401 means that the session ended; the login page returns here afterwards. */
onRefusal((error) => {
  if (error.status === 401 && session.peek().is === 'in' && error.body.error === undefined) leave()
})
