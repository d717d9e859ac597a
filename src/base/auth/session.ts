import { jwtVerify, SignJWT } from 'jose'
import { OWNER_ID } from '../platform/caller'
import { asDate, epochSeconds, fromMs } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Clock, Random } from '../platform/ports'
import type { Database } from '../storage/database'
import * as store from './store'
import { addSession, forgetSessionsBefore, removeSession } from './user-store'

export const COOKIE = 'service_session'
/** `secure` when the request came over TLS, so that the browser never sends the cookie unencrypted. */
export const sessionCookie = (token: string, maxAge: number, secure: boolean) =>
  ({ value: token, httpOnly: true, sameSite: 'strict', path: '/', maxAge, secure }) as const

export interface Session {
  user_id: string
  username: string
  /** Identifies this browser session; everything that belongs to one browser refers to this id. */
  sid: string
  /** Expiry, in seconds since 1970. */
  expires: number
  /** Of the user when the session was made; the session ends when the user gets another. */
  generation: string
  /** Made with a PIN: has a reader's rights, whatever the role. */
  isPin?: true
}

export interface SessionLogin {
  username: string
  passwordHash: string
}

/** Creates and checks login tokens: HS256, signed with a key that never leaves the data directory. */
export class Sessions {
  constructor(
    private readonly deps: {
      db: Database
      clock: Clock
      random: Random
      key: Uint8Array
      timeoutMinutes: () => number
      /** The owner's login. */
      login: () => SessionLogin
      /** Undefined for a user who was deleted. */
      userOf: (userId: string) => { name: string; generation: string } | undefined
    },
  ) {}

  async issue(userId: string = OWNER_ID, { isPin = false } = {}): Promise<{ token: string; maxAge: number }> {
    const { clock, db, random, key } = this.deps
    const now = epochSeconds(clock.now())
    const maxAge = this.deps.timeoutMinutes() * 60
    const { name, gen } = this.standing(userId)!
    const sid = random.id()
    const token = await new SignJWT({ sid, gen, uid: userId, ...(isPin ? { pin: true } : {}) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(name)
      .setIssuedAt(now)
      .setExpirationTime(now + maxAge)
      .sign(key)
    const expires_at = fromMs((now + maxAge) * 1000)
    db.write((tx) => addSession(tx, { sid, user_id: userId, expires_at }))
    return { token, maxAge }
  }

  /** Undefined for a token that is forged, expired, logged out, or older than the current name or password. */
  async verify(token: string): Promise<Session | undefined> {
    const session = await this.signed(token)
    // Outside the try block: an unreadable database is no reason to ask for the password.
    return session && this.isAlive(session) ? session : undefined
  }

  /** Whether a token that has not expired was ended early. False for one that Panelkeep did not make. */
  async hasEnded(token: string): Promise<boolean> {
    try {
      await jwtVerify(token, this.deps.key, { algorithms: ['HS256'], currentDate: asDate(this.deps.clock.now()) })
    } catch {
      return false
    }
    return (await this.verify(token)) === undefined
  }

  private async signed(token: string): Promise<Session | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.deps.key, {
        algorithms: ['HS256'],
        currentDate: asDate(this.deps.clock.now()),
      })
      // A token without a user was made when there was only the owner.
      const { sub, sid, exp, gen, uid = OWNER_ID, pin } = payload
      if (typeof sub !== 'string' || typeof uid !== 'string') return undefined
      if (typeof sid !== 'string' || typeof exp !== 'number') return undefined
      const now = this.standing(uid)
      if (now === undefined || typeof gen !== 'string') return undefined
      const session = { user_id: uid, username: now.name, sid, expires: exp, generation: gen }
      return { ...session, ...(pin === true ? { isPin: true } : {}) }
    } catch {
      return undefined // an invalid token counts as no token
    }
  }

  /** Whether a session that was verified earlier is still valid; for connections that stay open. */
  isAlive(session: Session): boolean {
    const { clock, db } = this.deps
    if (session.expires <= epochSeconds(clock.now())) return false
    if (this.standing(session.user_id)?.gen !== session.generation) return false
    return !store.isRevoked(db.read, session.sid)
  }

  /** Ends one session; other sessions of the same login stay. */
  revoke(session: Session): void {
    this.deps.db.write((tx) => {
      removeSession(tx, session.sid)
      store.revoke(tx, session.sid, fromMs(session.expires * 1000))
    })
  }

  /** Deletes sessions that have expired; called by a job. */
  prune(): void {
    const now = this.deps.clock.now()
    this.deps.db.write((tx) => {
      store.forgetRevokedBefore(tx, now)
      forgetSessionsBefore(tx, now)
    })
  }

  /** Differs after a change of the user's name, password or role; undefined for a user who was deleted. */
  generationOf(userId: string): string | undefined {
    return this.standing(userId)?.gen
  }

  /** The name and generation that a session of the user must have now. */
  private standing(userId: string): { name: string; gen: string } | undefined {
    const { login, userOf } = this.deps
    if (userId === OWNER_ID) return { name: login().username, gen: generation(login()) }
    const user = userOf(userId)
    return user && { name: user.name, gen: user.generation }
  }
}

/** A hash of name and password: changing either ends every older session. */
function generation(login: SessionLogin): string {
  return sha256(`${login.username}\n${login.passwordHash}`).slice(0, 16)
}
