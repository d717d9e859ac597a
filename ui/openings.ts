import { request } from './api/client'
import type { Endpoint, Input } from './api/contract'
import { chunkInput } from './pages/library/pieces'
import { START, wireQuery } from './pages/library/view'

const address = <N extends Endpoint>(name: N, input: Input<N>) => request(name, input as object).url
const own = (path: string) => path

const SESSION = [own('/api/auth/check-session')]

/**
 * What pages with covers request before they show one, in the order of need. The HTML names it, so that it comes beside
 * the scripts; `e2e/openings.test.ts` sees that the pages request the same. Read at build alone.
 */
export const openings = [
  {
    path: '/library',
    module: 'library',
    requests: [
      ...SESSION,
      address('GET /api/series', chunkInput(wireQuery(START), 0)),
      address('GET /api/reading/continue', { query: { limit: 20, state: 'started' } }),
      address('GET /api/reading/continue', { query: { limit: 20, state: 'next' } }),
      address('GET /api/reading/added', { query: { limit: 20 } }),
      own('/api/series/facets'),
      own('/api/views'),
      own('/api/series/bulk'),
    ],
  },
  {
    path: '/library/:comic_id',
    module: 'series',
    requests: [
      ...SESSION,
      own('/api/series/:comic_id'),
      own('/api/reading/series/:comic_id'),
      own('/api/names/of-series?comic_id=:comic_id'),
    ],
  },
]
