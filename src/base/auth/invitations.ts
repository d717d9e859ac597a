import { plus } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Clock, Instant, Log, Passwords, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { checkedPassword } from './login-names'
import * as store from './user-store'
import { endAll, type Users } from './users'

const LASTS_MS = 7 * 24 * 60 * 60_000
const TOKEN_BYTES = 32

interface Deps {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  log: Log
  users: Users
}

/** Addresses under which a person chooses a password: good once and for seven days. Only a hash is stored. */
export class Invitations {
  constructor(private readonly deps: Deps) {}

  /** Ends an earlier one of the user. The token is shown nowhere else. */
  invite(userId: string): { token: string; expires_at: Instant } {
    const { db, clock, random, users } = this.deps
    if (users.need(userId).role === 'owner') throw new Refusal('conflict', 'The owner has a password already.')
    const token = Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url')
    const expires_at = plus(clock.now(), LASTS_MS)
    db.write((tx) => {
      store.saveInvitation(tx, { user_id: userId, token_hash: sha256(token), expires_at })
      tx.emit({ type: 'user.changed', user_id: userId })
    })
    return { token, expires_at }
  }

  /** The unused invitation of each user: when it expires or expired, and whether it is still good. */
  unused(): Map<string, { expires_at: Instant; isGood: boolean }> {
    const now = this.deps.clock.now()
    const rows = [...store.invitationsByUser(this.deps.db.read).values()]
    return new Map(rows.map(({ user_id, expires_at }) => [user_id, { expires_at, isGood: expires_at > now }]))
  }

  /** Whom the token invites; looking uses nothing up. Throws Refusal 'gone' when it is used or expired. */
  look(token: string): { user: store.UserRow; expires_at: Instant } {
    const row = store.invitationByToken(this.deps.db.read, sha256(token))
    const user = row && row.expires_at > this.deps.clock.now() ? this.deps.users.find(row.user_id) : undefined
    if (!row || !user) {
      throw new Refusal('gone', 'This invitation was used or has expired. Ask the owner of this library for another.')
    }
    return { user, expires_at: row.expires_at }
  }

  /** Sets the password; of two at once, one wins. Earlier sessions of the user end. */
  async accept(token: string, password: string): Promise<store.UserRow> {
    const { db, random, passwords, log, users } = this.deps
    this.look(token)
    const password_hash = await passwords.hash(checkedPassword(password))
    const { user } = this.look(token)
    const row = db.write((tx) => {
      store.endInvitation(tx, user.user_id)
      endAll(tx, user.user_id)
      users.recordChange(tx, user.user_id)
      return store.changeUser(tx, user.user_id, { password_hash, generation: random.id() })!
    })
    log.info('auth', 'invitation accepted', { user_id: user.user_id, name: user.name })
    return row
  }
}
