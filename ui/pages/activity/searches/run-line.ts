import { ApiError, call } from '../../../api/client'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import { Mark } from '../../../parts/status/mark'
import { Progress } from '../../../parts/status/progress'
import { Skeleton } from '../../../parts/status/skeleton'
import { numberWords, pluralWords } from '../../../parts/text/format'
import { isolated } from '../../../parts/text/isolated'
import { reasonWords, searchState } from '../../../parts/text/search-words'
import { issuePath } from '../../../parts/text/series-path'
import { TimeText } from '../../../parts/text/when'
import { searchNow } from '../../../state/searching'
import { showToast } from '../../../state/toasts'
import {
  aboutWords,
  beganWords,
  canRetry,
  countsWords,
  isPaused,
  isRunOpen,
  itemWords,
  runState,
  type SearchItem,
  type SearchRun,
} from './search-run'

export type RunLineProps = { run: SearchRun; open: boolean; onOpen: () => void }

/** One search: its subject, its result, and each of its issues on demand. */
export function RunLine({ run, open, onOpen }: RunLineProps) {
  const { mark, word } = runState(run)
  const { accepted_count: all, terminal_count: done } = run
  const counts = countsWords(run)
  return html`
    <li class="run" data-open=${open || undefined}>
      <button class="run-head" type="button" aria-expanded=${open} onClick=${onOpen}>
        <${Icon} name=${open ? 'chevron-down' : 'chevron-right'} size="small" />
        <span class="run-about"><b><${About} run=${run} /></b><small>${beganWords(run)}, <${TimeText} at=${run.created_at} /></small></span>
        <span class="run-state"><${Mark} state=${mark} word=${isPaused(run) ? 'Paused' : word} />${counts && counts !== word && html`<small>${counts}</small>`}</span>
      </button>
      ${isRunOpen(run) && all > 0 && !isPaused(run) && html`<${Progress} kind="line" label=${counts} value=${done / all} />`}
      ${run.reason && html`<p class="run-reason">${run.reason}</p>`}
      ${open && html`<${Items} run=${run} />`}
    </li>
  `
}

/** A search for one series or issue shows that name, which is stored with its items. */
function About({ run }: { run: SearchRun }) {
  const { run_id, scope_type } = run
  const named = scope_type !== 'wanted_backlog'
  const { data } = useQuery(
    'GET /api/search/runs/:run_id',
    named ? { params: { run_id }, query: { include_items: true, limit: 1 } } : null,
  )
  return html`${aboutWords(run, data?.items[0])}`
}

const PER_LOOK = 100

function Items({ run }: { run: SearchRun }) {
  const [limit, setLimit] = useState(PER_LOOK)
  const { run_id, accepted_count: all } = run
  const { data, error } = useQuery(
    'GET /api/search/runs/:run_id',
    { params: { run_id }, query: { include_items: true, limit } },
    { keep: true },
  )
  if (error && !data) return html`<p class="run-reason" role="alert">${error.detail}</p>`
  if (!data) return html`<${Skeleton} count=${3} label="Loading the issues" />`
  const { items } = data
  const again = items.filter(canRetry)
  return html`
    <ul class="run-items" aria-label="Its issues">${items.map((item) => html`<${ItemLine} key=${item.entity_id} item=${item} />`)}</ul>
    <div class="run-does">
      ${items.length < all && html`<${Button} size="small" kind="quiet" onClick=${() => setLimit(limit + PER_LOOK)}>${`Show more of ${numberWords(all)}`}<//>`}
      ${isPaused(run) && html`<${Button} size="small" icon="play" onClick=${() => move('retry', run_id)}>Start now<//>`}
      ${isRunOpen(run) && html`<${Button} size="small" kind="quiet" icon="close" onClick=${() => move('cancel', run_id)}>Cancel the search<//>`}
      ${
        !isRunOpen(run) &&
        again.length > 0 &&
        html`
          <${Button} size="small" icon="refresh" onClick=${() => searchNow(again.map(searchTarget))}>
            ${pluralWords(again.length, 'Search again', 'Search again for {count} issues')}
          <//>
        `
      }
    </div>
  `
}

const searchTarget = (item: SearchItem) => ({ id: item.entity_id, label: itemWords(item) })

function ItemLine({ item }: { item: SearchItem }) {
  const { mark, word } = searchState(item.state)
  const { comic_id, entity_id, attempt_count } = item
  const name = itemWords(item)
  const detail = [reasonWords(item.reason), attempt_count > 1 ? `Tried ${attempt_count} times.` : ''].join(' ').trim()
  return html`
    <li>
      ${comic_id ? html`<a href=${issuePath(comic_id, entity_id)}>${isolated(name)}</a>` : html`<span>${isolated(name)}</span>`}
      <span><${Mark} state=${mark} word=${word} />${detail && html` <small>${detail}</small>`}</span>
    </li>
  `
}

async function move(what: 'retry' | 'cancel', run_id: string): Promise<void> {
  const name = what === 'retry' ? 'POST /api/search/runs/:run_id/retry' : 'POST /api/search/runs/:run_id/cancel'
  try {
    const reply = await call(name, { params: { run_id } })
    showToast('message' in reply ? reply.message : 'The search is cancelled.')
  } catch (cause) {
    showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
  }
  invalidate('GET /api/search/runs')
}
