import type { Reply } from '../api/contract'
import { signal } from '../html'

/** The user of this session. `sees: 'reader'` has only the readers' pages, whatever the role. */
export type SessionUser = NonNullable<Reply<'GET /api/auth/check-session'>['user']>

/** Null until the session is known, and for guests. */
export const currentUser = signal<SessionUser | null>(null)

/** Whether this session has only the readers' pages: a reader, a PIN session, or a device without management. */
export const isReader = (): boolean => currentUser.value?.sees === 'reader'

/** Whether this session keeps the library, but has neither the owner's pages nor the owner's settings. */
export const isManager = (): boolean => currentUser.value?.role === 'manager' && !isReader()

/** Whether this session has the owner's pages. */
export const isOwner = (): boolean => currentUser.value?.role === 'owner' && !isReader()

/** Whether the library has other users. */
export const hasOthers = (): boolean => currentUser.value?.has_others ?? false

export const mayDownload = (): boolean => currentUser.value?.may_download ?? true

export const mayRequest = (): boolean => currentUser.value?.may_request ?? false
