import './searches.css'
import { usePolling } from '../../../api/polling'
import { useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { countWords } from '../../../parts/text/format'
import { RunLine } from './run-line'

const MOST = 20
/** The interval between two requests while a search runs. */
const LOOK_MS = 2_000

const useOpenRuns = () => useQuery('GET /api/search/runs', { query: { limit: MOST, open: true } }, { keep: true })

/** Whether searches are in progress; undefined until loaded. */
export function useIsSearching(): boolean | undefined {
  const { data, error } = useOpenRuns()
  return error && !data ? false : data && data.runs.length > 0
}

/** The searches in progress; renders nothing while there are none. */
export function SearchesNow() {
  const [open, setOpen] = useState<string | undefined>(undefined)
  const { data, poll } = useOpenRuns()
  const runs = data?.runs ?? []
  usePolling(runs.length > 0, LOOK_MS, poll)
  if (runs.length === 0) return null
  return html`
    <section class="activity-section">
      <h2>${countWords(data?.pagination.total ?? runs.length, 'search', 'searches')}</h2>
      <ul class="runs" aria-label="Searches in progress">
        ${runs.map(
          (run) => html`
            <${RunLine}
              key=${run.run_id}
              run=${run}
              open=${open === run.run_id}
              onOpen=${() => setOpen(open === run.run_id ? undefined : run.run_id)}
            />
          `,
        )}
      </ul>
    </section>
  `
}
