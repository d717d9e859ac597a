import { call } from '../../api/client'
import { useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { SearchField } from '../../parts/controls/search-field'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords } from '../../parts/text/format'
import { showToast } from '../../state/toasts'
import { changeArcs, chooseIssue } from './changes'
import { type ArcIssue, listedAs } from './wire'

export type MatchDialogProps = { arcId: string; issue: ArcIssue; onClose: () => void }

/** Matches a row to an issue: one of the candidates, or a series for all rows with the same name. */
export function MatchDialog({ arcId, issue, onClose }: MatchDialogProps) {
  const row = { arc_id: arcId, issue_arc_id: issue.IssueArcID }
  const choose = async (issueId: string | null) => {
    if (await chooseIssue(row, issueId)) onClose()
  }
  const chooseSeries = async (comicId: string) => {
    const body = { issue_arc_id: issue.IssueArcID, comic_id: comicId }
    const done = await changeArcs(async () => {
      const { matched, unmatched } = await call('POST /api/storyarcs/:arc_id/rules', {
        params: { arc_id: arcId },
        body,
      })
      showToast(`${countWords(matched, 'issue')} matched${unmatched > 0 ? `, ${unmatched} not in that series` : ''}.`)
    })
    if (done) onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} onClick=${() => choose(null)}>None of them<//>
  `
  return html`
    <${Dialog} open kind="sheet" title=${listedAs(issue)} onClose=${onClose} foot=${foot}>
      ${
        issue.candidates.length > 0 &&
        html`
          <h3>Possible matches</h3>
          <ul class="arc-choices">
            ${issue.candidates.map(
              ({ issue_id, series, year, label }) => html`
                <li key=${issue_id}><button type="button" onClick=${() => choose(issue_id)}><b>${series}</b> ${year} ${label}</button></li>
              `,
            )}
          </ul>
        `
      }
      <${SeriesChoice} name=${issue.listed.series} onPick=${chooseSeries} />
    <//>
  `
}

const MOST = 12

function SeriesChoice({ name, onPick }: { name: string; onPick: (comicId: string) => unknown }) {
  const [words, setWords] = useState(name)
  const { data } = useQuery('GET /api/series', { query: { q: words, limit: MOST } })
  const rows = data && 'comics' in data ? data.comics : []
  return html`
    <h3>Match every issue of this series</h3>
    <${SearchField} label="Series in the library" value=${words} onInput=${setWords} />
    <ul class="arc-choices">
      ${rows.map(
        ({ ComicID, ComicName, ComicYear, Have, Total }) => html`
          <li key=${ComicID}>
            <button type="button" onClick=${() => onPick(ComicID)}><b>${ComicName}</b> ${ComicYear} <small>${Have} of ${Total}</small></button>
          </li>
        `,
      )}
    </ul>
    ${data && rows.length === 0 && html`<p class="arc-none">No series found. Add the series to your library to match its issues automatically.</p>`}
  `
}
