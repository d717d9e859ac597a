import { type Config, siteSettings } from '../config/config'
import { options } from '../config/options'
import { cookiesOf } from '../http/cookies'
import { notFound, refusalReply, reply } from '../http/errors'
import type { Inbound } from '../http/inbound'
import { clientOf, isLoopback, type RequestPeer, requestSite } from '../http/origin'
import { refusalPage, wantsPage } from '../http/refusal-page'
import { springRefusal, springReply } from '../http/spring-refusals'
import type { Caller } from '../platform/caller'
import type { Clock } from '../platform/ports'
import { Refusal } from '../refusal'
import type { AppLogins } from './app-logins'
import { catalogLogin } from './catalog-login'
import type { Devices } from './devices'
import { basicLogins } from './login-spellings'
import { isOwnHost } from './own-host'
import type { PictureSigner } from './picture-signer'
import {
  API_KEY_ROUTES,
  CALENDAR_ROUTES,
  CSRF_VALUE,
  DURING_SETUP,
  isApi,
  isAsset,
  isCatalog,
  isForApps,
  isInvitation,
  isListedRoute,
  isSync,
  needsNoCsrfHeader,
  OPEN,
  OPEN_TO_APPS,
  openToOthers,
  SETUP,
  SIGNED_ROUTES,
  WITHOUT_SESSION,
} from './policy'
import { DOWNLOAD_ROUTES, mayReach, NOT_WITH_PIN } from './roles'
import type { Auth } from './service'
import { COOKIE, type Session, type Sessions } from './session'
import type { Users } from './users'

/** What the socket knows about a request. */
export interface Socket {
  /** The other end of the connection, which may be a proxy. Without an IPv4-mapped prefix. */
  ip: string
  /** Turns the idle timeout off, for event streams and long replies. */
  keepOpen(): void
}

export interface Peer extends Socket, RequestPeer {
  /** The client's address as reported by trusted proxies. Failed logins are counted by it. */
  client: string
}

export const peerOf = (socket: Socket, { request, origin }: Inbound, config: Config): Peer => ({
  ...socket,
  origin,
  client: clientOf(request, socket.ip, siteSettings(config)),
})

const SAFE = ['GET', 'HEAD', 'OPTIONS']

/** Whether a request changes nothing, by its method. */
export const isSafe = ({ method }: Pick<Request, 'method'>): boolean => SAFE.includes(method)

interface Deps {
  clock: Clock
  config: Config
  auth: Auth
  appLogins: AppLogins
  sessions: Sessions
  devices: Devices
  users: Users
  signing: PictureSigner
  /** The user whose calendar feed this last part of an address opens. */
  calendarOf: (file: string) => Promise<string | undefined>
  /** Whether `--host` is a network address: such a start allows other machines to manage Panelkeep. */
  hostMeansManage: () => boolean
  /** Names and addresses of this machine. */
  names: () => string[]
  /** Called once per request of a user, with the session if it carries a valid one. */
  remember: (request: Request, caller: Caller, session?: Session) => void
  /** Patterns of all routes, such as `GET /api/series/:comic_id`. */
  routes: () => Promise<readonly string[]>
}

/**
 * Runs before the framework: returns a refusal, or undefined to let the request through. A plain function, so that no
 * plugin scope, hook order or router can bypass it.
 */
export const makeRequestGate =
  (deps: Deps) =>
  async (request: Request, peer: Peer): Promise<Response | undefined> => {
    const path = new URL(request.url).pathname
    if (isForApps(path)) return forApps(deps, request, peer, path)
    return (
      foreignHost(deps, request, peer) ??
      fromOtherMachine(deps, request, peer, path) ??
      missingCsrfHeader(request, path) ??
      beforeSetup(deps, request, peer, path) ??
      (await requireLogin(deps, request, peer, path))
    )
  }

export type RequestGate = ReturnType<typeof makeRequestGate>

/** A proxy on this machine forwards requests of other machines. */
export function isFromHere({ headers }: Request, { ip }: Pick<Peer, 'ip'>): boolean {
  return isLoopback(ip) && !headers.has('x-forwarded-for') && !headers.has('forwarded')
}

function foreignHost({ config, names }: Deps, request: Request, peer: Peer): Response | undefined {
  const chosen = () => [config.get('public_url'), config.get('http_host')]
  if (!isFromHere(request, peer) || isOwnHost(peer.origin, { names, chosen })) return undefined
  return closed(
    request,
    `Panelkeep does not know this address as its own. Open it at localhost, or enter the address that you use in Settings, Network, "${options.public_url.label}" (an advanced setting), or as public_url in config.ini.`,
  )
}

function fromOtherMachine(deps: Deps, request: Request, peer: Peer, path: string): Response | undefined {
  if (openToOthers(path) || managesFromHere(deps, request, peer)) return undefined
  const { config } = deps
  if (config.get('read_remote') && isForReaders(request.method, path)) return undefined
  if ((config.get('read_remote') || config.get('opds_enable')) && isInvitation(path)) return undefined
  return closed(
    request,
    `Only the machine that runs Panelkeep opens this. To open it from here, switch on "${options.manage_remote.label}" there, in Settings, Reading apps.`,
  )
}

/** Whether owner and managers have all their rights on this machine. */
function managesFromHere({ config, hostMeansManage }: Deps, request: Request, peer: Peer): boolean {
  return isFromHere(request, peer) || config.get('manage_remote') || hostMeansManage()
}

const isForReaders = (method: string, path: string) =>
  !isApi(path) || (mayReach('reader', method, path) && !isListedRoute(SETUP, method, path))

const closed = (request: Request, detail: string) =>
  wantsPage(request) ? refusalPage(403, detail) : reply(403, { detail })

function missingCsrfHeader(request: Request, path: string): Response | undefined {
  if (isSafe(request) || needsNoCsrfHeader(path)) return undefined
  if (request.headers.get('x-requested-with') === CSRF_VALUE) return undefined
  return reply(403, { detail: 'CSRF validation failed.' })
}

function beforeSetup(deps: Deps, request: Request, peer: Peer, path: string): Response | undefined {
  if (!deps.auth.needsSetup || isListedRoute(DURING_SETUP, request.method, path) || isAsset(path)) return undefined
  if (['/', '/index.html', '/login'].includes(path)) return undefined
  // A bookmark of a page, in a browser that knew this address before: the setup instead of JSON.
  if (isSafe(request) && wantsPage(request) && !isApi(path) && !isCatalog(path)) {
    const { root } = requestSite(request, peer, siteSettings(deps.config))
    return new Response(null, { status: 303, headers: { Location: `${root}/login`, 'Cache-Control': 'no-store' } })
  }
  return reply(503, {
    detail: 'Setup required. Open this address in a browser to create the login.',
    needs_setup: true,
  })
}

async function requireLogin(deps: Deps, request: Request, peer: Peer, path: string): Promise<Response | undefined> {
  const session = await sessionOf(deps, request)
  const caller = session && callerWith(deps, session, managesFromHere(deps, request, peer))
  if (session && caller) deps.remember(request, caller, session)
  if (isCatalog(path) && isListedRoute(OPEN, request.method, path)) return undefined
  if (isSync(path)) return withRefusals(() => sync(deps, request, peer))
  if (isCatalog(path)) return catalog(deps, request, peer, caller)
  if (!isApi(path) || isListedRoute(WITHOUT_SESSION, request.method, path)) return undefined
  if (!isListedRoute(await deps.routes(), request.method, path)) return notFound(path)
  if (isListedRoute(API_KEY_ROUTES, request.method, path) && !(caller && !request.headers.has('x-api-key')))
    return requireApiKey(deps, request)
  // Also in a browser with a session, whose user may be another one.
  if (await isCalendar(deps, request, path)) return undefined
  if (session?.isPin && isListedRoute(NOT_WITH_PIN, request.method, path))
    return reply(403, { detail: 'Log in with the password to make a key: it would open the library without the PIN.' })
  if (caller) return withoutRight(caller, request.method, path)
  if (isSigned(deps, request)) return undefined
  const detail = cookieOf(request) ? 'Session expired or invalid.' : 'Not authenticated.'
  return reply(401, { detail })
}

/** Undefined for a user who was deleted meanwhile. */
function callerWith({ users }: Deps, { user_id, isPin }: Session, manages: boolean): Caller | undefined {
  const caller = users.callerOf(user_id)
  return caller && (isPin || !manages) ? { ...caller, role: 'reader' } : caller
}

function withoutRight(caller: Caller, method: string, path: string): Response | undefined {
  if (isApi(path) && !mayReach(caller.role, method, path))
    return reply(403, { detail: 'Ask the owner of this library.' })
  if (withoutDownload(caller, method, path)) return reply(403, { detail: NO_DOWNLOADS })
  return undefined
}

async function catalog(deps: Deps, request: Request, peer: Peer, caller: Caller | undefined) {
  if (!caller && isSigned(deps, request)) return undefined
  const who = caller ?? (await withRefusals(() => basic(deps, request, peer)))
  if (who instanceof Response) return who
  deps.remember(request, who)
  return withoutRight(who, request.method, new URL(request.url).pathname)
}

const NO_DOWNLOADS = 'Ask the owner of this library to allow downloads.'
const BASIC_LOGIN = { 'WWW-Authenticate': 'Basic realm="Panelkeep"' }

/**
 * Below /komga reading apps have sessions of their own, which open nothing else; the session of the pages opens nothing
 * here. Refusals have the form that these apps read.
 */
async function forApps(deps: Deps, request: Request, peer: Peer, path: string): Promise<Response | undefined> {
  const { config, auth, clock } = deps
  const refuse = (status: number, message: string, headers = {}) =>
    springReply(request, status, message, { at: clock.now(), headers })
  if (foreignHost(deps, request, peer)) return refuse(403, 'Panelkeep does not know this address as its own.')
  if (!config.get('opds_enable')) return refuse(404, 'Reading apps are switched off in the settings.')
  if (auth.needsSetup) return refuse(503, 'Open Panelkeep in a browser to create the login.')
  if (!isSafe(request) && isFromOtherSite(deps, request, peer)) return refuse(403, 'Another site sent this request.')
  if (isListedRoute(OPEN_TO_APPS, request.method, path)) {
    const known = deps.appLogins.resume(request, peer.client)
    const caller = known && deps.users.callerOf(known.user_id)
    if (caller) deps.remember(request, caller)
    return undefined
  }
  try {
    const login = await deps.appLogins.admit(request, peer.client)
    const caller = typeof login === 'string' ? undefined : deps.users.callerOf(login.user_id)
    if (caller === undefined) {
      // With the header a browser would ask for the password in a window of its own.
      const asksItself = request.headers.get('x-requested-with') === 'XMLHttpRequest'
      const message = login === 'wrong' ? 'Name, password or key are not valid.' : 'Log in with a name and a password.'
      return refuse(401, message, asksItself ? {} : BASIC_LOGIN)
    }
    deps.remember(request, managesFromHere(deps, request, peer) ? caller : { ...caller, role: 'reader' })
    return withoutDownload(caller, request.method, path) ? refuse(403, NO_DOWNLOADS) : undefined
  } catch (error) {
    if (error instanceof Refusal) return springRefusal(request, error, clock.now())
    throw error
  }
}

/** Apps send neither header; browsers send them with each change that a page asks for. */
function isFromOtherSite({ config }: Deps, request: Request, peer: Peer): boolean {
  const { headers } = request
  if (headers.get('sec-fetch-site') === 'cross-site') return true
  const origin = headers.get('origin')
  if (origin === null || origin === peer.origin) return false
  return origin !== requestSite(request, peer, siteSettings(config)).origin
}

const withoutDownload = ({ limits }: Caller, method: string, path: string): boolean =>
  limits?.may_download === false && isListedRoute(DOWNLOAD_ROUTES, method, path)

/** A calendar app has no session: its address ends with a token of its own. */
async function isCalendar(deps: Deps, request: Request, path: string): Promise<boolean> {
  if (!isListedRoute(CALENDAR_ROUTES, request.method, path)) return false
  const caller = callerWithId(deps.users, await deps.calendarOf(path.split('/').at(-1) ?? ''))
  if (caller) deps.remember(request, caller)
  return caller !== undefined
}

/** The key is the owner's. */
function requireApiKey(deps: Deps, request: Request): Response | undefined {
  const key = request.headers.get('x-api-key')
  if (key === null) return reply(401, { detail: 'API key required.' })
  return deps.auth.isApiKey(key) ? undefined : reply(401, { detail: 'Invalid API key.' })
}

const WRONG_KEY = 'The key of this device is not valid. Make one in the settings of Panelkeep, under Reading apps.'

/** KOReader sends its own pair of headers; any user name is accepted. It reads `message`. */
function sync({ devices, users, remember }: Deps, request: Request, peer: Peer): Response | undefined {
  const isKnown = devices.admitSync(request, peer.client, request.headers.get('x-auth-key'))
  const caller = isKnown ? callerWithId(users, devices.userOf(request)) : undefined
  if (!caller) return reply(401, { message: 'Unauthorized', detail: WRONG_KEY })
  remember(request, caller)
  return undefined
}

const callerWithId = (users: Users, userId: string | undefined) =>
  userId === undefined ? undefined : users.callerOf(userId)

/** Some apps send no login when they fetch pictures, so feeds give them signed addresses. */
function isSigned({ signing }: Deps, request: Request): boolean {
  const url = new URL(request.url)
  return isListedRoute(SIGNED_ROUTES, request.method, url.pathname) && signing.isSigned(url)
}

async function basic(deps: Deps, request: Request, peer: Peer): Promise<Caller | Response> {
  const { users, devices, auth } = deps
  const logins = basicLogins(request.headers.get('authorization'))
  const [login] = logins
  const device = login ? devices.admit(request, peer.client, login.password) : false
  const userId =
    device === true ? devices.userOf(request) : device === 'no key' ? await auth.basic(peer.client, logins) : undefined
  const caller = callerWithId(users, userId)
  if (caller) return caller
  const detail = login ? 'Invalid credentials.' : 'OPDS authentication required.'
  return catalogLogin(requestSite(request, peer, siteSettings(deps.config)), detail)
}

async function withRefusals<T>(check: () => T | Promise<T>): Promise<T | Response> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

const cookieOf = (request: Request) => cookiesOf(request).get(COOKIE) || undefined

async function sessionOf(deps: Deps, request: Request): Promise<Session | undefined> {
  const token = cookieOf(request)
  return token && !deps.auth.needsSetup ? deps.sessions.verify(token) : undefined
}
