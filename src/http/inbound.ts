import { asGet } from './head'
import { type SiteSettings, withoutRoot } from './origin'

/** A request as the gate, the pages and the framework get it. */
export interface Inbound {
  /** Its address has a host of ours: the framework looks for the path from a fixed place of the address. */
  request: Request
  /** As the client addressed it: `https://comics.example:8090`. */
  origin: string
}

const HOST = 'http://panelkeep.internal'

/** Parses the address of a request, once for everybody: nobody behind it can read another path than the gate did. */
export function inbound(request: Request, settings: SiteSettings): Inbound {
  const { protocol, host, pathname, search } = new URL(request.url)
  const path = catalogPath(oneSlash(withoutRoot(oneSlash(pathname), settings)))
  return { request: asGet(new Request(`${HOST}${path}${search}`, request)), origin: `${protocol}//${host}` }
}

const oneSlash = (path: string): string => path.replace(/^\/+/, '/')

/** People type the catalog's address: tablets begin it with a capital, and apps add a slash of their own. */
function catalogPath(path: string): string {
  const typed = /^\/opds(?=\/|$)(?:\/+v2(?=\/|$))?/i.exec(path)?.[0]
  if (typed === undefined) return path
  return `${typed.toLowerCase()}${path.slice(typed.length)}`.replace(/\/{2,}/g, '/')
}
