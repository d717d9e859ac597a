import { useEffect, useRef } from '../html'
import type { Reply } from './contract'
import { usePolling } from './polling'
import { useQuery } from './query'

/** Work in the background that a page asked for. */
export type Operation = Reply<'GET /api/operations/:operation_id'>

/** Between two looks at how far it is; that it ended is heard at once. */
const LOOK_MS = 800

export const isActive = ({ state }: Pick<Operation, 'state'>) => state === 'queued' || state === 'running'

/** One piece of work, followed until it ends. `onEnd` is told once. */
export function useOperation(
  operation_id: string | undefined,
  onEnd?: (operation: Operation) => unknown,
): Operation | undefined {
  const { data, error, reload } = useQuery(
    'GET /api/operations/:operation_id',
    operation_id === undefined ? null : { params: { operation_id } },
  )
  const told = useRef<string | undefined>(undefined)
  usePolling(operation_id !== undefined && !error && (!data || isActive(data)), LOOK_MS, reload)
  useEffect(() => {
    if (!data || isActive(data) || told.current === data.operation_id) return
    told.current = data.operation_id
    onEnd?.(data)
  }, [data])
  return data
}

/** What goes on about a series or a batch of files, the newest first. */
export function useWorkOn(subject: string): Operation[] {
  const { data, reload } = useQuery('GET /api/operations', { query: { subject } })
  const active = data?.operations.filter(isActive) ?? []
  usePolling(active.length > 0, LOOK_MS, reload)
  return active
}
