import type { Reply } from '../../api/contract'
import { html } from '../../html'
import { Mark, type MarkState } from '../../parts/status/mark'
import { issuePath } from '../../parts/text/series-path'

export type GeneratedIssue = Reply<'POST /api/storyarcs/generate'>['issues'][number]

const STATES: Record<GeneratedIssue['library_status'], { state: MarkState; word: string }> = {
  owned: { state: 'have', word: 'Owned' },
  wanted: { state: 'wanted', word: 'Wanted' },
  not_tracked: { state: 'skipped', word: 'Not tracked' },
}

/** The issues of a draft in order, each with its state in the library. */
export function GeneratedOrder({ issues }: { issues: readonly GeneratedIssue[] }) {
  return html`<ol class="arc-draft">${issues.map((issue) => html`<${DraftRow} key=${issue.reading_order} issue=${issue} />`)}</ol>`
}

function DraftRow({ issue }: { issue: GeneratedIssue }) {
  const { series_name, issue_number, title, start_year, comic_id, issue_id, verified, library_status } = issue
  const name = html`${series_name} <b>#${issue_number}</b>`
  const facts = [title, start_year && `series of ${start_year}`, !verified && 'not in your library']
  return html`
    <li>
      <span>
        <span>${comic_id && issue_id ? html`<a href=${issuePath(comic_id, issue_id)} target="_blank">${name}</a>` : name}</span>
        <small>${facts.filter(Boolean).join(' · ')}</small>
      </span>
      <${Mark} ...${STATES[library_status]} />
    </li>
  `
}
