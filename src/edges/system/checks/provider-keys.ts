import type { FailureKind } from '../../../library/metadata/states'
import type { HealthFinding } from './check'

export interface ProviderFact {
  name: string
  label: string
  failure: FailureKind | null
  detail: string | null
  failures_in_row: number
}

/** After this many failures in a row a problem is not temporary. */
const LASTS = 3

const DOWN: readonly (FailureKind | null)[] = ['unreachable', 'unavailable', 'unreadable']

/** Reports enabled metadata sources that reject their key, have banned us, or do not answer. */
export function providerFindings(providers: readonly ProviderFact[]): HealthFinding[] {
  return providers.flatMap(({ name, label, failure, detail, failures_in_row }): HealthFinding[] => {
    const at = { subject: name, message: detail ?? `${label} cannot be queried.`, page: '/settings#metadata' }
    if (failure === 'auth') return [{ ...at, gravity: 'error', remedy: `Enter the key of ${label} again.` }]
    if (failure === 'banned')
      return [
        {
          ...at,
          gravity: 'warning',
          remedy: 'Wait: Panelkeep retries automatically. Retrying sooner makes it worse.',
        },
      ]
    if (DOWN.includes(failure)) {
      const remedy = 'If the problem lasts, test it in Settings, Metadata.'
      return [{ ...at, gravity: failures_in_row >= LASTS ? 'warning' : 'notice', remedy }]
    }
    return []
  })
}
