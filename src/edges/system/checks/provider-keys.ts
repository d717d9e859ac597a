import type { FailureKind } from '../../../library/metadata/states'
import type { HealthFinding } from './check'

export interface ProviderFact {
  name: string
  label: string
  failure: FailureKind | null
  detail: string | null
}

/** Reports enabled metadata sources that reject their key or have banned us. */
export function providerFindings(providers: readonly ProviderFact[]): HealthFinding[] {
  return providers.flatMap(({ name, label, failure, detail }): HealthFinding[] => {
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
    return []
  })
}
