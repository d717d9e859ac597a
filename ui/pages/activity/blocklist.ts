import './blocklist.css'
import type { Reply } from '../../api/contract'
import { useQuery } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { SearchField } from '../../parts/controls/search-field'
import { Pager } from '../../parts/lists/pager'
import { useLastPage } from '../../parts/lists/use-last-page'
import { useTyped } from '../../parts/lists/use-typed'
import { useScrollPlace } from '../../parts/lists/virtual-place'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { TimeText } from '../../parts/text/when'
import { useBusy } from '../../state/use-busy'
import { HistoryTab } from './history-page'
import { unblock } from './moves'

const PER_PAGE = 50

type Blocked = Reply<'GET /api/downloads/blocklist'>['blocklist'][number]

/** Blocked releases, with the reasons. */
export function BlocklistPage() {
  return html`<${HistoryTab} view="blocked"><${Blocklist} /><//>`
}

function Blocklist() {
  const { q, typed, type, page, at } = useTyped('/activity/history/blocked')
  const request = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE, q: q || undefined }
  const { data, error, reload } = useQuery('GET /api/downloads/blocklist', { query: request }, { keep: true })
  const hrefOf = (page: number) => at({ page })
  const isBeyond = useLastPage(page, data?.pagination, hrefOf)
  useScrollPlace(data !== undefined)
  const total = data?.pagination.total ?? 0
  return html`
    <div class="blocklist-head">
      <h2>Blocked releases</h2>
      <p class="activity-count" role="status">${total > 0 && countWords(total, 'release')}</p>
      ${(total > 0 || q !== '') && html`<${SearchField} label="Search blocked releases" value=${typed} onInput=${type} />`}
    </div>
    ${
      !data && error
        ? html`<${ErrorLook} what="The blocked releases could not be loaded" detail=${error.detail} onRetry=${reload} />`
        : !data || isBeyond
          ? html`<${Skeleton} count=${6} label="Loading blocked releases" />`
          : data.blocklist.length === 0
            ? html`<${Nothing} q=${q} onClear=${() => type('')} />`
            : html`<ul class="activity-list">${data.blocklist.map((one) => html`<${BlockedRow} key=${one.digest} one=${one} />`)}</ul>`
    }
    ${data && html`<${Pager} page=${page} more=${data.pagination.has_more} hrefOf=${hrefOf} />`}
  `
}

function BlockedRow({ one }: { one: Blocked }) {
  const { digest, title, indexer, reason, blocked_at } = one
  const { busy, run } = useBusy()
  const allow = () => run(() => unblock(digest, title))
  return html`
    <li class="blocked">
      <div>
        <p class="blocked-title">${title}</p>
        <p class="blocked-why">${reason}</p>
        <small>${indexer} · <${TimeText} at=${blocked_at} /></small>
      </div>
      <${Button} kind="quiet" size="small" icon="undo" busy=${busy} onClick=${allow}>Unblock<//>
    </li>
  `
}

function Nothing({ q, onClear }: { q: string; onClear: () => void }) {
  if (q) {
    return html`<${Empty} icon="search" title=${`No blocked releases match “${q}”`}><${Button} onClick=${onClear}>Show all<//><//>`
  }
  const text = 'Releases that were damaged or not what they claimed are blocked, so that they are not downloaded again.'
  return html`<${Empty} icon="ban" title="No blocked releases" text=${text} />`
}
