import type { BodyLimit } from '../http/bodies'
import { isListedRoute } from './policy'

const KB = 1024
/** Enough for names, passwords and reading positions. */
const WITHOUT_SESSION: BodyLimit = { bytes: 16 * KB, keys: 200 }
const WITH_SESSION: BodyLimit = { bytes: KB * KB, keys: 20_000 }
const LONG_LIST: BodyLimit = { bytes: 8 * KB * KB, keys: 20_000 }

/** A thousand rows with all fields, each with the value that was seen. */
const LONG_TABLE: BodyLimit = { bytes: 8 * KB * KB, keys: 100_000 }

/** Routes that accept whole selections of a large library. */
const LONG_LISTS = [
  'POST /api/attention/resolve',
  'POST /api/downloads/needs-attention/batch',
  'POST /api/import/comic/confirm',
  'POST /api/import/manga/confirm',
  'POST /api/metadata/metatag/bulk',
  'POST /api/storyarcs/import',
] as const

const LONG_TABLES = ['POST /api/series/edits'] as const

/** How much of a request's body is read. */
export function bodyLimitOf(request: Request, hasSession: boolean): BodyLimit {
  if (!hasSession) return WITHOUT_SESSION
  const isListed = (routes: readonly string[]) => isListedRoute(routes, request.method, new URL(request.url).pathname)
  if (isListed(LONG_TABLES)) return LONG_TABLE
  return isListed(LONG_LISTS) ? LONG_LIST : WITH_SESSION
}
