/**
 * What a page fetches before it shows its content, by its address. The build writes the list (`openings.json`), and the
 * HTML names it, so that browsers request all of it at once instead of one after the other.
 */
export interface Opening {
  /** With parameters, such as `/library/:comic_id`. */
  path: string
  /** Files below `/assets/`. */
  scripts: string[]
  /** Addresses of GET endpoints with the same parameters. Those of the session come before them. */
  requests: string[]
}

/** Who opens the page. */
export interface Visit {
  /** The base path behind a proxy, such as `/panelkeep`. */
  root: string
  /** Undefined without a session: nothing but the scripts would be answered. */
  changes: string | undefined
}

export const OPENINGS = '/openings.json'

/** The links for the head of the page at `url`, empty when the address is not in the list. */
export function openingLinks(openings: readonly Opening[], url: URL, { root, changes }: Visit): string {
  for (const { path, scripts, requests } of openings) {
    const params = paramsOf(path, url.pathname)
    if (!params) continue
    const modules = scripts.map((name) => `<link rel="modulepreload" href="${root}/assets/${name}">`)
    // Filters in the address change what is requested.
    if (changes === undefined || url.search !== '') return modules.join('')
    const queries = requests.map((address) => filled(address, params).replaceAll('&', '&amp;'))
    const fetches = queries.map((address) => `<link rel="preload" as="fetch" crossorigin href="${root}${address}">`)
    return [...modules, ...fetches].join('')
  }
  return ''
}

function paramsOf(path: string, pathname: string): Record<string, string> | undefined {
  const [own, given] = [path.split('/'), pathname.split('/')]
  if (own.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of own.entries()) {
    const value = given[at]!
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}

/** Parts of an address are encoded already, also for an attribute: URLs hold no quotes, and `'` does not end it. */
const filled = (address: string, params: Record<string, string>) =>
  address.replace(/:(\w+)/g, (whole, name: string) => params[name] ?? whole)
