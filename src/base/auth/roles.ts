import { API_KEY_ROUTES, isListedRoute, WITHOUT_SESSION } from './policy'
import type { Role } from './states'

/**
 * Which routes under /api each role reaches. A route in no list is the owner's, so a new one is closed to everyone else
 * until it is listed here. The catalog is open to all roles.
 */

/** What readers reach, filtered by what they may see. From other devices without `manage_remote` everyone has these. */
export const READER_ROUTES: readonly string[] = [
  'POST /api/auth/logout',
  'GET /api/account',
  'PATCH /api/account',
  'PUT /api/account/pin',
  'DELETE /api/account/pin',
  'GET /api/devices',
  'POST /api/devices',
  'PATCH /api/devices/:device_id',
  'DELETE /api/devices/:device_id',
  'GET /api/events/stream',

  'GET /api/series',
  'GET /api/series/find',
  'GET /api/series/facets',
  'GET /api/series/letters',
  'GET /api/series/:comic_id',
  'GET /api/series/:comic_id/marks',
  'PATCH /api/series/:comic_id/marks',
  'GET /api/series/issues/:issue_id',
  'GET /api/covers/series/:comic_id',
  'GET /api/covers/issues/:issue_id',
  'GET /api/metadata/art/:comic_id',
  'GET /api/metadata/issue-art/:issue_id',
  'GET /api/metadata/image-proxy',
  'GET /api/downloads/file/:issue_id',

  'GET /api/reading/*',
  'POST /api/reading/*',
  'PUT /api/reading/*',
  'PATCH /api/reading/*',
  'DELETE /api/reading/*',

  'GET /api/readlist',
  'POST /api/readlist',
  'DELETE /api/readlist',
  'DELETE /api/readlist/:issue_id',
  'GET /api/readlists',
  'POST /api/readlists',
  'GET /api/readlists/*',
  'POST /api/readlists/*',
  'PUT /api/readlists/*',
  'PATCH /api/readlists/*',
  'DELETE /api/readlists/*',

  'GET /api/views',
  'POST /api/views',
  'PUT /api/views/order',
  'PATCH /api/views/:view_id',
  'DELETE /api/views/:view_id',
  'POST /api/views/:view_id/restore',

  'GET /api/names',
  'GET /api/names/find',
  'GET /api/names/of-series',
  'GET /api/names/one',
  'GET /api/names/series',
  'GET /api/names/issues',

  'GET /api/tags',
  'GET /api/collections',
  'GET /api/collections/:collection_id',
  'GET /api/storyarcs',
  'GET /api/storyarcs/:arc_id',

  'POST /api/search/comics',
  'POST /api/search/manga',
  'POST /api/metadata/search',
  'GET /api/requests',
  'POST /api/requests',
  'DELETE /api/requests/:request_id',
]

/** Addresses that a pattern for readers matches as well. */
const NOT_FOR_READERS: readonly string[] = [
  'GET /api/series/bulk',
  'GET /api/series/edits',
  'GET /api/collections/offers',
  'GET /api/storyarcs/offers',
]

/** What managers reach besides: the library, but neither users, secrets, network, backups nor the program itself. */
export const MANAGER_ROUTES: readonly string[] = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
    [
      'series',
      'import',
      'search',
      'storyarcs',
      'collections',
      'tags',
      'names',
      'releases',
      'attention',
      'downloads',
      'activity',
      'filing',
      'care',
      'unwanted-pages',
      'requests',
      'ai/chat',
    ].flatMap((feature) => [`${method} /api/${feature}`, `${method} /api/${feature}/*`]),
  ),
  ...API_KEY_ROUTES,
  'GET /api/wanted',
  'GET /api/upcoming',
  'GET /api/weekly',
  'POST /api/weekly/refresh',
  'GET /api/metadata/*',
  'POST /api/metadata/search',
  'POST /api/metadata/search/manga',
  'POST /api/metadata/convert',
  'POST /api/metadata/metatag',
  'POST /api/metadata/metatag/bulk',
  'POST /api/metadata/metatag/group',
  // Trying another language model is the owner's, as its address and key are.
  'GET /api/ai/status',
  'GET /api/ai/activity',
  'GET /api/ai/usage',
  'GET /api/ai/presets',
  'GET /api/ai/suggestions',
  'GET /api/ai/series/:comic_id/sentence',
  'GET /api/dashboard/*',
  'GET /api/operations',
  'GET /api/operations/:operation_id',
  'GET /api/filesystem',
  'GET /api/filesystem/places',
  'GET /api/filesystem/count',
  'POST /api/filesystem/chosen',
  'GET /api/openapi.json',

  'GET /api/config',
  'PUT /api/config',
  'GET /api/config/schema',
  'GET /api/config/providers',
  'GET /api/config/clients',
  'GET /api/config/release-rules',
  'POST /api/config/release-rules',
  'POST /api/config/release-rules/test',
  'PUT /api/config/release-rules/:rule_id',
  'DELETE /api/config/release-rules/:rule_id',

  'GET /api/system/version',
  'GET /api/system/release-notes',
  'GET /api/system/whats-new/archive',
  'POST /api/system/whats-new/dismiss',
  'GET /api/system/health',
  'GET /api/system/jobs',
  'GET /api/system/acquisition/reconciliation',
  'GET /api/system/acquisition/reconciliation/:comic_id',
]

/** A PIN is for one device, and a key would outlive it. */
export const NOT_WITH_PIN: readonly string[] = ['POST /api/devices']

/** Whole files leave the library: only for users who may download. Opening a book in the reader is not a download. */
export const DOWNLOAD_ROUTES: readonly string[] = [
  'GET /api/downloads/file/:issue_id',
  'GET /api/reading/series/:comic_id/download',
  'GET /opds/issues/:issue_id/:filename',
  'GET /opds/comics/:comic_id/all.zip',
  'GET /opds/oneoffs/:filename',
  'GET /komga/api/v1/books/:issue_id/file',
  'GET /komga/api/v1/books/:issue_id/file/:filename',
]

export function mayReach(role: Role, method: string, path: string): boolean {
  if (role === 'owner' || isListedRoute(WITHOUT_SESSION, method, path)) return true
  if (isListedRoute(READER_ROUTES, method, path) && !isListedRoute(NOT_FOR_READERS, method, path)) return true
  return role === 'manager' && isListedRoute(MANAGER_ROUTES, method, path)
}
