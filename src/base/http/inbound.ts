import { addressWithBareIds } from './given-ids'
import { asGet } from './head'
import { type SiteSettings, withoutRoot } from './origin'

/** A request as the gate, the pages and the framework receive it. */
export interface Inbound {
  /** The address with a fixed host, because the framework reads the path from a fixed position. */
  request: Request
  /** The address that the client used: `https://comics.example:8090`. */
  origin: string
}

const HOST = 'http://panelkeep.internal'

/** Parses the address of a request once, so that the gate and everything behind it read the same path and bare ids. */
export function inbound(request: Request, settings: SiteSettings): Inbound {
  const { protocol, host, pathname, search } = new URL(request.url)
  const path = catalogPath(oneSlash(withoutRoot(oneSlash(pathname), settings)))
  return {
    request: asGet(new Request(`${HOST}${addressWithBareIds(path, search)}`, request)),
    origin: `${protocol}//${host}`,
  }
}

const oneSlash = (path: string): string => path.replace(/^\/+/, '/')

/** Users type the address of the catalog and of /komga: tablets capitalise its first letter, and apps add a slash. */
function catalogPath(path: string): string {
  const typed = /^\/(?:opds(?=\/|$)(?:\/+v2(?=\/|$))?|komga(?=\/|$))/i.exec(path)?.[0]
  if (typed === undefined) return path
  const whole = `${typed.toLowerCase()}${path.slice(typed.length)}`.replace(/\/{2,}/g, '/')
  // Apps that speak Komga's interface ask for the same thing with and without a slash at the end.
  return whole.startsWith('/komga') ? whole.replace(/\/$/, '') : whole
}
