import { Elysia } from 'elysia'
import { jwtVerify, SignJWT } from 'jose'
import { asDate, epochSeconds, fromMs } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Clock, Random } from '../platform/ports'
import type { Database } from '../storage/database'
import * as store from './store'

export const COOKIE = 'service_session'
/** `secure` where the request came over TLS, so that the browser never sends it in the clear. */
export const sessionCookie = (token: string, maxAge: number, secure: boolean) =>
  ({ value: token, httpOnly: true, sameSite: 'strict', path: '/', maxAge, secure }) as const

export interface Session {
  username: string
  /** Identity of this browser session: what is bound to a browser is bound to it. */
  sid: string
  /** When it ends by itself, in seconds since 1970. */
  expires: number
}

export interface Login {
  username: string
  passwordHash: string
}

/** Makes and checks the tokens of logins: HS256, signed with a key that never leaves the data directory. */
export class Sessions {
  constructor(
    private readonly deps: {
      db: Database
      clock: Clock
      random: Random
      key: Uint8Array
      timeoutMinutes: () => number
      login: () => Login
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

  /** Undefined for a token that is forged, expired, logged out, or from before the name or password changed. */
  async verify(token: string): Promise<Session | undefined> {
    const session = await this.signed(token)
    // Outside of what catches: a database that cannot be read is no reason to ask for the password.
    return session && this.alive(session) ? session : undefined
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
      return undefined // whatever is wrong with it, it opens nothing
    }
  }

  /** Whether a session that was verified earlier still counts; for connections that stay open. */
  alive(session: Session): boolean {
    const { clock, db, login } = this.deps
    if (session.expires <= epochSeconds(clock.now()) || session.username !== login().username) return false
    return !store.isRevoked(db.read, session.sid)
  }

  /** Ends one session; others of the same login go on. */
  revoke(session: Session): void {
    this.deps.db.write((tx) => store.revoke(tx, session.sid, fromMs(session.expires * 1000)))
  }

  /** Forgets what has expired by itself since; a job calls it. */
  prune(): void {
    this.deps.db.write((tx) => store.forgetRevokedBefore(tx, this.deps.clock.now()))
  }
}

/** Changes with the password, so that every session of the old one ends. */
function generation(login: Login): string {
  return sha256(`${login.username}\n${login.passwordHash}`).slice(0, 16)
}

/** Gives the routes of a feature the session that the gate has verified. */
export const withSession = (sessionOf: (request: Request) => Session | undefined) =>
  new Elysia({ name: 'session' }).derive({ as: 'scoped' }, ({ request }) => {
    const session = sessionOf(request)
    // The gate lets nobody without one reach these routes; if it does, that is our fault and answers 500.
    if (!session) throw new Error('a route that needs a session was reached without one')
    return { session }
  })
