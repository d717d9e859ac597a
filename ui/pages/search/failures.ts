import { html } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Icon } from '../../parts/icons/icon'
import { clockWords } from '../../parts/text/clock-words'
import { withSettingsLinks } from '../../parts/text/settings-links'
import type { SearchAnswer } from './search-result'

type Failed = NonNullable<SearchAnswer['provider_failures']>[number]

/** Errors that the user can fix in the settings; the provider is queried again right after a fix. */
const MENDED = ['auth', 'not_configured', 'disabled']
/** The provider blocked this address or rejected the key: waiting alone does not fix that soon. */
const SERIOUS = [...MENDED, 'banned']

/** Providers that failed, beside the results of the others. */
export function ProviderFailures({ failures }: { failures: readonly Failed[] }) {
  if (failures.length === 0) return null
  return html`
    <ul class="search-failures" role="status">
      ${failures.map(
        ({ provider, failure, detail, until }) => html`
          <li key=${provider} data-waits=${(until !== undefined && !SERIOUS.includes(failure)) || undefined}>
            <${Icon} name="alert" size="small" />
            <span>
              ${withSettingsLinks(detail)} ${detail.includes('Settings, ') ? '' : MENDED.includes(failure) ? html`<${OwnerOnly}><a href="/settings#metadata">Open settings</a><//>` : until && `Retry after ${clockWords(until)}.`}
            </span>
          </li>
        `,
      )}
    </ul>
  `
}
