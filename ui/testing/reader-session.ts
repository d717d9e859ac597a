import { currentUser, type SessionUser } from '../state/user'
import { sessionUser } from './session-user'

/** Makes the session of the test that of a user who only reads. Tests end it with `currentUser.value = null`. */
export function readAs(change: Partial<SessionUser> = {}): void {
  const reader = { user_id: 'u2', name: 'Mia', role: 'reader', may_request: false, sees: 'reader' } as const
  currentUser.value = sessionUser({ ...reader, ...change })
}
