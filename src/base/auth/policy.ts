/** Routes that need no session. Every other route under /api needs one, so a new route is closed by default. */

/** The value of X-Requested-With that every change needs. */
export const CSRF_VALUE = 'ServiceFrontend'

/** Open to every client. */
export const OPEN = [
  'POST /api/auth/login',
  'GET /api/auth/check-session',
  'GET /api/auth/check-setup',
  // An invitation and a PIN are checked by the routes themselves.
  'GET /api/auth/invitation/:token',
  'POST /api/auth/invitation/:token',
  'GET /api/auth/known-users',
  'POST /api/auth/switch',
  'GET /api/health',
  // Tells reading apps which login the catalog requires.
  'GET /opds/auth',
  // Always refuses, with a sentence that KOReader shows.
  'POST /opds/sync/users/create',
  'GET /opds/sync/healthcheck',
] as const

/** Open to reading apps below /komga before they log in, and addresses that only lead to a page. */
export const OPEN_TO_APPS = [
  'GET /komga/api/v1/client-settings/global/list',
  'GET /komga/api/v1/claim',
  'POST /komga/api/v1/claim',
  'GET /komga/api/v1/oauth2/providers',
  'GET /komga/api/logout',
  'POST /komga/api/logout',
  'GET /komga/series/:id',
  'GET /komga/book/:id',
  'GET /komga/book/:id/read',
  'GET /komga/readlists/:id',
  'GET /komga/collections/:id',
] as const

/** These check the setup token themselves. */
export const SETUP = ['POST /api/auth/setup'] as const

/** Paths that need no session. */
export const WITHOUT_SESSION = [...OPEN, ...SETUP] as const

/** Open with a signed address: pictures of the catalog, and those named by routes of the API key. */
export const SIGNED_ROUTES = [
  'GET /opds/cover/:issue_id',
  'GET /opds/thumbnail/:issue_id',
  'GET /api/covers/series/:comic_id',
  'GET /api/covers/issues/:issue_id',
  'GET /api/metadata/art/:comic_id',
  'GET /api/metadata/issue-art/:issue_id',
] as const

/** The API key opens exactly these. */
export const API_KEY_ROUTES = [
  'GET /api/watchlist',
  'GET /api/comics',
  'GET /api/comic/:comic_id',
  'GET /api/comic/:comic_id/issues',
  'GET /api/comic/:comic_id/issue/:issue_id',
] as const

/** Open with the token in its name, which calendars cannot send in any other way. */
export const CALENDAR_ROUTES = ['GET /api/calendar/:file'] as const

/** Routes that answer before a login exists, besides the pages and their assets. */
export const DURING_SETUP = ['POST /api/auth/setup', 'GET /api/auth/check-setup', 'GET /api/health'] as const

/** Routes that other machines can open whatever the settings say. */
export function openToOthers(path: string): boolean {
  return isCatalog(path) || isForApps(path) || path === '/api/health' || path.startsWith('/api/calendar/')
}

/** Reading apps cannot send the header against CSRF; a browser asks first before it sends their kind of request. */
export const needsNoCsrfHeader = (path: string): boolean => isCatalog(path) || path.startsWith('/api/health/')

/** The page of an invitation, and what it asks. */
export function isInvitation(path: string): boolean {
  return isAsset(path) || path.startsWith('/invitation/') || path.startsWith('/api/auth/invitation/')
}

export function isCatalog(path: string): boolean {
  return path === '/opds' || path.startsWith('/opds/')
}

/** The interface of Komga, which many reading apps speak. */
export function isForApps(path: string): boolean {
  return path === '/komga' || path.startsWith('/komga/')
}

/** KOReader's sync, which has a login of its own. */
export function isSync(path: string): boolean {
  return path === '/opds/sync' || path.startsWith('/opds/sync/')
}

export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** Files of the pages outside /assets, at addresses that browsers expect or that may not change. */
const ASSETS = ['/favicon.ico', '/apple-touch-icon.png', '/manifest.webmanifest', '/worker.js', '/offline.html']

/** Files of the pages; they hold nothing private. */
export function isAsset(path: string): boolean {
  return ASSETS.includes(path) || path.startsWith('/assets/')
}

/** Such as `GET /api/series/:comic_id`. */
export const routePatterns = (routes: readonly { method: string; path: string }[]): readonly string[] =>
  routes.map(({ method, path }) => `${method} ${path}`)

interface Pattern {
  verb: string
  parts: string[]
}

/**
 * The patterns of a list by method and number of parts, split once, because the gate searches them for every request.
 */
const patternsOf = new WeakMap<readonly string[], Map<string, Pattern[]>>()

/** Whether `method path` is one of `rows`; HEAD counts as GET. A parameter is one segment that is not empty. */
export function isListedRoute(rows: readonly string[], method: string, path: string): boolean {
  let patterns = patternsOf.get(rows)
  if (patterns === undefined) {
    patterns = byMethodAndLength(rows)
    patternsOf.set(rows, patterns)
  }
  const verb = method === 'HEAD' ? 'GET' : method
  const have = path.split('/')
  const matches = ({ parts }: Pattern) => matchesParts(parts, have)
  return (patterns.get(`${verb} ${have.length}`)?.some(matches) || patterns.get(`${verb} *`)?.some(matches)) ?? false
}

function byMethodAndLength(rows: readonly string[]): Map<string, Pattern[]> {
  const patterns = rows.map((row) => {
    const [verb, pattern] = row.split(' ') as [string, string]
    return { verb, parts: pattern.split('/') }
  })
  return Map.groupBy(patterns, ({ verb, parts }) => `${verb} ${parts.at(-1) === '*' ? '*' : parts.length}`)
}

/** `*` as the last part matches one part or more. */
function matchesParts(want: readonly string[], have: readonly string[]): boolean {
  if (have.length < want.length) return false
  return want.every((part, index) => {
    if (part === '*' && index === want.length - 1) return true
    return part.startsWith(':') ? have[index] !== '' : part === have[index]
  })
}
