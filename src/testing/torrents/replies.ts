import type { Reply } from '../../downloads/clients/client'
import type { Clock } from '../../platform/ports'

/** The value of an answer; a failure throws with its sentence. */
export function okOf<T>(reply: Reply<T>): T {
  if ('ok' in reply) return reply.ok
  throw new Error(`${reply.failure}: ${reply.detail}`)
}

/** On which every wait is over at once: for who looks again until something is there. */
export const hurriedClock: Clock = { now: () => '2026-11-21T08:00:00.000Z', uptime: () => 0, after: async () => {} }
