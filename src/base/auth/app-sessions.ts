import { plus } from '../platform/clock'
import { sha256 } from '../platform/digest'
import type { Clock, Random } from '../platform/ports'
import type { Database } from '../storage/database'
import { writeErrorSentence } from '../storage/write-errors'
import * as store from './app-session-store'
import type { Sessions } from './session'

const DAY_MS = 86_400_000
/** Since the last use. */
const SESSION_MS = 7 * DAY_MS
const REMEMBERED_MS = 365 * DAY_MS
/** A session in use is prolonged at most this often: every page is a request. */
const PROLONG_EVERY_MS = 3_600_000
/** Of one user. */
const MOST_SESSIONS = 200
/** Logins whose session is sent again: some apps send the password with every request and keep no cookie. */
const MOST_REPEATED = 500

/** Who logged in, and how. */
export interface AppLogin {
  user_id: string
  /** The user name as it was typed. */
  name: string
  /** The device whose key was used; null for a password. */
  device_id: string | null
}

export interface AppSession extends AppLogin {
  kind: 'session' | 'remembered'
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  sessions: Pick<Sessions, 'generationOf'>
}

/** Sessions of reading apps: they end with the password, role or key that they stand for. */
export class AppSessions {
  private readonly repeated = new Map<string, string>()

  constructor(private readonly deps: Deps) {}

  /** The token of a session. `client` distinguishes the apps of a user: one that repeats its login keeps its session. */
  begin(login: AppLogin, client: string): string {
    const key = JSON.stringify([login.user_id, login.name, login.device_id, client])
    const known = this.repeated.get(key)
    if (known !== undefined && this.find(known, 'session') !== undefined) return known
    const token = this.make(login, 'session', SESSION_MS)
    this.repeated.delete(key)
    this.repeated.set(key, token)
    if (this.repeated.size > MOST_REPEATED) this.repeated.delete(this.repeated.keys().next().value!)
    return token
  }

  /** A token that begins new sessions for a year. */
  remember(login: AppLogin): { token: string; maxAge: number } {
    return { token: this.make(login, 'remembered', REMEMBERED_MS), maxAge: REMEMBERED_MS / 1000 }
  }

  /** Undefined for a token that is unknown, or whose session has ended. */
  find(token: string, kind: AppSession['kind']): AppSession | undefined {
    const { db, clock, sessions } = this.deps
    const row = store.findAppSession(db.read, sha256(token))
    const now = clock.now()
    if (row === undefined || row.kind !== kind || row.expires_at <= now) return undefined
    // A key opens as before when the password changes.
    if (row.device_id === null && row.generation !== sessions.generationOf(row.user_id)) return undefined
    if (kind === 'session' && row.expires_at < plus(now, SESSION_MS - PROLONG_EVERY_MS)) this.prolong(row)
    return { user_id: row.user_id, name: row.name, device_id: row.device_id, kind }
  }

  /** Differs after a change of what the user logs in with; undefined for a user who was deleted. */
  generationOf(userId: string): string | undefined {
    return this.deps.sessions.generationOf(userId)
  }

  end(tokens: readonly string[]): void {
    if (tokens.length > 0) this.deps.db.write((tx) => store.endAppSessions(tx, tokens.map(sha256)))
  }

  /** Deletes sessions that have expired; called by a job. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.forgetAppSessionsBefore(tx, clock.now()))
  }

  private make({ user_id, name, device_id }: AppLogin, kind: AppSession['kind'], lastsMs: number): string {
    const { db, clock, random, sessions } = this.deps
    const token = random.token(32)
    const row = {
      ...{ token_hash: sha256(token), user_id, kind, name, device_id },
      generation: sessions.generationOf(user_id) ?? '',
      expires_at: plus(clock.now(), lastsMs),
    }
    db.write((tx) => store.addAppSession(tx, row, MOST_SESSIONS))
    return token
  }

  private prolong({ token_hash }: store.AppSessionRow): void {
    const { db, clock } = this.deps
    if (db.isLent) return
    try {
      db.write((tx) => store.prolongAppSession(tx, token_hash, plus(clock.now(), SESSION_MS)))
    } catch (error) {
      if (writeErrorSentence(error) === undefined) throw error // a full disk must not stop reading
    }
  }
}
