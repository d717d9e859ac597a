import { signal } from '../html'

/** The user of this session as check-session names them. */
export type SessionUser = {
  user_id: string
  name: string
  role: 'owner' | 'manager' | 'reader'
  /** Whose picture or initials, with `colour` as their ground, stand for this user. */
  colour: string
  picture: string | null
  limits_apply: boolean
  may_download: boolean
  may_request: boolean
  share_reading: boolean
  /** The language of dates and numbers; null follows the browser. */
  date_locale: string | null
  /** `reader`: this session reaches only what readers reach, whatever the role. */
  sees: 'everything' | 'reader'
}

/** Null until the session is known, and for guests. */
export const currentUser = signal<SessionUser | null>(null)

/** Whether this session has only the readers' pages: a reader, a PIN session, or a device without management. */
export const isReader = (): boolean => currentUser.value?.sees === 'reader'

/** Whether this session has the owner's pages. */
export const isOwner = (): boolean => currentUser.value?.role === 'owner' && !isReader()

export const mayDownload = (): boolean => currentUser.value?.may_download ?? true

export const mayRequest = (): boolean => currentUser.value?.may_request ?? false
