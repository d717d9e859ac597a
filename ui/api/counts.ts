import { useEffect } from '../html'
import type { Reply } from './contract'
import { listen } from './events'
import { cacheReply, useQuery } from './query'

export type ActivityCounts = Reply<'GET /api/activity/status'>

/** The counts of active downloads and of items that need attention; undefined until loaded. Not loaded before `now`. */
export function useCounts(now = true): ActivityCounts | undefined {
  useEffect(
    () => listen(({ type, data }) => type === 'status' && cacheReply(NAME, undefined, data as ActivityCounts)),
    [],
  )
  return useQuery(NAME, now ? undefined : null).data
}

/** Everything that needs the user: downloads, and requests of readers. */
export const attentionOf = ({ attention_members, requests }: ActivityCounts): number => attention_members + requests

const NAME = 'GET /api/activity/status'

/** The number of series in the library; undefined until loaded. Not loaded before `now`. */
export function useSeriesCount(now = true): number | undefined {
  const { data } = useQuery('GET /api/series', now ? { query: { limit: 1 } } : null)
  return data && !Array.isArray(data) ? data.pagination.total : undefined
}
