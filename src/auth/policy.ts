/** What needs no session. Everything else under /api does: a new route is born closed. */

/** What X-Requested-With has to say with a change. */
export const CSRF_VALUE = 'ServiceFrontend'

/** Anyone may ask. */
export const OPEN = [
  'POST /api/auth/login',
  'GET /api/auth/check-session',
  'GET /api/auth/check-setup',
  'GET /api/health',
  // Says which login the catalog wants.
  'GET /opds/auth',
  // Refuses everybody, in words that KOReader shows.
  'POST /opds/sync/users/create',
  'GET /opds/sync/healthcheck',
] as const

/** Guarded by the setup token inside. */
export const SETUP = ['POST /api/auth/setup'] as const

/** Open with an address that was signed: pictures of the catalog, and those that the routes of the API key name. */
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

/** What answers while nobody has set up a login, besides the pages and their assets. */
export const DURING_SETUP = ['POST /api/auth/setup', 'GET /api/auth/check-setup', 'GET /api/health'] as const

/** What other machines reach before somebody lets them manage this one. */
export function openToOthers(path: string): boolean {
  return isCatalog(path) || path === '/api/health'
}

export function isCatalog(path: string): boolean {
  return path === '/opds' || path.startsWith('/opds/')
}

/** KOReader's sync, which has a login of its own. */
export function isSync(path: string): boolean {
  return path === '/opds/sync' || path.startsWith('/opds/sync/')
}

export function isApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** The parts of a page that hold nothing private. */
export function isAsset(path: string): boolean {
  return path === '/favicon.ico' || path.startsWith('/assets/')
}

/** Whether `method path` is one of `rows`; HEAD asks what GET asks. A parameter is one segment that is not empty. */
export function isListed(rows: readonly string[], method: string, path: string): boolean {
  const asked = method === 'HEAD' ? 'GET' : method
  return rows.some((row) => {
    const [verb, pattern] = row.split(' ') as [string, string]
    return verb === asked && fits(pattern, path)
  })
}

export function fits(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.split('/')
  const open = want.at(-1) === '*'
  if (open ? have.length < want.length : have.length !== want.length) return false
  return want.every(
    (part, index) => (part === '*' && open) || (part.startsWith(':') ? have[index] !== '' : part === have[index]),
  )
}
