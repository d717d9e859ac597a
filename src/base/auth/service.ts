import type { Config } from '../config/config'
import { SUCCESS } from '../http/success'
import { OWNER_ID } from '../platform/caller'
import { hmac, sameSecret, sha256 } from '../platform/digest'
import { verifyPassword } from '../platform/passwords'
import type { Log, Passwords, Random } from '../platform/ports'
import { SerialQueue } from '../platform/serial-queue'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import type { Lockout } from './lockout'
import { checkedName, checkedPassword, nameKeyOf, refused } from './login-names'
import { type BasicLogin, normalizedLogin, passwordSpellings } from './login-spellings'
import type { Session, Sessions } from './session'
import { currentSetupStep, keepSetupStep } from './setup-store'
import type { SetupStep } from './states'
import type { UserRow } from './user-store'
import { endAll, type Users } from './users'

interface Setup {
  username?: string
  password?: string
  setup_token?: string
  /** Where the page continues; tools that only create the login leave it out. */
  next_step?: SetupStep
}

/** A new session of a user. */
export interface Ticket {
  user_id: string
  username: string
  token: string
  maxAge: number
}

/** The first setup, logins and the API key. */
export class Auth {
  /** Printed at start until a login exists; it opens the setup route and nothing else. */
  readonly setupToken: string
  /** Credentials verified since the start, so that not every request of a reading app costs a slow hash. */
  private verified = new Map<string, Promise<string | undefined>>()
  private verifiedIn = 0
  private readonly fingerprintKey: Uint8Array
  /** Settles when all earlier setups are done. */
  private readonly setups = new SerialQueue()

  constructor(
    private readonly deps: {
      db: Database
      config: Config
      sessions: Sessions
      lockout: Lockout
      users: Users
      random: Random
      passwords: Passwords
      log: Log
      onLoginCreated: () => void
    },
  ) {
    this.setupToken = deps.random.token(32)
    this.fingerprintKey = deps.random.bytes(32)
  }

  get needsSetup(): boolean {
    return !this.deps.config.hasLogin
  }

  /** Whether pages have to start with the setup. */
  get setupState() {
    return { ...SUCCESS, needs_setup: this.needsSetup }
  }

  /** Runs one setup at a time: of several simultaneous setups, one creates the login and the others are refused. */
  setUp(setup: Setup): Promise<{ username: string }> {
    return this.setups.run(() => this.createLogin(setup))
  }

  private async createLogin(setup: Setup): Promise<{ username: string }> {
    const { config, log } = this.deps
    if (!this.needsSetup) throw refused('A login exists already. Log in with it, or change it in the settings.')
    if (!setup.setup_token || !sameSecret(setup.setup_token, this.setupToken)) {
      throw refused(
        'The setup token is not the one that was printed at this start. Copy it from the window or the log.',
      )
    }
    const username = checkedName(setup.username)
    const passwordHash = await this.deps.passwords.hash(checkedPassword(setup.password))
    // Saved first: a page that is closed in between continues at this step once the login exists.
    const { next_step } = setup
    if (next_step !== undefined) this.keepSetupStep(next_step)
    await config.saveCredentials({ username, passwordHash })
    log.info('auth', 'login set up', { username })
    this.deps.onLoginCreated()
    return { username }
  }

  /** The step at which the first setup was left; null when it is finished. */
  get setupStep(): SetupStep | null {
    return currentSetupStep(this.deps.db.read) ?? null
  }

  keepSetupStep(step: SetupStep | null): void {
    this.deps.db.write((tx) => keepSetupStep(tx, step))
  }

  async login(credentials: { username?: string; password?: string }, ip: string): Promise<Ticket> {
    const { username, password } = credentials
    if (!username || !password) throw refused('Missing username or password.')
    if (this.needsSetup) throw refused('Authentication not configured', 'unauthenticated')
    const userId = await this.attempt('login', ip, [{ username, password }])
    if (userId === undefined) {
      this.deps.log.warn('auth', 'login refused', { ip })
      throw refused('Incorrect username or password.', 'unauthenticated')
    }
    if (userId === OWNER_ID) await this.upgrade(password)
    return this.ticketFor(userId)
  }

  /** A new session for a user who has proven to be one. `isPin`: with a reader's rights. */
  async ticketFor(userId: string, how: { isPin?: boolean } = {}): Promise<Ticket> {
    const { users, sessions } = this.deps
    return { user_id: userId, username: users.need(userId).name, ...(await sessions.issue(userId, how)) }
  }

  /** Throws Refusal 'forbidden' for a wrong password of the user, 'throttled' during a lockout. */
  async expectPassword(user: UserRow, password: string, ip: string): Promise<void> {
    if ((await this.attempt('login', ip, [{ username: user.name, password }])) === user.user_id) return
    this.deps.log.warn('auth', 'change of an account refused', { ip })
    throw new Refusal('forbidden', 'The current password is incorrect, so nothing was changed.')
  }

  /**
   * The user whose login one reading of the HTTP Basic credentials is. Wrong credentials count once, for the catalog's
   * own lockout.
   */
  basic(ip: string, logins: readonly BasicLogin[]): Promise<string | undefined> {
    return this.attempt('opds', ip, logins)
  }

  logout(session: Session): void {
    this.deps.sessions.revoke(session)
  }

  /** Changes name or password; every session ends, as do the PINs, and the caller gets a new ticket. */
  async changeLogin(
    change: { current_password: string; username?: string; new_password?: string },
    ip: string,
  ): Promise<Ticket> {
    const { config, db, log, sessions } = this.deps
    // This counts for the lockout: an open browser must not allow endless password attempts.
    const current = { username: config.credential('username'), password: change.current_password }
    if ((await this.attempt('login', ip, [current])) !== OWNER_ID) {
      log.warn('auth', 'login change refused', { ip })
      throw new Refusal('forbidden', 'The current password is incorrect, so nothing was changed.')
    }
    const username = change.username === undefined ? config.credential('username') : checkedName(change.username)
    const hash =
      change.new_password === undefined
        ? undefined
        : await this.deps.passwords.hash(checkedPassword(change.new_password))
    await config.saveCredentials({ username, ...(hash === undefined ? {} : { passwordHash: hash }) })
    this.verified.clear()
    db.write((tx) => endAll(tx, OWNER_ID))
    log.info('auth', 'login changed', { username })
    return { user_id: OWNER_ID, username, ...(await sessions.issue()) }
  }

  isApiKey(input: string): boolean {
    const key = this.deps.config.credential('apiKey')
    return key !== '' && sameSecret(input, key)
  }

  /** Returns the new key; the old one stops working at once. */
  async renewApiKey(by: Session, ip: string): Promise<string> {
    const apiKey = this.deps.random.id()
    await this.deps.config.saveCredentials({ apiKey })
    this.deps.log.warn('auth', 'API key renewed', { username: by.username, ip })
    return apiKey
  }

  private async attempt(scope: string, ip: string, logins: readonly BasicLogin[]): Promise<string | undefined> {
    const fingerprint = hmac(this.fingerprintKey, JSON.stringify(logins))
    const verified = this.verifiedNow()
    const before = verified.get(fingerprint)
    // A page of covers sends ten requests with the same credentials at once: one check, one attempt.
    if (before && scope === 'opds') return before
    const { lockout } = this.deps
    lockout.attempt(`${scope}:${ip}`)
    const answer = this.patiently(logins).then((userId) => {
      if (userId !== undefined) lockout.succeeded(`${scope}:${ip}`)
      else verified.delete(fingerprint)
      return userId
    })
    if (scope === 'opds') verified.set(fingerprint, answer)
    return answer
  }

  /** What was verified since the last change of a user. */
  private verifiedNow() {
    const { turn } = this.deps.users
    if (turn !== this.verifiedIn) this.verified = new Map()
    this.verifiedIn = turn
    return this.verified
  }

  /** Slowly for a name that was tried too often, from wherever and whether it exists or not. */
  private async patiently(logins: readonly BasicLogin[]): Promise<string | undefined> {
    const { lockout } = this.deps
    const doors = new Set(logins.map(({ username }) => `name:${sha256(nameKeyOf(username)).slice(0, 32)}`))
    for (const door of doors) await lockout.countPatiently(door)
    for (const login of logins) {
      const userId = await this.userWith(login)
      if (userId === undefined) continue
      for (const door of doors) lockout.succeeded(door)
      return userId
    }
    return undefined
  }

  private async userWith({ username, password }: BasicLogin): Promise<string | undefined> {
    const { config, users } = this.deps
    const isOwner = sameSecret(normalizedLogin(username), normalizedLogin(config.credential('username')))
    const user = isOwner ? undefined : users.byName(username)
    // A password is checked even when the name is wrong: the response time must not reveal which of the two was wrong.
    const hash = user?.password_hash ?? config.credential('passwordHash')
    const isRight = await verifyOne(passwordSpellings(password), hash)
    if (!isRight) return undefined
    if (isOwner) return OWNER_ID
    return user?.password_hash == null ? undefined : user.user_id
  }

  /** Replaces a hash taken over from an older program once its password is known. */
  private async upgrade(password: string): Promise<void> {
    const { config } = this.deps
    if (config.credential('passwordHash').startsWith('$argon2id$')) return
    await config.saveCredentials({ passwordHash: await this.deps.passwords.hash(normalizedLogin(password)) })
  }
}

async function verifyOne(passwords: readonly string[], hash: string): Promise<boolean> {
  for (const password of passwords) if (await verifyPassword(password, hash)) return true
  return false
}
