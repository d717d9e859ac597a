import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { OwnerOnly } from '../../panels/ask-owner'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { Icon } from '../../parts/icons/icon'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { issueNumber } from '../../parts/text/issue-name'
import { searchPath } from '../../parts/text/search-path'
import { SKIPPED_WORDS } from '../../parts/text/search-words'
import { showToast } from '../../state/toasts'
import { useBusy } from '../../state/use-busy'

type Preview = Reply<'GET /api/series/:comic_id/search-missing/preview'>
export type SearchMissingProps = { comic_id: string; name: string; onReview: () => void; onClose: () => void }

/** A preview of the search for all missing issues: the included issues, and the skipped ones with reasons. */
export function SearchMissing({ comic_id, name, onReview, onClose }: SearchMissingProps) {
  const params = { comic_id }
  const { data, error, reload } = useQuery('GET /api/series/:comic_id/search-missing/preview', { params })
  const { route } = useLocation()
  const { busy, run } = useBusy()
  const [note, setNote] = useState('')
  const ask = async () => {
    setNote('')
    const { preview_token, fingerprint } = data ?? {}
    const body = { confirm: true, preview_token, fingerprint }
    const { run_id, message } = await call('POST /api/series/:comic_id/search-missing', { params, body })
    showToast(message, run_id ? { action: { label: 'Show', run: () => route(searchPath(run_id)) } } : {})
    for (const old of ['GET /api/series', 'GET /api/wanted', 'GET /api/search']) invalidate(old)
    onClose()
  }
  const onFailure = (sentence: string) => {
    setNote(sentence)
    reload()
  }
  const begin = () => run(ask, { onFailure })
  const count = data?.eligibleCount ?? 0
  const foot = html`
    ${count === 0 && html`<${Button} onClick=${onClose}>Close<//>`}
    ${count > 0 && html`<${Button} icon="rows" onClick=${onReview}>Review releases<//>`}
    ${
      count > 0 &&
      html`
        <${Button} kind="main" icon="search" busy=${busy} disabled=${!data?.canSearch} onClick=${begin}>
          ${`Search for ${countWords(count, 'issue')}`}
        <//>
      `
    }
  `
  return html`
    <${Dialog} open title=${`Search for what is missing of ${name}`} onClose=${onClose} foot=${foot}>
      ${
        error && !data
          ? html`
            <${ErrorLook} what="It could not be counted" detail=${error.detail} onRetry=${reload} />
          `
          : data
            ? html`<${Counted} preview=${data} />`
            : html`
              <${Skeleton} kind="text" count=${3} label="Counting what is missing" />
            `
      }
      ${note && html`<p class="search-missing-note" role="alert"><${Icon} name="alert" size="small" />${note}</p>`}
    <//>
  `
}

function Counted({ preview }: { preview: Preview }) {
  const { eligible, eligibleCount, route } = preview
  const text =
    eligibleCount > 0
      ? 'They become wanted. Your indexers are searched for each, and the best acceptable release is downloaded.'
      : 'No released issue is missing, or you skipped the missing ones.'
  return html`
    <div class="search-missing">
      ${eligibleCount > 0 && html`<p><b>${countWords(eligibleCount, 'issue')}</b> <span class="search-missing-numbers">${numbersOf(eligible)}</span></p>`}
      <p>${text}</p>
      ${
        preview.excluded.length > 0 &&
        html`
          <ul aria-label="What is left out">
            ${skippedWords(preview).map((words) => html`<li key=${words}>${words}</li>`)}
          </ul>
        `
      }
      ${
        !route.viable &&
        html`
          <p class="search-missing-note" role="alert">
            <${Icon} name="alert" size="small" />
            <span>${route.reason} <${OwnerOnly}><a href="/settings#indexers">Go to the indexers</a><//></span>
          </p>
        `
      }
    </div>
  `
}

const NAMED = 14

/** "#1, #2, #7 and 12 more" */
function numbersOf(eligible: Preview['eligible']): string {
  const numbers = eligible
    .slice(0, NAMED)
    .map(({ issueNumber: number, entityType: kind }) => issueNumber({ kind, unit: 'issue', number }) || 'One-shot')
  const more = eligible.length - numbers.length
  return numbers.join(', ') + (more > 0 ? ` and ${numberWords(more)} more` : '')
}

/** "12 in the library", "3 to come": the largest count first. */
export function skippedWords({ excluded }: Pick<Preview, 'excluded'>): string[] {
  const counts = new Map<string, number>()
  for (const { reason } of excluded) {
    const words = SKIPPED_WORDS[reason] ?? reason.replaceAll('_', ' ')
    counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([words, count]) => `${numberWords(count)} ${words}`)
}
