import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Icon } from '../../parts/icons/icon'
import { Progress } from '../../parts/status/progress'
import { clockWords } from '../../parts/text/clock-words'
import { countWords } from '../../parts/text/format'
import type { WireSession } from './candidate'
import { isSearchActive, type SearchSession } from './use-session'

/** The progress of the search, and the indexers that did not answer. */
export function SearchProgress({ session }: { session: WireSession }) {
  const { progress, provider_failures: failures, state, candidates } = session
  const {
    provider_total: total,
    provider_completed: done,
    current_provider: current,
    left_out: leftOut = [],
  } = progress
  const active = isSearchActive(session)
  const words = active
    ? current
      ? `Searching ${current}: ${done} of ${countWords(total, 'indexer')} done`
      : `${done} of ${countWords(total, 'indexer')} done`
    : state === 'failed'
      ? 'Search failed'
      : `${countWords(total, 'indexer')} searched, ${countWords(candidates.length, 'release')}`
  const share = total > 0 ? done / total : undefined
  return html`
    <div class="asking">
      <p role="status">${words}</p>
      ${active && html`<${Progress} kind="line" label=${words} value=${share} />`}
      <${Answers} session=${session} />
      ${leftOut.map((sentence) => html`<p key=${sentence} class="asking-answers">${sentence}</p>`)}
      ${
        failures.length > 0 &&
        html`
          <ul class="asking-failures" aria-label="Indexers that did not respond">
            ${failures.map(
              ({ provider, code, detail }) => html`
                <li key=${provider + code}>
                  <${Icon} name="alert" size="small" />
                  <span>${detail.includes(provider) ? '' : html`<b>${provider}</b> `}${detail}</span>
                </li>
              `,
            )}
          </ul>
        `
      }
    </div>
  `
}

/** The number of results by indexer, live. */
function Answers({ session }: { session: WireSession }) {
  const counts = new Map<string, number>()
  for (const { candidate } of session.candidates)
    counts.set(candidate.provider, (counts.get(candidate.provider) ?? 0) + 1)
  if (counts.size < 2 && !isSearchActive(session)) return null
  const answers = [...counts]
  return html`<p class="asking-answers">${answers.map(([name, count]) => html`<span key=${name}><b>${name}</b> ${countWords(count, 'release')}</span>`)}</p>`
}

/** Within this time a countdown is shown; before, a clock time. */
const SOON_MS = 120_000

/** The time at which the list expires, or a note that it has. */
export function Expiry({ session, over, again }: Pick<SearchSession, 'session' | 'over' | 'again'>) {
  const left = useLeft(session?.expires_at)
  if (over) {
    const text = over === 'expired' ? 'These results have expired.' : 'A newer search replaced these results.'
    return html`
      <p class="sheet-over" role="alert"><span>${text}</span><${Button} size="small" kind="main" icon="refresh" onClick=${again}>Search again<//></p>
    `
  }
  if (!session) return null
  const until = clockWords(session.expires_at)
  const words = left > SOON_MS ? `Results expire at ${until}` : `Results expire in ${leftWords(left)}`
  return html`<time class="sheet-left" datetime=${session.expires_at} title=${`Results expire at ${until}`} data-soon=${left <= SOON_MS || undefined}>${words}</time>`
}

function useLeft(at: string | undefined): number {
  const leftOf = () => (at === undefined ? 0 : Math.max(0, Date.parse(at) - Date.now()))
  const [left, setLeft] = useState(leftOf)
  useEffect(() => {
    setLeft(leftOf())
    const timer = setInterval(() => setLeft(leftOf()), 1_000)
    return () => clearInterval(timer)
  }, [at])
  return left
}

/** 95000 → "1:35". */
export function leftWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
