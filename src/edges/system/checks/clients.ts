import { between } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { HealthFinding } from './check'

export interface ClientFact {
  client_id: string
  name: string
  enabled: boolean
  failing_since: Instant | null
  detail: string | null
}

/** Longer than a restart of the client. */
const PATIENCE_MS = 15 * 60_000

/** Reports download clients that do not respond. */
export function clientFindings(clients: readonly ClientFact[], now: Instant): HealthFinding[] {
  return clients.flatMap(({ client_id, name, enabled, failing_since, detail }) => {
    if (!enabled || failing_since === null) return []
    return [
      {
        subject: client_id,
        gravity: between(failing_since, now) >= PATIENCE_MS ? 'error' : 'warning',
        message: `${name} cannot be used. ${detail ?? ''}`.trim(),
        remedy: 'Check that it is running, and test its address and password.',
        page: '/settings#clients',
      },
    ]
  })
}
