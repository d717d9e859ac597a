import { html } from '../../html'
import { Icon } from '../../parts/icon'
import { type SearchAnswer, sourceName } from './found'

type Failed = NonNullable<SearchAnswer['provider_failures']>[number]

/** What a person can mend in the settings. */
const MENDED = ['auth', 'not_configured', 'disabled']

/** Sources that did not answer, beside what the others found. */
export function Failures({ failures }: { failures: readonly Failed[] }) {
  if (failures.length === 0) return null
  return html`
    <ul class="search-failures" role="status">
      ${failures.map(
        ({ provider, failure, detail, until }) => html`
          <li key=${provider}>
            <${Icon} name="alert" size="small" />
            <span>
              <b>${sourceName(provider)}</b> is missing from these results. ${detail}
              ${until && ` It is asked again at ${clockWords(until)}.`}
              ${MENDED.includes(failure) && html` <a href="/settings#metadata">Open its settings</a>`}
            </span>
          </li>
        `,
      )}
    </ul>
  `
}

/** "14:05", of another day "Sun 14:05". */
export function clockWords(at: string, now = Date.now()): string {
  const time = new Date(at)
  const clock = time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  const today = new Date(now).toDateString() === time.toDateString()
  return today ? clock : `${time.toLocaleDateString('en', { weekday: 'short' })} ${clock}`
}
