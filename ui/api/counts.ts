import { useEffect } from '../html'
import type { Reply } from './contract'
import { listen } from './events'
import { place, useQuery } from './query'

export type Counts = Reply<'GET /api/activity/status'>

/** What is on its way and what needs attention; undefined until it is known. */
export function useCounts(): Counts | undefined {
  useEffect(() => listen(({ type, data }) => type === 'status' && place(NAME, undefined, data as Counts)), [])
  return useQuery(NAME).data
}

const NAME = 'GET /api/activity/status'

/** How many series the library has; undefined until it is known. */
export function useSeriesCount(): number | undefined {
  const { data } = useQuery('GET /api/series', { query: { limit: 1 } })
  return data && !Array.isArray(data) ? data.pagination.total : undefined
}
