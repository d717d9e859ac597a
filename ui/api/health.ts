import type { Reply } from './contract'
import { useQuery } from './query'

export type Health = Reply<'GET /api/system/health'>

/** The health of Panelkeep; undefined until loaded. Not loaded before `now`. */
export const useHealth = (now = true): Health | undefined =>
  useQuery('GET /api/system/health', now ? undefined : null).data
