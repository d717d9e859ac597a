import type { SessionUser } from '../state/user'

type Colour = 'red' | 'orange' | 'amber' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
type Limits = {
  kinds: ('comic' | 'manga')[]
  max_age: number | null
  unrated: 'allow' | 'deny'
  tags_any: string[]
  tags_none: string[]
  collections: string[] | null
  may_download: boolean
  may_request: boolean
}
type Face = { user_id: string; name: string; colour: Colour; picture: string | null }
type User = Face & {
  role: SessionUser['role']
  limits: Limits | null
  invited: boolean
  invitation_expires_at: string | null
  last_seen_at: string | null
  created_at: string
  devices: number
  sessions: number
  shares_reading: boolean
  lately: { comic_id: string; series_name: string; issue_id: string; label: string; read_at: string }[] | null
}
type Invitation = { url: string; expires_at: string }
type Account = Face & {
  role: SessionUser['role']
  share_reading: boolean
  date_locale: string | null
  has_pin: boolean
  may_download: boolean
  may_request: boolean
}
type UserChange = { name?: string; role?: 'manager' | 'reader'; colour?: Colour; limits?: Limits | null }
type AccountChange = {
  name?: string
  colour?: Colour
  picture?: string | null
  share_reading?: boolean
  date_locale?: string | null
  password?: string
  current_password?: string
}
type Nothing = { params: never; query: never; body: never }
type OfUser = { params: { user_id: string }; query: never }
type Done = { success: true }
type LoggedIn = { success: true; username: string }

/** Endpoints that the server's contract does not describe yet. Remove a line once the contract has it. */
export type UndescribedEndpoints = {
  'GET /api/users': Nothing & {
    reply: { users: User[]; deleted: { user_id: string; name: string; deleted_at: string }[] }
  }
  'POST /api/users': {
    params: never
    query: never
    body: UserChange & { name: string; role: 'manager' | 'reader' }
    reply: { user: User; invitation: Invitation }
  }
  'PATCH /api/users/:user_id': OfUser & { body: UserChange; reply: User }
  'DELETE /api/users/:user_id': OfUser & { body: never; reply: Done }
  'POST /api/users/:user_id/restore': OfUser & { body: never; reply: User }
  'POST /api/users/:user_id/invitation': OfUser & { body: never; reply: Invitation }
  'DELETE /api/users/:user_id/sessions': OfUser & { body: never; reply: Done }
  'GET /api/auth/invitation/:token': {
    params: { token: string }
    query: never
    body: never
    reply: { name: string; colour: Colour; role: SessionUser['role']; house: string; expires_at: string }
  }
  'POST /api/auth/invitation/:token': {
    params: { token: string }
    query: never
    body: { password: string }
    reply: LoggedIn
  }
  'GET /api/account': Nothing & { reply: Account }
  'PATCH /api/account': { params: never; query: never; body: AccountChange; reply: Account }
  'PUT /api/account/pin': {
    params: never
    query: never
    body: { pin: string; current_password: string }
    reply: Done
  }
  'DELETE /api/account/pin': Nothing & { reply: Done }
  'GET /api/auth/known-users': Nothing & { reply: { users: (Face & { has_pin: boolean })[] } }
  'POST /api/auth/switch': {
    params: never
    query: never
    body: { user_id: string; pin?: string; password?: string }
    reply: LoggedIn
  }
}
