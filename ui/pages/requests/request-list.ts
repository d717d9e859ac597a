import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { type ComponentChildren, html, useMemo, useState } from '../../html'
import { DecideButtons } from '../../panels/requests/decide'
import { requestTitle, type WireRequest } from '../../panels/requests/request'
import { RequestRow } from '../../panels/requests/request-row'
import { Button } from '../../parts/controls/button'
import { Confirm } from '../../parts/dialogs/dialog'
import { Pager } from '../../parts/lists/pager'
import { useLastPage } from '../../parts/lists/use-last-page'
import { useOwnLocation, useScrollPlace } from '../../parts/lists/virtual-place'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { useRunWithToast } from '../../state/run-with-toast'
import { isReader } from '../../state/user'
import { PER_PAGE, type RequestsView, readRequestsView, requestsAddress } from './view'

export function useRequestsView() {
  const { url, query, route } = useOwnLocation()
  const view = useMemo(() => readRequestsView(query), [url])
  return { view, show: (change: Partial<RequestsView>) => route(requestsAddress({ ...view, page: 1, ...change })) }
}

/** A page of the requests of the filter; readers get their own. */
export function useRequests({ state, page }: RequestsView) {
  const query = { limit: PER_PAGE, offset: (page - 1) * PER_PAGE, ...(state ? { state } : {}) }
  return useQuery('GET /api/requests', { query }, { keep: true })
}

type RequestListProps = { view: RequestsView; answer: ReturnType<typeof useRequests>; none: ComponentChildren }

/** A page of requests, each with what the user may do. */
export function RequestList({ view, answer, none }: RequestListProps) {
  const { data, error, reload } = answer
  const hrefOf = (page: number) => requestsAddress({ ...view, page })
  // The reply does not name its page, but only a page behind the end is empty.
  const empty = data?.requests.length === 0
  const shown = empty ? { total: data.total, limit: PER_PAGE, offset: (view.page - 1) * PER_PAGE } : undefined
  const isBeyond = useLastPage(view.page, shown, hrefOf)
  useScrollPlace(data !== undefined)
  if (!data && error)
    return html`<${ErrorLook} what="The requests could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data || isBeyond) return html`<${Skeleton} count=${5} label="Loading the requests" />`
  if (empty) return none
  const named = !isReader()
  return html`
    <ul class="requests">
      ${data.requests.map(
        (one) => html`
          <${RequestRow} key=${one.request_id} request=${one} named=${named}>
            ${named && one.state === 'asked' && html`<${DecideButtons} request=${one} />`}
            ${(!named || one.state !== 'asked') && html`<${RemoveButton} request=${one} />`}
          <//>
        `,
      )}
    </ul>
    <${Pager} page=${view.page} more=${view.page * PER_PAGE < data.total} hrefOf=${hrefOf} />
  `
}

/** Withdraws a reader's own request, or removes one from the list of the owner. */
function RemoveButton({ request }: { request: WireRequest }) {
  const [asking, setAsking] = useState(false)
  const { busy, perform } = useRunWithToast()
  const { request_id, state } = request
  const waits = state === 'asked'
  const label = waits ? 'Withdraw' : 'Remove'
  const remove = async () => {
    await perform(() => call('DELETE /api/requests/:request_id', { params: { request_id } }))
    setAsking(false)
    invalidate('GET /api/requests')
  }
  const shared = isReader() ? '' : ' Everyone who asked loses it from their list.'
  return html`
    ${
      waits
        ? html`<${Button} kind="quiet" size="small" icon="undo" busy=${busy} onClick=${remove}>${label}<//>`
        : html`<${Button} kind="quiet" size="small" icon="close" label=${`Remove ${requestTitle(request)}`} onClick=${() => setAsking(true)} />`
    }
    <${Confirm}
      open=${asking}
      title="Remove this request?"
      text=${`${requestTitle(request)} stays in the library if it is there.${shared}`}
      action="Remove"
      busy=${busy}
      onConfirm=${remove}
      onClose=${() => setAsking(false)}
    />
  `
}
