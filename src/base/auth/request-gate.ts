import { type Config, siteSettings } from '../config/config'
import { options } from '../config/options'
import { notFound, refusalReply, reply } from '../http/errors'
import type { Inbound } from '../http/inbound'
import { clientOf, isLoopback, type RequestPeer, requestSite } from '../http/origin'
import { refusalPage, wantsPage } from '../http/refusal-page'
import { Refusal } from '../refusal'
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
  isListedRoute,
  isSync,
  OPEN,
  openToOthers,
  SIGNED_ROUTES,
  WITHOUT_SESSION,
} from './policy'
import type { Auth } from './service'
import { COOKIE, type Session, type Sessions } from './session'

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
  config: Config
  auth: Auth
  sessions: Sessions
  devices: Devices
  signing: PictureSigner
  /** Whether this last part of an address opens the calendar feed. */
  isCalendar: (file: string) => Promise<boolean>
  /** Whether `--host` is a network address: such a start allows other machines to manage Panelkeep. */
  hostMeansManage: () => boolean
  /** Names and addresses of this machine. */
  names: () => string[]
  /** Called once per request that carries a valid session. */
  remember: (request: Request, session: Session) => void
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
    const { method } = request
    const path = new URL(request.url).pathname
    return (
      foreignHost(deps, request, peer) ??
      remoteManagement(deps, request, peer, path) ??
      missingCsrfHeader(request, path) ??
      beforeSetup(deps, method, path) ??
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

function remoteManagement(deps: Deps, request: Request, peer: Peer, path: string): Response | undefined {
  if (isFromHere(request, peer) || openToOthers(path)) return undefined
  if (deps.config.get('manage_remote') || deps.hostMeansManage()) return undefined
  return closed(
    request,
    `Only the machine that runs Panelkeep opens this. To open it from here, switch on "${options.manage_remote.label}" there, in Settings, Reading apps.`,
  )
}

const closed = (request: Request, detail: string) =>
  wantsPage(request) ? refusalPage(403, detail) : reply(403, { detail })

function missingCsrfHeader(request: Request, path: string): Response | undefined {
  if (isSafe(request) || openToOthers(path) || path.startsWith('/api/health/')) return undefined
  if (request.headers.get('x-requested-with') === CSRF_VALUE) return undefined
  return reply(403, { detail: 'CSRF validation failed.' })
}

function beforeSetup(deps: Deps, method: string, path: string): Response | undefined {
  if (!deps.auth.needsSetup || isListedRoute(DURING_SETUP, method, path) || isAsset(path)) return undefined
  if (['/', '/index.html', '/login'].includes(path)) return undefined
  return reply(503, {
    detail: 'Setup required. Open this address in a browser to create the login.',
    needs_setup: true,
  })
}

async function requireLogin(deps: Deps, request: Request, peer: Peer, path: string): Promise<Response | undefined> {
  const session = await sessionOf(deps, request)
  if (session) deps.remember(request, session)
  if (isCatalog(path) && isListedRoute(OPEN, request.method, path)) return undefined
  if (isSync(path)) return withRefusals(() => sync(deps, request, peer))
  if (isCatalog(path))
    return session || isSigned(deps, request) ? undefined : withRefusals(() => basic(deps, request, peer))
  if (!isApi(path) || isListedRoute(WITHOUT_SESSION, request.method, path)) return undefined
  if (!isListedRoute(await deps.routes(), request.method, path)) return notFound(path)
  if (isListedRoute(API_KEY_ROUTES, request.method, path)) return requireApiKey(deps, request, session)
  if (session || isSigned(deps, request) || (await isCalendar(deps, request.method, path))) return undefined
  const detail = cookieOf(request) ? 'Session expired or invalid.' : 'Not authenticated.'
  return reply(401, { detail })
}

/** A calendar app has no session: its address ends with a token of its own. */
async function isCalendar(deps: Deps, method: string, path: string): Promise<boolean> {
  return isListedRoute(CALENDAR_ROUTES, method, path) && deps.isCalendar(path.split('/').at(-1) ?? '')
}

function requireApiKey(deps: Deps, request: Request, session: Session | undefined): Response | undefined {
  const key = request.headers.get('x-api-key')
  if (key !== null) return deps.auth.isApiKey(key) ? undefined : reply(401, { detail: 'Invalid API key.' })
  return session ? undefined : reply(401, { detail: 'API key required.' })
}

const WRONG_KEY = 'The key of this device is not valid. Make one in the settings of Panelkeep, under Reading apps.'

/** KOReader sends its own pair of headers; any user name is accepted. It reads `message`. */
function sync({ devices }: Deps, request: Request, peer: Peer): Response | undefined {
  if (devices.admitSync(request, peer.client, request.headers.get('x-auth-key'))) return undefined
  return reply(401, { message: 'Unauthorized', detail: WRONG_KEY })
}

/** Some apps send no login when they fetch pictures, so feeds give them signed addresses. */
function isSigned({ signing }: Deps, request: Request): boolean {
  const url = new URL(request.url)
  return isListedRoute(SIGNED_ROUTES, request.method, url.pathname) && signing.isSigned(url)
}

async function basic(deps: Deps, request: Request, peer: Peer): Promise<Response | undefined> {
  const logins = basicLogins(request.headers.get('authorization'))
  const [login] = logins
  const device = login ? deps.devices.admit(request, peer.client, login.password) : false
  if (device === true) return undefined
  if (device === 'no key' && (await deps.auth.basic(peer.client, logins))) return undefined
  const detail = login ? 'Invalid credentials.' : 'OPDS authentication required.'
  return catalogLogin(requestSite(request, peer, siteSettings(deps.config)), detail)
}

async function withRefusals(check: () => Response | undefined | Promise<Response | undefined>) {
  try {
    return await check()
  } catch (error) {
    if (error instanceof Refusal) return refusalReply(error)
    throw error
  }
}

function cookieOf(request: Request): string | undefined {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === COOKIE && value) return value
  }
  return undefined
}

async function sessionOf(deps: Deps, request: Request): Promise<Session | undefined> {
  const token = cookieOf(request)
  return token && !deps.auth.needsSetup ? deps.sessions.verify(token) : undefined
}
