import { type Caller, OWNER_ID } from '../platform/caller'
import { plus } from '../platform/clock'
import type { Clock, Instant, Log, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database, Tx } from '../storage/database'
import { writeErrorSentence } from '../storage/write-errors'
import { checkedLimits } from './limits'
import { checkedUserName, cutToName, nameKeyOf } from './login-names'
import type { Limits, Role, UserColour } from './states'
import { userColours } from './states'
import * as store from './user-store'

export const MOST_USERS = 50
const KEPT_MS = 30 * 24 * 60 * 60_000
/** Every request is a sign of life; one in five minutes is saved. */
const SEEN_EVERY_MS = 5 * 60_000

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  /** The owner's name, which is in config.ini. */
  ownerName: () => string
}

/** How other users see a user. */
export interface UserCard {
  user_id: string
  name: string
  colour: UserColour
  picture: string | null
}

export interface NewUser {
  name: string
  role: Exclude<Role, 'owner'>
  colour?: UserColour
  limits?: Limits | null
}

/** The users of the library, as the owner keeps them. */
export class Users {
  /** Differs after each change of what may log in, so that remembered logins are checked again. */
  turn = 0
  private readonly seenAt = new Map<string, Instant>()

  constructor(private readonly deps: Deps) {}

  /** Undefined for a user who was deleted or never was. */
  find(userId: string): store.UserRow | undefined {
    const row = store.findUser(this.deps.db.read, userId)
    return row && row.deleted_at === null ? this.named(row) : undefined
  }

  /** Throws Refusal 'missing'. */
  need(userId: string): store.UserRow {
    const row = this.find(userId)
    if (!row) throw new Refusal('missing', 'This user no longer exists.')
    return row
  }

  /** With the owner's name from config.ini. */
  private named(row: store.UserRow): store.UserRow {
    return row.role === 'owner' ? { ...row, name: this.deps.ownerName() } : row
  }

  /** The name under which the library is known: its owner's. */
  get ownerName(): string {
    return this.deps.ownerName()
  }

  callerOf(userId: string): Caller | undefined {
    const row = this.find(userId)
    if (!row) return undefined
    return { user_id: row.user_id, role: row.role, limits: row.role === 'owner' ? null : row.limits }
  }

  /** The user with this name; never the owner. */
  byName(name: string): store.UserRow | undefined {
    return store.userByName(this.deps.db.read, nameKeyOf(name))
  }

  /** The owner first. */
  list(): store.UserRow[] {
    return store
      .listUsers(this.deps.db.read)
      .map((row) => this.named(row))
      .toSorted(byRank)
  }

  deleted(): store.UserRow[] {
    return store.deletedUsers(this.deps.db.read)
  }

  /** Undefined for a user who was deleted for good. */
  cardOf(userId: string): UserCard | undefined {
    const row = store.findUser(this.deps.db.read, userId)
    if (!row) return undefined
    const { user_id, name, colour, picture } = this.named(row)
    return { user_id, name, colour, picture }
  }

  /** Throws Refusal 'conflict' when the name is taken, 'invalid' for a bad name or limits. */
  add({ name, role, colour, limits = null }: NewUser): store.UserRow {
    const { db, clock, random, log } = this.deps
    const checked = checkedUserName(name)
    const row = db.write((tx) => {
      const before = store.listUsers(tx)
      if (before.length >= MOST_USERS) throw new Refusal('conflict', `There are ${MOST_USERS} users already.`)
      this.expectFree(tx, checked)
      const user = { name: checked, role, limits: checkedLimits(role, limits), ...(colour && { colour }) }
      const added = addUserRow(tx, user, { random, at: clock.now(), before: before.length })
      this.recordChange(tx, added.user_id)
      return added
    })
    log.info('auth', 'user added', { user_id: row.user_id, name: row.name, role })
    return row
  }

  /** Another role ends the user's sessions. */
  change(userId: string, change: Partial<NewUser>): store.UserRow {
    const { db, random } = this.deps
    return db.write((tx) => {
      const before = this.needOther(tx, userId)
      const name = change.name === undefined ? before.name : checkedUserName(change.name)
      if (nameKeyOf(name) !== before.name_key) this.expectFree(tx, name)
      const role = change.role ?? before.role
      if (role !== before.role) endAll(tx, userId)
      this.recordChange(tx, userId)
      return store.changeUser(tx, userId, {
        name,
        name_key: nameKeyOf(name),
        role,
        ...(role === before.role ? {} : { generation: random.id() }),
        ...(change.colour === undefined ? {} : { colour: change.colour }),
        limits: changedLimits(before, role, change.limits),
      })!
    })
  }

  /** Ends sessions, keys and invitation; the rest is kept for 30 days. */
  remove(userId: string): void {
    const { db, clock, random, log } = this.deps
    const { name } = db.write((tx) => {
      const row = this.needOther(tx, userId)
      endAll(tx, userId)
      store.removeDevicesOf(tx, userId)
      store.endInvitation(tx, userId)
      store.forgetBrowsersOf(tx, userId)
      store.changeUser(tx, userId, { deleted_at: clock.now(), name_key: null, generation: random.id() })
      this.recordChange(tx, userId)
      return row
    })
    log.warn('auth', 'user deleted', { user_id: userId, name })
  }

  /** Throws Refusal 'conflict' when another user has the name now. */
  restore(userId: string): store.UserRow {
    return this.deps.db.write((tx) => {
      const before = store.findUser(tx, userId)
      if (!before || before.deleted_at === null) throw new Refusal('missing', 'There is no such deleted user.')
      this.expectFree(tx, before.name)
      this.recordChange(tx, userId)
      return store.changeUser(tx, userId, { deleted_at: null, name_key: nameKeyOf(before.name) })!
    })
  }

  endSessions(userId: string): void {
    const { db, random } = this.deps
    db.write((tx) => {
      this.needOther(tx, userId)
      endAll(tx, userId)
      store.changeUser(tx, userId, { generation: random.id() })
      this.recordChange(tx, userId)
    })
  }

  noteSeen(userId: string): void {
    const { db, clock } = this.deps
    const now = clock.now()
    const before = this.seenAt.get(userId)
    if (db.isLent || (before !== undefined && plus(before, SEEN_EVERY_MS) > now)) return
    this.seenAt.set(userId, now)
    try {
      db.write((tx) => store.changeUser(tx, userId, { last_seen_at: now }))
    } catch (error) {
      if (writeErrorSentence(error) === undefined) throw error // a full disk must not stop reading
    }
  }

  /** Deletes for good who was deleted 30 days ago; called by a job. */
  purge(): void {
    const { db, clock, log } = this.deps
    for (const { user_id, name } of store.deletedBefore(db.read, plus(clock.now(), -KEPT_MS))) {
      db.write((tx) => store.purgeUser(tx, user_id))
      log.info('auth', 'rows of a deleted user removed', { user_id, name })
    }
  }

  /** Whether another user has the owner's name, and so cannot log in. */
  get ownerNameIsTaken(): boolean {
    return this.byName(this.deps.ownerName()) !== undefined
  }

  /** Called in each transaction that changes who may log in, or how. */
  recordChange(tx: Tx, userId: string): void {
    this.turn += 1
    tx.emit({ type: 'user.changed', user_id: userId })
  }

  /** Throws Refusal 'conflict' when another user has the name. */
  expectFree(tx: Tx, name: string): void {
    const key = nameKeyOf(name)
    if (key === nameKeyOf(this.deps.ownerName()) || store.userByName(tx, key))
      throw new Refusal('conflict', `There is a user named ${name} already. Choose another name.`)
  }

  private needOther(tx: Tx, userId: string): store.UserRow {
    if (userId === OWNER_ID) throw new Refusal('conflict', 'The owner can be neither deleted nor changed here.')
    const row = store.findUser(tx, userId)
    if (!row || row.deleted_at !== null) throw new Refusal('missing', 'This user no longer exists.')
    return row
  }
}

/** Limits that stay as they are need no check: a move from another program may have made some that hide everything. */
function changedLimits(before: store.UserRow, role: Role, limits: Limits | null | undefined): Limits | null {
  if (limits === undefined && role === before.role) return before.limits
  return checkedLimits(role, limits === undefined ? before.limits : limits)
}

interface Adding {
  random: Random
  at: Instant
  /** The number of users there are, by which the colour is chosen. */
  before: number
}

/** Adds a user with a checked name and limits, who has no password yet. */
export function addUserRow(tx: Tx, user: NewUser, { random, at, before }: Adding): store.UserRow {
  const { name, role, colour, limits = null } = user
  return store.addUser(tx, {
    user_id: random.id(),
    name,
    name_key: nameKeyOf(name),
    role,
    colour: colour ?? userColours[before % userColours.length]!,
    limits,
    generation: random.id(),
    created_at: at,
  })
}

/** `name`, or with a number after it when another user or the owner has it. `name` is one that a user can have. */
export function freeUserName(tx: Tx, name: string, ownerName: string): string {
  const isTaken = (each: string) => {
    const key = nameKeyOf(each)
    return key === nameKeyOf(ownerName) || store.userByName(tx, key) !== undefined
  }
  for (let nth = 1; ; nth++) {
    const candidate = nth === 1 ? name : cutToName(name, ` ${nth}`)
    if (!isTaken(candidate)) return candidate
  }
}

/** Ends the browser sessions, at once for open streams, and the PINs. */
export function endAll(tx: Tx, userId: string): void {
  for (const sid of store.sessionIdsOf(tx, userId)) tx.emit({ type: 'session.ended', sid })
  store.removeSessionsOf(tx, userId)
  store.removePinsOf(tx, userId)
}

const byRank = (a: store.UserRow, b: store.UserRow) => Number(b.role === 'owner') - Number(a.role === 'owner')
