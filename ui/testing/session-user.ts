import type { SessionUser } from '../state/user'

/** The owner, as check-session names users. */
export const sessionUser = (more: Partial<SessionUser> = {}): SessionUser => ({
  user_id: 'owner',
  name: 'Ana Blum',
  role: 'owner',
  colour: 'teal',
  picture: null,
  limits_apply: false,
  may_download: true,
  may_request: true,
  share_reading: false,
  date_locale: null,
  sees: 'everything',
  has_others: false,
  ...more,
})
