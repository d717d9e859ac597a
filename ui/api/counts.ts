import { useEffect } from '../html'
import type { Reply } from './contract'
import { listen } from './events'
import { cacheReply, useQuery } from './query'

export type ActivityCounts = Reply<'GET /api/activity/status'>

/** The counts of active downloads and of items that need attention; undefined until loaded. */
export function useCounts(): ActivityCounts | undefined {
  useEffect(
    () => listen(({ type, data }) => type === 'status' && cacheReply(NAME, undefined, data as ActivityCounts)),
    [],
  )
  return useQuery(NAME).data
}

const NAME = 'GET /api/activity/status'

/** The number of series in the library; undefined until loaded. */
export function useSeriesCount(): number | undefined {
  const { data } = useQuery('GET /api/series', { query: { limit: 1 } })
  return data && !Array.isArray(data) ? data.pagination.total : undefined
}
