import type { Reply } from './contract'
import { useQuery } from './query'

export type Health = Reply<'GET /api/system/health'>

/** The health of Panelkeep; undefined until loaded. */
export const useHealth = (): Health | undefined => useQuery('GET /api/system/health').data
