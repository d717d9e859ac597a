import { useEffect, useRef } from '../html'
import type { Reply } from './contract'
import { usePolling } from './polling'
import { useQuery } from './query'

/** A background task that a page started. */
export type Operation = Reply<'GET /api/operations/:operation_id'>

/** The interval between two progress requests; the end arrives as an event. */
const LOOK_MS = 800

export const isActive = ({ state }: Pick<Operation, 'state'>) => state === 'queued' || state === 'running'

/** Follows one background task until it ends, then calls `onEnd` once. */
export function useOperation(
  operation_id: string | undefined,
  onEnd?: (operation: Operation) => unknown,
): Operation | undefined {
  const { data, error, poll } = useQuery(
    'GET /api/operations/:operation_id',
    operation_id === undefined ? null : { params: { operation_id } },
  )
  const reportedId = useRef<string | undefined>(undefined)
  usePolling(operation_id !== undefined && !error && (!data || isActive(data)), LOOK_MS, poll)
  useEffect(() => {
    if (!data || isActive(data) || reportedId.current === data.operation_id) return
    reportedId.current = data.operation_id
    onEnd?.(data)
  }, [data])
  return data
}

/** The background tasks of a series or a batch of files, the newest first. */
export function useWorkOn(subject: string): Operation[] {
  const { data, poll } = useQuery('GET /api/operations', { query: { subject } })
  const active = data?.operations.filter(isActive) ?? []
  usePolling(active.length > 0, LOOK_MS, poll)
  return active
}
