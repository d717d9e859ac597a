import { holds } from './networks'

/** Where the client sees us: a proxy in between may give us another name, scheme and folder. */
export interface Site {
  /** `https://comics.example`, without a slash at the end. */
  origin: string
  /** What stands before every path: `/panelkeep`, or nothing. */
  root: string
}

/** What the settings say about it, as a person wrote it. */
export interface SiteSettings {
  /** `/panelkeep`; `/` for none. */
  http_root: string
  /** `https://comics.example/panelkeep`, or empty; wins over everything else. */
  public_url: string
  /** Addresses and networks (`172.18.0.0/16`) whose forwarding headers count; this machine's own always do. */
  trusted_proxies: string
}

const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i
/** Taken off, these would leave no way to the settings that name them. */
const OURS = /^\/(?:api|opds|assets)(?:\/|$)/
const PREFIX = /^(?:\/[\w.~-]+)+\/?$/

/** `ip` is the other end of the connection. Headers of strangers are not believed: they would lead apps elsewhere. */
export function siteOf(request: Request, ip: string, settings: SiteSettings): Site {
  if (settings.public_url !== '') return publicSite(settings.public_url)
  const { protocol, host } = new URL(request.url)
  const root = trimmed(settings.http_root)
  if (!isTrusted(ip, settings.trusted_proxies)) return { origin: `${protocol}//${host}`, root }
  const scheme = first(request, 'x-forwarded-proto', /^https?$/) ?? protocol.slice(0, -1)
  return {
    origin: `${scheme}://${first(request, 'x-forwarded-host', HOST) ?? host}`,
    root: trimmed(first(request, 'x-forwarded-prefix', PREFIX) ?? root),
  }
}

/**
 * The address that asks: of those that proxies have written down, the last that is no proxy which we believe. What
 * stands before it anybody may have made up.
 */
export function clientOf(
  request: Request,
  ip: string,
  { trusted_proxies }: Pick<SiteSettings, 'trusted_proxies'>,
): string {
  let client = ip
  for (const hop of (request.headers.get('x-forwarded-for') ?? '').split(',').reverse()) {
    const address = addressIn(hop)
    if (address === undefined || !isTrusted(client, trusted_proxies)) break
    client = address
  }
  return client
}

/** Some proxies write the port as well: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function addressIn(hop: string): string | undefined {
  const text = hop.trim().toLowerCase()
  const found = /^\[([\da-f:.]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+)(?::\d+)?$/.exec(text)?.[1] ?? text
  return /^[\da-f:.]+$/.test(found) ? found.replace(/^::ffff:(?=[\d.]+$)/, '') : undefined
}

function publicSite(url: string): Site {
  const { origin, pathname } = new URL(url)
  return { origin, root: trimmed(pathname) }
}

function trimmed(path: string): string {
  return path.replace(/\/$/, '')
}

/** The request as it would be without the folder that a proxy left before its path; undefined where there is none. */
export function withoutRoot(request: Request, settings: SiteSettings): Request | undefined {
  const roots = [trimmed(settings.http_root), settings.public_url && publicSite(settings.public_url).root]
  const url = new URL(request.url)
  const root = roots.find(
    (each) => each && !OURS.test(each) && (url.pathname === each || url.pathname.startsWith(`${each}/`)),
  )
  if (!root) return undefined
  url.pathname = url.pathname.slice(root.length) || '/'
  return new Request(url, request)
}

function first(request: Request, header: string, shape: RegExp): string | undefined {
  const value = request.headers.get(header)?.split(',')[0]?.trim()
  return value && shape.test(value) ? value : undefined
}

function isTrusted(ip: string, proxies: string): boolean {
  return isLoopback(ip) || proxies.split(/[,;\s]+/).some((proxy) => proxy !== '' && holds(proxy, ip))
}

export function isLoopback(ip: string): boolean {
  return ip === '::1' || ip === 'localhost' || ip.startsWith('127.')
}
