import type { Reply } from './contract'
import { useQuery } from './query'

export type Health = Reply<'GET /api/system/health'>

/** Whether all is well; undefined until it is known. */
export const useHealth = (): Health | undefined => useQuery('GET /api/system/health').data
