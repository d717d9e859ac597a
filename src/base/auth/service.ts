import type { Config } from '../config/config'
import { SUCCESS } from '../http/success'
import { hmac, sameSecret } from '../platform/digest'
import { hashPassword, verifyPassword } from '../platform/passwords'
import type { Log, Random } from '../platform/ports'
import { SerialQueue } from '../platform/serial-queue'
import { legacy, Refusal } from '../refusal'
import type { Database } from '../storage/database'
import type { Lockout } from './lockout'
import { type BasicLogin, normalizedLogin, passwordSpellings } from './login-spellings'
import type { Session, Sessions } from './session'
import { currentSetupStep, keepSetupStep } from './setup-store'
import type { SetupStep } from './states'

const LEAST_PASSWORD = 8

interface Setup {
  username?: string
  password?: string
  setup_token?: string
  /** Where the page continues; tools that only create the login leave it out. */
  next_step?: SetupStep
}

interface Ticket {
  username: string
  token: string
  maxAge: number
}

/** The first setup, logins and the API key. */
export class Auth {
  /** Printed at start until a login exists; it opens the setup route and nothing else. */
  readonly setupToken: string
  /** Credentials verified since the start, so that not every request of a reading app costs a slow hash. */
  private readonly verified = new Map<string, Promise<boolean>>()
  private readonly fingerprintKey: Uint8Array
  /** Settles when all earlier setups are done. */
  private readonly setups = new SerialQueue()

  constructor(
    private readonly deps: {
      db: Database
      config: Config
      sessions: Sessions
      lockout: Lockout
      random: Random
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
    const passwordHash = await hashPassword(checkedPassword(setup.password))
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
    if (!(await this.attempt('login', ip, [{ username, password }]))) {
      this.deps.log.warn('auth', 'login refused', { ip })
      throw refused('Incorrect username or password.', 'unauthenticated')
    }
    await this.upgrade(password)
    return { username, ...(await this.deps.sessions.issue()) }
  }

  /**
   * Whether one reading of the HTTP Basic credentials is the login. Wrong credentials count once, for the catalog's own
   * lockout.
   */
  basic(ip: string, logins: readonly BasicLogin[]): Promise<boolean> {
    return this.attempt('opds', ip, logins)
  }

  logout(session: Session): void {
    this.deps.sessions.revoke(session)
  }

  /** Changes name or password; every other session ends, and the caller gets a new ticket. */
  async changeLogin(
    change: { current_password: string; username?: string; new_password?: string },
    ip: string,
  ): Promise<Ticket> {
    const { config, log, sessions } = this.deps
    // This counts for the lockout: an open browser must not allow endless password attempts.
    const current = { username: config.credential('username'), password: change.current_password }
    if (!(await this.attempt('login', ip, [current]))) {
      log.warn('auth', 'login change refused', { ip })
      throw new Refusal('forbidden', 'The current password is incorrect, so nothing was changed.')
    }
    const username = change.username === undefined ? config.credential('username') : checkedName(change.username)
    const hash =
      change.new_password === undefined ? undefined : await hashPassword(checkedPassword(change.new_password))
    await config.saveCredentials({ username, ...(hash === undefined ? {} : { passwordHash: hash }) })
    this.verified.clear()
    log.info('auth', 'login changed', { username })
    return { username, ...(await sessions.issue()) }
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

  private attempt(scope: string, ip: string, logins: readonly BasicLogin[]): Promise<boolean> {
    const fingerprint = hmac(this.fingerprintKey, JSON.stringify(logins))
    const before = this.verified.get(fingerprint)
    // A page of covers sends ten requests with the same credentials at once: one check, one attempt.
    if (before && scope === 'opds') return before
    const { lockout } = this.deps
    lockout.attempt(`${scope}:${ip}`)
    const answer = this.isOne(logins).then((ok) => {
      if (ok) lockout.succeeded(`${scope}:${ip}`)
      else this.verified.delete(fingerprint)
      return ok
    })
    if (scope === 'opds') this.verified.set(fingerprint, answer)
    return answer
  }

  private async isOne(logins: readonly BasicLogin[]): Promise<boolean> {
    for (const login of logins) if (await this.matches(login)) return true
    return false
  }

  private async matches({ username, password }: BasicLogin): Promise<boolean> {
    const { config } = this.deps
    // The password is checked even when the name is wrong: the response time must not reveal which of the two was
    // wrong.
    const right = await verifyOne(passwordSpellings(password), config.credential('passwordHash'))
    return sameSecret(normalizedLogin(username), normalizedLogin(config.credential('username'))) && right
  }

  /** Replaces a hash taken over from an older program once its password is known. */
  private async upgrade(password: string): Promise<void> {
    const { config } = this.deps
    if (config.credential('passwordHash').startsWith('$argon2id$')) return
    await config.saveCredentials({ passwordHash: await hashPassword(normalizedLogin(password)) })
  }
}

async function verifyOne(passwords: readonly string[], hash: string): Promise<boolean> {
  for (const password of passwords) if (await verifyPassword(password, hash)) return true
  return false
}

function checkedName(name: string | undefined): string {
  const trimmed = normalizedLogin(name?.trim() ?? '')
  if (trimmed === '') throw refused('A name for the login is missing.')
  // A name with a colon does not fit into HTTP Basic, and a line break does not fit into config.ini.
  if (/[:\p{Cc}]/u.test(trimmed)) throw refused('A name cannot hold a colon or control characters.')
  return trimmed
}

function checkedPassword(sent: string | undefined): string {
  if (!sent) throw refused('A password is missing.')
  const password = normalizedLogin(sent)
  if (password.length < LEAST_PASSWORD) throw refused(`The password needs at least ${LEAST_PASSWORD} characters.`)
  return password
}

function refused(sentence: string, kind: 'invalid' | 'unauthenticated' = 'invalid'): Refusal {
  return legacy(kind, sentence)
}
