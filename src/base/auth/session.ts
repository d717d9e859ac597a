import { jwtVerify, SignJWT } from 'jose'
import { asDate, epochSeconds, fromMs } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Clock, Random } from '../platform/ports'
import type { Database } from '../storage/database'
import * as store from './store'

export const COOKIE = 'service_session'
/** `secure` when the request came over TLS, so that the browser never sends the cookie unencrypted. */
export const sessionCookie = (token: string, maxAge: number, secure: boolean) =>
  ({ value: token, httpOnly: true, sameSite: 'strict', path: '/', maxAge, secure }) as const

export interface Session {
  username: string
  /** Identifies this browser session; everything that belongs to one browser refers to this id. */
  sid: string
  /** Expiry, in seconds since 1970. */
  expires: number
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
      login: () => SessionLogin
    },
  ) {}

  async issue(): Promise<{ token: string; maxAge: number }> {
    const { clock, random, key } = this.deps
    const now = epochSeconds(clock.now())
    const maxAge = this.deps.timeoutMinutes() * 60
    const token = await new SignJWT({ sid: random.id(), gen: generation(this.deps.login()) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(this.deps.login().username)
      .setIssuedAt(now)
      .setExpirationTime(now + maxAge)
      .sign(key)
    return { token, maxAge }
  }

  /** Undefined for a token that is forged, expired, logged out, or older than the current name or password. */
  async verify(token: string): Promise<Session | undefined> {
    const session = await this.signed(token)
    // Outside the try block: an unreadable database is no reason to ask for the password.
    return session && this.isAlive(session) ? session : undefined
  }

  private async signed(token: string): Promise<Session | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.deps.key, {
        algorithms: ['HS256'],
        currentDate: asDate(this.deps.clock.now()),
      })
      const { sub, sid, exp, gen } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return undefined
      return gen === generation(this.deps.login()) ? { username: sub, sid, expires: exp } : undefined
    } catch {
      return undefined // an invalid token counts as no token
    }
  }

  /** Whether a session that was verified earlier is still valid; for connections that stay open. */
  isAlive(session: Session): boolean {
    const { clock, db, login } = this.deps
    if (session.expires <= epochSeconds(clock.now()) || session.username !== login().username) return false
    return !store.isRevoked(db.read, session.sid)
  }

  /** Ends one session; other sessions of the same login stay. */
  revoke(session: Session): void {
    this.deps.db.write((tx) => store.revoke(tx, session.sid, fromMs(session.expires * 1000)))
  }

  /** Deletes revoked sessions that have expired since; called by a job. */
  prune(): void {
    this.deps.db.write((tx) => store.forgetRevokedBefore(tx, this.deps.clock.now()))
  }
}

/** A hash of name and password: changing either ends every older session. */
function generation(login: SessionLogin): string {
  return sha256(`${login.username}\n${login.passwordHash}`).slice(0, 16)
}
