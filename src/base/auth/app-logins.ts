import { cookiesOf } from '../http/cookies'
import type { RequestSite } from '../http/origin'
import { Refusal } from '../refusal'
import type { AppLogin, AppSessions } from './app-sessions'
import type { Devices } from './devices'
import type { Lockout } from './lockout'
import { basicLogins } from './login-spellings'
import type { Auth } from './service'

/** How reading apps log in below /komga: with a password or key, then with the session that every reply offers. */

const SESSION_COOKIE = 'KOMGA-SESSION'
const REMEMBER_COOKIE = 'komga-remember-me'
const TOKEN_HEADER = 'x-auth-token'
const KEY_HEADER = 'x-api-key'
const MOST_NAME = 200

interface Deps {
  auth: Auth
  devices: Devices
  lockout: Lockout
  appSessions: AppSessions
}

/** Where cookies are sent to. */
interface CookieSite extends Pick<RequestSite, 'root'> {
  secure: boolean
}

/** What the reply to a request has to carry. */
interface Additions {
  session?: { token: string; asHeader: boolean }
  remembered?: { token: string; maxAge: number }
  ended?: true
}

export class AppLogins {
  private readonly logins = new WeakMap<Request, AppLogin>()
  private readonly additions = new WeakMap<Request, Additions>()

  constructor(private readonly deps: Deps) {}

  /** The login of a request that `admit` accepted. */
  of(request: Request): AppLogin | undefined {
    return this.logins.get(request)
  }

  /**
   * Who sends the request; 'none' without a login, 'wrong' for one that is not valid. Sent credentials win over a
   * session, so that an old cookie never hides a new key. Throws Refusal 'throttled' during a lockout.
   */
  async admit(request: Request, ip: string): Promise<AppLogin | 'none' | 'wrong'> {
    const sent = await this.sent(request, ip)
    if (sent === 'wrong') return sent
    return sent === undefined ? (this.resume(request, ip) ?? 'none') : this.accepted(request, sent)
  }

  /** Who sends the request, by its session alone. */
  resume(request: Request, ip: string): AppLogin | undefined {
    const login = this.resumed(request, ip)
    return login && this.accepted(request, login)
  }

  private accepted(request: Request, login: AppLogin): AppLogin {
    this.logins.set(request, login)
    return login
  }

  /** Ends the sessions of the request and clears its cookies. */
  logout(request: Request): void {
    const remembered = cookiesOf(request).get(REMEMBER_COOKIE)
    this.deps.appSessions.end([...sessionTokens(request), ...(remembered === undefined ? [] : [remembered])])
    this.additions.set(request, { ended: true })
  }

  /** Sends the session of a token as a cookie too, for pictures that a web view fetches itself. */
  sendCookie(request: Request): void {
    const token = sessionTokens(request).find((each) => this.deps.appSessions.find(each, 'session'))
    if (token === undefined) throw new Refusal('invalid', 'Send the session in X-Auth-Token.')
    this.additions.set(request, { session: { token, asHeader: false } })
  }

  /** Adds the session to the reply. */
  complete(request: Request, { headers }: Response, siteOf: () => CookieSite): void {
    const additions = this.additions.get(request)
    if (additions === undefined) return
    const { session, remembered, ended } = additions
    const { root, secure } = siteOf()
    // Some apps compare the path with the address that the user typed, with and without a slash at its end.
    const cookie = (name: string, value: string, maxAge?: number) => {
      const lasts = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
      for (const path of [`${root}/komga`, `${root}/komga/`])
        headers.append(
          'Set-Cookie',
          `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${lasts}${secure ? '; Secure' : ''}`,
        )
    }
    if (session?.asHeader) headers.set('X-Auth-Token', session.token)
    else if (session) cookie(SESSION_COOKIE, session.token)
    if (remembered) cookie(REMEMBER_COOKIE, remembered.token, remembered.maxAge)
    if (ended) for (const name of [SESSION_COOKIE, REMEMBER_COOKIE]) cookie(name, '', 0)
  }

  /** Whether the login of the request still stands; for connections that stay open. */
  aliveCheck(request: Request): () => boolean {
    const login = this.of(request)
    if (login === undefined) return () => false
    const { appSessions, devices } = this.deps
    const { user_id, device_id } = login
    const generation = appSessions.generationOf(user_id)
    return () => (device_id === null ? appSessions.generationOf(user_id) === generation : devices.has(device_id))
  }

  /** The login of a key or a password; undefined when the request has neither. */
  private async sent(request: Request, ip: string): Promise<AppLogin | 'wrong' | undefined> {
    const login = await this.credentials(request, ip)
    if (login !== undefined && login !== 'wrong') this.offerSession(request, ip, login)
    return login
  }

  private async credentials(request: Request, ip: string): Promise<AppLogin | 'wrong' | undefined> {
    const { auth, devices, lockout } = this.deps
    const key = request.headers.get(KEY_HEADER)
    if (key !== null) {
      const isRight = devices.admit(request, ip, key)
      if (isRight === 'no key') lockout.attempt(`key:${ip}`)
      return isRight === true ? this.ofDevice(request) : 'wrong'
    }
    const logins = basicLogins(request.headers.get('authorization'))
    const [first] = logins
    if (first === undefined) return undefined
    const isKey = devices.admit(request, ip, first.password)
    if (isKey === true) return this.ofDevice(request, first.username)
    const userId = isKey === 'no key' ? await auth.basic(ip, logins) : undefined
    if (userId === undefined) return 'wrong'
    return { user_id: userId, name: first.username.slice(0, MOST_NAME), device_id: null }
  }

  private ofDevice(request: Request, typed = ''): AppLogin {
    const { device_id } = this.deps.devices.of(request)!
    return { user_id: this.deps.devices.userOf(request)!, name: typed.slice(0, MOST_NAME), device_id }
  }

  private resumed(request: Request, ip: string): AppLogin | undefined {
    const { appSessions } = this.deps
    for (const token of sessionTokens(request)) {
      const login = this.standing(request, ip, appSessions.find(token, 'session'))
      if (login) return login
    }
    const token = cookiesOf(request).get(REMEMBER_COOKIE)
    const login = token === undefined ? undefined : this.standing(request, ip, appSessions.find(token, 'remembered'))
    if (login) this.offerSession(request, ip, login)
    return login
  }

  /** A session of a key has ended when the device was revoked. */
  private standing(request: Request, ip: string, login: AppLogin | undefined): AppLogin | undefined {
    if (login === undefined || login.device_id === null) return login
    return this.deps.devices.resume(request, ip, login.device_id) === login.user_id ? login : undefined
  }

  private offerSession(request: Request, ip: string, login: AppLogin): void {
    const { appSessions } = this.deps
    const asHeader = request.headers.has(TOKEN_HEADER)
    const client = JSON.stringify([ip, request.headers.get('user-agent'), asHeader])
    const remembers = /^(?:true|on|yes|1)$/i.test(new URL(request.url).searchParams.get('remember-me') ?? '')
    this.additions.set(request, {
      session: { token: appSessions.begin(login, client), asHeader },
      ...(remembers && { remembered: appSessions.remember(login) }),
    })
  }
}

/** From the header and from the cookie: an app may hold an older one of the two. */
function sessionTokens(request: Request): string[] {
  const tokens = [request.headers.get(TOKEN_HEADER), cookiesOf(request).get(SESSION_COOKIE)]
  return tokens.flatMap((token) => token || [])
}
