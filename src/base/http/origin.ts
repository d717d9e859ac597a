import { namedNetworks, networkContains } from './networks'

/** The address under which the client reaches Panelkeep: a proxy may use another name, scheme and folder. */
export interface RequestSite {
  /** `https://comics.example`, without a slash at the end. */
  origin: string
  /** The folder before every path: `/panelkeep`, or empty. */
  root: string
}

/** The settings of the address, as the user wrote them. */
export interface SiteSettings {
  /** `/panelkeep`; `/` for none. */
  http_root: string
  /** `https://comics.example/panelkeep`, or empty; wins over everything else. */
  public_url: string
  /** Addresses and networks (`172.18.0.0/16`) whose forwarding headers are trusted; this machine's own always are. */
  trusted_proxies: string
}

const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i
/** Panelkeep's own paths: a proxy folder with such a name stays in the path, since the settings would be unreachable. */
const OURS = /^\/(?:api|opds|komga|assets)(?:\/|$)/i
const PREFIX = /^(?:\/[\w.~-]+)+\/?$/

/** The other end of the connection, as the socket sees it. */
export interface RequestPeer {
  /** The other end of the connection. */
  ip: string
  /** The address in the request, without forwarding headers. */
  origin: string
}

/** Forwarding headers of untrusted clients are ignored: they could lead apps elsewhere. */
export function requestSite(request: Request, { ip, origin }: RequestPeer, settings: SiteSettings): RequestSite {
  if (settings.public_url !== '') return publicSite(settings.public_url)
  const root = trimmed(settings.http_root)
  if (!isLoopback(ip) && !isNamed(ip, settings.trusted_proxies)) return { origin, root }
  const [requestScheme = '', host = ''] = origin.split('://')
  const scheme = first(request, 'x-forwarded-proto', /^https?$/) ?? requestScheme
  return {
    origin: `${scheme}://${first(request, 'x-forwarded-host', HOST) ?? host}`,
    root: trimmed(first(request, 'x-forwarded-prefix', PREFIX) ?? root),
  }
}

/**
 * The client's address: in X-Forwarded-For, the last address that is not a trusted proxy. Everything before it may be
 * forged, also by a program on this machine. Failed logins are counted by this address.
 */
export function clientOf(
  request: Request,
  ip: string,
  { trusted_proxies }: Pick<SiteSettings, 'trusted_proxies'>,
): string {
  let client = ip
  for (const hop of (request.headers.get('x-forwarded-for') ?? '').split(',').reverse()) {
    const address = addressIn(hop)
    if (address === undefined || !isNamed(client, trusted_proxies)) break
    client = address
  }
  return client
}

/** Some proxies add the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim().toLowerCase()
  const found = /^\[([\da-f:.]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+)(?::\d+)?$/.exec(text)?.[1] ?? text
  return /^[\da-f:.]+$/.test(found) ? found.replace(/^::ffff:(?=[\d.]+$)/, '') : undefined
}

function publicSite(url: string): RequestSite {
  const { origin, pathname } = new URL(url)
  return { origin, root: trimmed(pathname) }
}

function trimmed(path: string): string {
  return path.replace(/\/$/, '')
}

/** The path without a proxy's folder, where the proxy left it in. */
export function withoutRoot(path: string, settings: SiteSettings): string {
  const roots = [trimmed(settings.http_root), settings.public_url && publicSite(settings.public_url).root]
  const root = roots.find((each) => each && !OURS.test(each) && (path === each || path.startsWith(`${each}/`)))
  return root ? path.slice(root.length) || '/' : path
}

function first(request: Request, header: string, shape: RegExp): string | undefined {
  const value = request.headers.get(header)?.split(',')[0]?.trim()
  return value && shape.test(value) ? value : undefined
}

function isNamed(ip: string, proxies: string): boolean {
  return namedNetworks(proxies).some((proxy) => networkContains(proxy, ip))
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || ip === 'localhost' || ip.startsWith('127.')
}
