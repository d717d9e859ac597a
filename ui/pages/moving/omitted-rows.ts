import { useQuery } from '../../api/query'
import { html } from '../../html'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { tableWords } from './wire'

const SHOWN = 20

/** The number of rows that were not copied for each reason, with examples. */
export function OmittedRows() {
  const { data, error, reload } = useQuery('GET /api/system/migration/omitted', { query: { limit: SHOWN } })
  if (!data && error)
    return html`<${ErrorLook} what="The rows could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${4} label="Loading the rows" />`
  const total = data.reasons.reduce((sum, { rows }) => sum + rows, 0)
  return html`
    <ul class="moving-left">
      ${data.reasons.map(
        ({ table_name, reason, rows }) => html`
          <li key=${table_name + reason}><b>${tableWords(table_name)}</b> <span>${countWords(rows, 'row')}</span><p>${reason}</p></li>
        `,
      )}
    </ul>
    <details class="moving-notes">
      <summary>${total > SHOWN ? `The first ${SHOWN} of ${numberWords(total)} rows` : countWords(total, 'row')}</summary>
      <ul>${data.rows.map(({ omission_id, label, reason }) => html`<li key=${omission_id}><b>${label}</b> ${reason}</li>`)}</ul>
    </details>
  `
}
