import { call } from '../../../api/client'
import type { Reply } from '../../../api/contract'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark, type MarkState } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { breakable } from '../../../parts/text/breakable'
import { countWords, dayWords, sizeWords } from '../../../parts/text/format'
import { issuePath, seriesPath } from '../../../parts/text/series-path'
import { useRunWithToast } from '../../../state/run-with-toast'

type Series = Reply<'GET /api/system/acquisition/reconciliation'>['series'][number]
type Issue = Reply<'GET /api/system/acquisition/reconciliation/:comic_id'>['issues'][number]

/** One series: the issues to search for and the files on disk, with details on demand. */
export function SeriesReviewRow({ series }: { series: Series }) {
  const [open, setOpen] = useState(false)
  const { comic_id, name, year, why, paused } = series
  const { busy, perform } = useRunWithToast()
  const turn = () =>
    perform(async () => {
      const route = paused ? 'PUT /api/series/:comic_id/resume' : 'PUT /api/series/:comic_id/pause'
      await call(route, { params: { comic_id } })
      invalidate('GET /api/system/acquisition')
    })
  const label = paused ? `Resume ${name}` : `Pause ${name}`
  return html`
    <li class="planned-line">
      <div class="system-row planned-row">
        <${Button} kind="quiet" size="small" icon=${open ? 'chevron-down' : 'chevron-right'} label=${`${open ? 'Hide' : 'Show'} issues of ${name}`} onClick=${() => setOpen(!open)} />
        <div>
          <p class="system-name"><a href=${seriesPath(comic_id)}>${name}</a>${year && html` <span class="system-quiet">${year}</span>`}</p>
          <p class="system-quiet">${why}</p>
        </div>
        <p class="planned-disk"><${Icon} name="archive" size="small" /> ${diskWords(series)}</p>
        <div class="system-does">
          <${Button} kind="quiet" size="small" icon=${paused ? 'play' : 'pause'} label=${label} busy=${busy} onClick=${turn} />
        </div>
      </div>
      ${open && html`<${Issues} comicId=${comic_id} />`}
    </li>
  `
}

function diskWords({ disk }: Series): string {
  const { files, bytes, gone } = disk
  const here = files === 0 ? 'No files on disk' : `${countWords(files, 'file')}, ${sizeWords(bytes)}`
  return gone > 0 ? `${here}, ${gone} missing` : here
}

const MARKS: Record<Issue['reason'], MarkState> = {
  will_search: 'wanted',
  no_date: 'wanted',
  not_out_yet: 'skipped',
  series_paused: 'skipped',
  only_in_arcs: 'skipped',
  annuals_hidden: 'skipped',
  no_file_found: 'unknown',
}

const SHOWN = 100

function Issues({ comicId }: { comicId: string }) {
  const [limit, setLimit] = useState(SHOWN)
  const { data, error, reload } = useQuery(
    'GET /api/system/acquisition/reconciliation/:comic_id',
    { params: { comic_id: comicId }, query: { limit: Math.min(limit, 500) } },
    { keep: true },
  )
  if (!data && error)
    return html`<${ErrorLook} what="The issues could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${3} label="Loading the issues" />`
  return html`
    <ul class="planned-issues">
      ${data.issues.map((issue) => html`<${IssueLine} key=${issue.issue_id} comicId=${comicId} issue=${issue} />`)}
    </ul>
    ${data.pagination.has_more && limit < 500 && html`<${Button} size="small" onClick=${() => setLimit(limit + SHOWN)}>Show more<//>`}
  `
}

function IssueLine({ comicId, issue }: { comicId: string; issue: Issue }) {
  const { issue_id, label, why, date, file, reason } = issue
  const { busy, perform } = useRunWithToast()
  const skip = () =>
    perform(async () => {
      await call('PUT /api/series/issues/:issue_id/unqueue', { params: { issue_id } })
      invalidate('GET /api/system/acquisition')
    })
  return html`
    <li>
      <${Mark} state=${MARKS[reason]} word=${why} wordless />
      <div>
        <p><a href=${issuePath(comicId, issue_id)}>${label}</a>${date && html` <span class="system-quiet">${dayWords(date)}</span>`}</p>
        <p class="system-quiet">${why}</p>
        ${file && html`<p class="system-quiet planned-path">${breakable(file.path)}</p>`}
      </div>
      ${reason !== 'no_file_found' && html`<${Button} kind="quiet" size="small" busy=${busy} label=${`Skip ${label}`} onClick=${skip}>Skip<//>`}
    </li>
  `
}
