import type { BodyLimit } from '../http/bodies'
import { isListedRoute } from './policy'

const KB = 1024
/** Enough for names, passwords and reading positions. */
const WITHOUT_SESSION: BodyLimit = { bytes: 16 * KB, keys: 200 }
const WITH_SESSION: BodyLimit = { bytes: KB * KB, keys: 20_000 }
const LONG_LIST: BodyLimit = { bytes: 8 * KB * KB, keys: 20_000 }

/** Routes that accept whole selections of a large library. */
const LONG_LISTS = [
  'POST /api/attention/resolve',
  'POST /api/downloads/needs-attention/batch',
  'POST /api/import/comic/confirm',
  'POST /api/import/manga/confirm',
  'POST /api/metadata/metatag/bulk',
  'POST /api/storyarcs/import',
] as const

/** How much of a request's body is read. */
export function bodyLimitOf(request: Request, hasSession: boolean): BodyLimit {
  if (!hasSession) return WITHOUT_SESSION
  return isListedRoute(LONG_LISTS, request.method, new URL(request.url).pathname) ? LONG_LIST : WITH_SESSION
}
