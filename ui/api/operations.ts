import { useEffect } from '../html'
import type { Reply } from './contract'
import { useQuery } from './query'

/** Work in the background that somebody asked for. */
export type Operation = Reply<'GET /api/operations/:operation_id'>

const AGAIN_MS = 1_000

export const isUnderWay = ({ state }: Operation): boolean => state === 'queued' || state === 'running'

/** One operation as it goes on: its ends are announced, how far it is has to be asked for. Undefined asks nothing. */
export function useOperation(operationId: string | undefined): Operation | undefined {
  const input = operationId === undefined ? null : { params: { operation_id: operationId } }
  const { data, reload } = useQuery('GET /api/operations/:operation_id', input)
  useEffect(() => {
    if (!data || !isUnderWay(data)) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [data])
  return data
}
