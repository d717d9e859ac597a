import type { Reply } from '../../downloads/clients/client'
import type { ClientRow } from '../../downloads/clients/store'
import type { Clock } from '../../platform/ports'

/** A client as it stands in the settings. */
export function clientRow(row: Partial<ClientRow> & Pick<ClientRow, 'type' | 'address'>): ClientRow {
  return {
    client_id: `${row.type}-1`,
    name: 'My client',
    protocol: 'torrent',
    enabled: true,
    position: 0,
    username: '',
    secret: '',
    verify: true,
    category: 'comics',
    settings: {},
    placing: 'hardlink',
    seed_ratio: null,
    seed_minutes: null,
    remove_completed: true,
    remove_failed: true,
    added_at: '2026-11-21T08:00:00.000Z',
    version: null,
    failure: null,
    detail: null,
    failing_since: null,
    last_ok_at: null,
    ...row,
  }
}

/** The value of an answer; a failure throws with its sentence. */
export function okOf<T>(reply: Reply<T>): T {
  if ('ok' in reply) return reply.ok
  throw new Error(`${reply.failure}: ${reply.detail}`)
}

/** On which every wait is over at once: for who looks again until something is there. */
export const hurriedClock: Clock = { now: () => '2026-11-21T08:00:00.000Z', after: async () => {} }
