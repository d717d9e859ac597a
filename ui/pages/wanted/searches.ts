import './searches.css'
import { usePolling } from '../../api/polling'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { BackLink } from '../../parts/controls/back-link'
import { Button } from '../../parts/controls/button'
import { Pager } from '../../parts/lists/pager'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { SEARCHES, searchPath } from '../../parts/text/search-path'
import { isOpen, type Run } from './run'
import { RunLine } from './run-line'

const PER_PAGE = 20
/** The interval between two requests while a search runs. */
const LOOK_MS = 2_000

/** Every search of the last month, the newest first. */
export function SearchesPage() {
  const { query, route } = useOwnLocation()
  const page = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1)
  const { data, error, reload } = useQuery(
    'GET /api/search/runs',
    { query: { limit: PER_PAGE, offset: (page - 1) * PER_PAGE } },
    { keep: true },
  )
  const runs = data?.runs ?? []
  useScrollPlace(data !== undefined)
  usePolling(runs.some(isOpen), LOOK_MS, reload)
  const toggle = ({ run_id }: Run) =>
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
    <div class="searches">
      <header>
        <${BackLink} href="/wanted">Wanted<//>
        <h1>Searches</h1>
      </header>
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
  `
}

const pageAt = (page: number) => (page === 1 ? SEARCHES : `${SEARCHES}?page=${page}`)

function None({ page }: { page: number }) {
  if (page > 1) return html`<${Empty} icon="history" title="There are none this far back" />`
  const text = 'Every search for wanted issues, automatic or manual, is listed here for a month.'
  return html`<${Empty} icon="history" title="Nothing was searched for yet" text=${text}><${Button} href="/wanted">Go to what is wanted<//><//>`
}
