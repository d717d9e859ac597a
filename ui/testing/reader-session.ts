import { currentUser, type SessionUser } from '../state/user'

/** A user who only reads. */
export const READER_USER: SessionUser = {
  user_id: 'u2',
  name: 'Mia',
  role: 'reader',
  colour: 'teal',
  picture: null,
  limits_apply: false,
  may_download: true,
  may_request: false,
  share_reading: false,
  date_locale: null,
  sees: 'reader',
}

/** Makes the session of the test a reader's. Tests end it with `currentUser.value = null`. */
export function readAs(user: Partial<SessionUser> = {}): void {
  currentUser.value = { ...READER_USER, ...user }
}
