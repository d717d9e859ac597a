import type { Clock } from '../../base/platform/ports'
import type { ClientReply } from '../../intake/downloads/clients/client'

/** The value of a reply; throws the sentence of a failure. */
export function okOf<T>(reply: ClientReply<T>): T {
  if ('ok' in reply) return reply.ok
  throw new Error(`${reply.failure}: ${reply.detail}`)
}

/** A clock whose waits end immediately, for code that polls. */
export const hurriedClock: Clock = { now: () => '2026-11-21T08:00:00.000Z', uptime: () => 0, after: async () => {} }
