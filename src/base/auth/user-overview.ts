import type { Clock } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import type { Invitations } from './invitations'
import * as store from './user-store'
import type { Users } from './users'

interface ReadLately {
  comic_id: string
  series_name: string
  issue_id: string
  label: string
  read_at: string
}

interface Deps {
  db: Database
  clock: Clock
  users: Users
  invitations: Invitations
  /** What the user read last, newest first. */
  readLately: (userId: string) => ReadLately[]
}

/** The users as the owner's page shows them. */
export class UserOverview {
  constructor(private readonly deps: Deps) {}

  list() {
    const deleted = this.deps.users.deleted()
    return {
      users: this.rows(),
      deleted: deleted.map(({ user_id, name, deleted_at }) => ({ user_id, name, deleted_at: deleted_at! })),
    }
  }

  /** Throws Refusal 'missing'. */
  one(userId: string) {
    const row = this.rows().find(({ user_id }) => user_id === userId)
    if (!row) throw new Refusal('missing', 'This user no longer exists.')
    return row
  }

  private rows() {
    const { db, clock, users, invitations, readLately } = this.deps
    const sessions = store.countSessions(db.read, clock.now())
    const [devices, unused] = [store.countDevices(db.read), invitations.unused()]
    return users.list().map((row) => ({
      user_id: row.user_id,
      name: row.name,
      role: row.role,
      colour: row.colour,
      picture: row.picture,
      limits: row.limits,
      invited: unused.get(row.user_id)?.isGood === true,
      invitation_expires_at: unused.get(row.user_id)?.expires_at ?? null,
      last_seen_at: row.last_seen_at,
      created_at: row.created_at,
      devices: devices.get(row.user_id) ?? 0,
      sessions: sessions.get(row.user_id) ?? 0,
      shares_reading: row.share_reading,
      lately: row.share_reading ? readLately(row.user_id) : null,
    }))
  }
}
