import type { JobPriority } from '../states'
import { ClientError, replyNumber } from './client-request'

/**
 * The next priority in the client. `steps`: the client's priorities, lowest first. Throws when there is no next one.
 */
export function nextPriority<T extends JobPriority>(
  client: string,
  steps: readonly T[],
  now: JobPriority = 'normal',
  change: 'up' | 'down',
): T {
  const next = steps[(steps as readonly JobPriority[]).indexOf(now) + (change === 'up' ? 1 : -1)]
  if (next) return next
  throw new ClientError(
    'rejected',
    `${client} has no ${change === 'up' ? 'higher' : 'lower'} priority for this download.`,
  )
}

/**
 * Position in the client's queue, from 1. Clients count from 0 and report -1 when not queued. Complete items have none.
 */
export function queuePlace(position: unknown, isComplete: boolean): number | undefined {
  const place = replyNumber(position)
  return place === undefined || place < 0 || isComplete ? undefined : place + 1
}
