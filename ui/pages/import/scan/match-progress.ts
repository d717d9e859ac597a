import { html } from '../../../html'
import { Icon } from '../../../parts/icons/icon'
import { Progress } from '../../../parts/status/progress'
import { numberWords, pluralWords } from '../../../parts/text/format'
import { whenWords } from '../../../parts/text/when'
import type { WireScan } from '../wire'

/** The progress of matching at the providers, and its problems. The list can be used meanwhile. */
export function MatchProgress({ proposing }: { proposing: WireScan['proposing'] }) {
  if (!proposing) return null
  const { running, provider, asked, total, waiting_until, trouble } = proposing
  if (!running || waiting_until)
    return html`
      <p class="review-asking" role="status" data-trouble>
        <${Icon} name="alert" size="small" />
        <span>${trouble} ${waiting_until ? `Matching resumes ${whenWords(waiting_until)}.` : left(total - asked)}</span>
      </p>
    `
  const text =
    total > 0
      ? `Querying ${provider}: ${numberWords(asked)} of ${numberWords(total)} series`
      : 'Querying metadata sources'
  return html`
    <div class="review-asking" role="status">
      <span>${text}</span>
      <${Progress} kind="line" label=${text} value=${total > 0 ? asked / total : undefined} />
    </div>
  `
}

function left(count: number): string {
  if (count <= 0) return ''
  return pluralWords(count, 'One series was not looked up.', '{count} series were not looked up.')
}
