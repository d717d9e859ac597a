import './searches.css'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Pager } from '../../../parts/lists/pager'
import { useOwnLocation, useScrollPlace } from '../../../parts/lists/virtual-place'
import { Empty } from '../../../parts/status/empty'
import { ErrorLook } from '../../../parts/status/error-look'
import { Skeleton } from '../../../parts/status/skeleton'
import { SEARCHES, searchPath } from '../../../parts/text/search-path'
import { HistoryTab } from '../history-page'
import { RunLine } from './run-line'
import type { SearchRun } from './search-run'

const PER_PAGE = 20

/** The searches of the last month that have ended, the newest first. */
export function SearchesPage() {
  const { query, route } = useOwnLocation()
  const page = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1)
  const { data, error, reload } = useQuery(
    'GET /api/search/runs',
    { query: { limit: PER_PAGE, offset: (page - 1) * PER_PAGE, open: false } },
    { keep: true },
  )
  const runs = data?.runs ?? []
  useScrollPlace(data !== undefined)
  const toggle = ({ run_id }: SearchRun) =>
    route(query.run === run_id ? pageAt(page) : `${searchPath(run_id)}&page=${page}`, true)
  const shown = runs.map(
    (run) =>
      html`
        <${RunLine}
          key=${run.run_id}
          run=${run}
          open=${run.run_id === query.run}
          onOpen=${() => toggle(run)}
        />
      `,
  )
  return html`
    <${HistoryTab} view="searches">
      <div class="searches">
      ${
        error && !data
          ? html`<${ErrorLook} what="The searches could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data
            ? html`<${Skeleton} count=${6} label="Loading the searches" />`
            : runs.length === 0
              ? html`<${None} page=${page} />`
              : html`<ul class="runs">${shown}</ul>`
      }
      ${data && html`<${Pager} page=${page} more=${data.pagination.has_more ?? false} hrefOf=${pageAt} />`}
      </div>
    <//>
  `
}

const pageAt = (page: number) => (page === 1 ? SEARCHES : `${SEARCHES}?page=${page}`)

function None({ page }: { page: number }) {
  if (page > 1) return html`<${Empty} icon="history" title="No older searches" />`
  const text = 'Searches for wanted issues stay here for a month. Searches in progress are in Queue.'
  return html`<${Empty} icon="history" title="No searches yet" text=${text}><${Button} href="/wanted">Go to Wanted<//><//>`
}
