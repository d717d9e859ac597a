import type { JobPriority } from '../states'
import { ClientError, replyNumber } from './client-request'

/** The next priority of a client. `steps`: those that it has, the lowest first. Throws when there is none. */
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

/** The place of a torrent in its queue, counted by the client from 0. What is complete or not queued, at -1, has none. */
export function queuePlace(position: unknown, isComplete: boolean): number | undefined {
  const place = replyNumber(position)
  return place === undefined || place < 0 || isComplete ? undefined : place + 1
}
