import './unwanted.css'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { usePolling } from '../../api/polling'
import { invalidate, useQuery } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { listAddress, pageNumber } from '../../parts/lists/list-address'
import { Pager } from '../../parts/lists/pager'
import { PicksBar } from '../../parts/lists/picks-bar'
import { useLastPage } from '../../parts/lists/use-last-page'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Progress } from '../../parts/status/progress'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords, numberWords } from '../../parts/text/format'
import { useRunWithToast } from '../../state/run-with-toast'
import { CARE_PATH, type CareSummary } from './care-words'
import { KindLinks } from './kind-links'
import { PageActionDialog } from './page-action'
import { keepPages, showPages } from './page-decisions'
import { PageGroupRow } from './page-group'
import { PAGE_LISTS, type PageAction, type PageGroup, type PageList, type PageState } from './page-words'
import { useSelected } from './use-selected'

const PER_PAGE = 20
const POLL_MS = 1_500
const STATES = Object.keys(PAGE_LISTS) as PageState[]

/** Pages that are in many files, such as adverts: they can be hidden or removed. */
export function UnwantedSection({ summary }: { summary: CareSummary }) {
  const { query } = useLocation()
  const state = STATES.find((each) => each === query.pages) ?? 'found'
  const page = pageNumber(query)
  const { data, error, reload, poll } = useQuery('GET /api/unwanted-pages', {
    query: { state, page, per_page: PER_PAGE },
  })
  usePolling(data !== undefined && data.work.length > 0, POLL_MS, poll)
  // A removal ended or was undone.
  useEffect(() => void poll(), [summary.removing, JSON.stringify(summary.batches)])
  const hrefOf = (to: { pages?: PageState; page?: number }) =>
    listAddress(CARE_PATH, {
      section: 'pages',
      pages: state,
      ...to,
      ...(to.pages === 'found' ? { pages: undefined } : {}),
    })
  const isBeyond = useLastPage(page, data?.pagination, (to) => hrefOf({ page: to }))
  if (!data && error)
    return html`<${ErrorLook} what="The pages could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data || isBeyond) return html`<${Skeleton} count=${6} label="Loading the pages" />`
  const links = STATES.map((each) => ({
    href: hrefOf({ pages: each }),
    label: PAGE_LISTS[each].label,
    count: data.counts[each] || undefined,
    here: each === state,
  }))
  return html`
    <section class="care-section" aria-labelledby="unwanted-title">
      <h2 id="unwanted-title" class="unseen">Unwanted pages</h2>
      <${CheckBar} list=${data} />
      <${KindLinks} label="Lists of pages" links=${links} />
      <${Groups} key=${`${state} ${page}`} list=${data} state=${state} />
      <${Pager} page=${page} more=${data.pagination.has_more} hrefOf=${(to: number) => hrefOf({ page: to })} />
    </section>
  `
}

const WORK: Record<PageList['work'][number]['kind'], string> = {
  check_pages: 'Checking files. The check pauses while someone is reading.',
  hide_pages: 'Changing hidden pages.',
  remove_pages: 'Removing pages.',
}

function CheckBar({ list }: { list: PageList }) {
  const { checked, files, work } = list
  const { busy, perform } = useRunWithToast()
  const check = () =>
    perform(async () => {
      await call('POST /api/system/jobs/:job_id/run', { params: { job_id: 'unwanted_pages' } })
      invalidate('GET /api/unwanted-pages')
    })
  const [now] = work
  return html`
    <div class="system-bar">
      <p class="system-quiet" role="status">
        ${
          now
            ? WORK[now.kind]
            : checked < files
              ? `${numberWords(checked)} of ${countWords(files, 'file')} checked.`
              : `The first three and last five pages of ${countWords(files, 'file')} are compared. CBT and PDF files have no checksums and are left out.`
        }
      </p>
      ${
        now
          ? html`<${Progress} label=${WORK[now.kind]} value=${now.kind === 'check_pages' ? undefined : now.progress} />`
          : html`<${Button} icon="refresh" busy=${busy} onClick=${check}>Check pages<//>`
      }
    </div>
  `
}

const leadOf = ({ pages }: PageGroup) => pages[0]!.page_id

function Groups({ list, state }: { list: PageList; state: PageState }) {
  const { groups } = list
  const { chosen, isChosen, toggle, clear } = useSelected(groups.map(leadOf))
  const [action, setAction] = useState<PageAction | undefined>(undefined)
  const { empty, text, about } = PAGE_LISTS[state]
  if (groups.length === 0) return html`<${Empty} icon="check" title=${empty} text=${text} />`
  const begin = (next: PageAction) => setAction(next)
  return html`
    <p class="system-quiet">${about}</p>
    <ul class="unwanted-groups" aria-label=${PAGE_LISTS[state].label}>
      ${groups.map(
        (group) => html`
          <${PageGroupRow}
            key=${leadOf(group)}
            group=${group}
            picked=${isChosen(leadOf(group))}
            onPick=${() => toggle(leadOf(group))}
            onAction=${begin}
          />
        `,
      )}
    </ul>
    ${
      chosen.length > 0 &&
      html`
        <${PicksBar} text=${countWords(chosen.length, 'page')} onClear=${clear}>
          ${state === 'found' && html`<${Button} kind="quiet" onClick=${() => keepPages(chosen, true).then(clear)}>Keep<//>`}
          ${state === 'kept' && html`<${Button} kind="quiet" onClick=${() => keepPages(chosen, false).then(clear)}>List again<//>`}
          ${
            state === 'hidden'
              ? html`<${Button} kind="quiet" onClick=${() => showPages(chosen).then(clear)}>Show<//>`
              : html`<${Button} kind="quiet" onClick=${() => begin({ action: 'hide', page_ids: chosen })}>Hide<//>`
          }
          <${Button} kind="quiet" icon="trash" onClick=${() => begin({ action: 'remove', page_ids: chosen })}>Remove<//>
        <//>
      `
    }
    ${
      action &&
      html`<${PageActionDialog} ...${action} onBegun=${() => {
        setAction(undefined)
        clear()
      }} onClose=${() => setAction(undefined)} />`
    }
  `
}
