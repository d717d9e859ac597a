import { plus } from '../platform/clock'
import { sha256 } from '../platform/digest'
import { verifyPassword } from '../platform/passwords'
import type { Clock, Passwords, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import * as store from './user-store'
import type { UserCard, Users } from './users'

/** Names a browser on a shared device; opens nothing. */
export const BROWSER_COOKIE = 'known_browser'
export const BROWSER_COOKIE_SECONDS = 400 * 24 * 60 * 60
const MOST_PIN_FAILURES = 5
const MOST_KNOWN = 12

interface Deps {
  db: Database
  clock: Clock
  random: Random
  passwords: Passwords
  users: Users
}

export interface KnownUser extends UserCard {
  has_pin: boolean
}

/** Who logged in with which browser, and the PINs for it. A browser is known by a random cookie, stored hashed. */
export class Browsers {
  constructor(private readonly deps: Deps) {}

  makeCookie(): string {
    return Buffer.from(this.deps.random.bytes(32)).toString('base64url')
  }

  note(cookie: string, userId: string): void {
    this.deps.db.write((tx) => store.noteBrowserUser(tx, sha256(cookie), userId, this.deps.clock.now()))
  }

  /** The last one first. Without a second user of the library nobody is offered. */
  known(cookie: string | undefined): KnownUser[] {
    if (!cookie || this.deps.users.list().length < 2) return []
    const rows = store.usersOfBrowser(this.deps.db.read, sha256(cookie)).slice(0, MOST_KNOWN)
    return rows.flatMap(({ user_id, pin_hash }) => {
      const card = this.deps.users.find(user_id) && this.deps.users.cardOf(user_id)
      return card ? [{ ...card, has_pin: pin_hash !== null }] : []
    })
  }

  /** Whether somebody else used the browser last, whose pictures may still be in its cache. */
  wasOfOther(cookie: string | undefined, userId: string): boolean {
    if (cookie === undefined) return false
    return store.usersOfBrowser(this.deps.db.read, sha256(cookie))[0]?.user_id !== userId
  }

  hasPin(cookie: string | undefined, userId: string): boolean {
    return cookie !== undefined && this.row(cookie, userId)?.pin_hash != null
  }

  async setPin(cookie: string, userId: string, pin: string): Promise<void> {
    const { db, clock, passwords } = this.deps
    if (!/^\d{4,8}$/.test(pin)) throw new Refusal('invalid', 'A PIN has 4 to 8 digits.')
    const hash = await passwords.hash(pin)
    db.write((tx) => {
      store.noteBrowserUser(tx, sha256(cookie), userId, clock.now())
      store.setPin(tx, sha256(cookie), userId, hash)
    })
  }

  removePin(cookie: string | undefined, userId: string): void {
    if (cookie) this.deps.db.write((tx) => store.setPin(tx, sha256(cookie), userId, null))
  }

  /**
   * Throws Refusal 'unauthenticated' for a wrong PIN; the fifth deletes it. A try is counted before the PIN is checked,
   * so that parallel ones are no more than five.
   */
  async checkPin(cookie: string | undefined, userId: string, pin: string): Promise<void> {
    const { db } = this.deps
    const row = cookie === undefined ? undefined : this.row(cookie, userId)
    if (!cookie || !row?.pin_hash) throw wrong('There is no PIN for this device. Use the password.')
    const failures = db.write((tx) => store.countPinFailure(tx, row.browser, userId))
    const isRight = failures <= MOST_PIN_FAILURES && (await verifyPassword(pin, row.pin_hash))
    // The PIN may have been changed or removed meanwhile.
    if (isRight && db.write((tx) => store.clearPinFailures(tx, row))) return
    if (failures < MOST_PIN_FAILURES) throw wrong('This PIN is not right.')
    db.write((tx) => store.setPin(tx, row.browser, userId, null))
    throw wrong('This PIN was wrong five times, so it was removed. Use the password.')
  }

  /** Forgets browsers whose cookie has expired; called by a job. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.forgetBrowsersBefore(tx, plus(clock.now(), -BROWSER_COOKIE_SECONDS * 1000)))
  }

  private row(cookie: string, userId: string): store.BrowserUser | undefined {
    return store.userOfBrowser(this.deps.db.read, sha256(cookie), userId)
  }
}

const wrong = (sentence: string) => new Refusal('unauthenticated', sentence)
