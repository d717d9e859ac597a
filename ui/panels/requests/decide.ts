import { call } from '../../api/client'
import { invalidate, useMutation, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { Icon } from '../../parts/icons/icon'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { FolderChoice, kindFolders, usualFolder } from '../adding/folder-choice'
import { type WantChoice, Wants } from '../adding/wants'
import { requestKind, requestTitle, type WireRequest } from './request'

type Want = 'all' | 'missing' | 'none'
const WANTS: readonly WantChoice<Want>[] = [
  { value: 'all', label: 'All issues', about: 'All missing issues, and new ones as they are released.' },
  { value: 'missing', label: 'Issues so far', about: 'All issues that exist today, but no new ones.' },
  { value: 'none', label: 'None', about: 'The series is added. No issue is searched for until you mark it as wanted.' },
]
/** Everything that a decision changes: the requests, and the badges. */
const CHANGED = ['GET /api/requests', 'GET /api/activity/status', 'GET /api/series']

/** The buttons of a request that waits for a decision. */
export function DecideButtons({ request }: { request: WireRequest }) {
  const [open, setOpen] = useState<'accept' | 'decline' | undefined>(undefined)
  const close = () => setOpen(undefined)
  // An issue needs no choices.
  const accept = () => (request.kind === 'issue' ? acceptIssue(request) : setOpen('accept'))
  return html`
    <${Button} size="small" icon="check" onClick=${accept}>Accept<//>
    <${Button} size="small" kind="quiet" icon="close" onClick=${() => setOpen('decline')}>Decline<//>
    ${open === 'accept' && html`<${AcceptSheet} request=${request} onClose=${close} />`}
    ${open === 'decline' && html`<${DeclineDialog} request=${request} onClose=${close} />`}
  `
}

async function acceptIssue(request: WireRequest): Promise<void> {
  const { request_id } = request
  const send = () => call('PATCH /api/requests/:request_id', { params: { request_id }, body: { action: 'accept' } })
  await runWithToast(send, `${request.title} is wanted.`)
  for (const name of CHANGED) invalidate(name)
}

type DecisionProps = { request: WireRequest; onClose: () => void }

/** The choices of adding a series. A series of the library keeps its folder. */
function AcceptSheet({ request, onClose }: DecisionProps) {
  const { data: config } = useQuery('GET /api/config')
  const [want, setWant] = useState<Want>('all')
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const { run, busy, error } = useMutation('PATCH /api/requests/:request_id', { invalidates: CHANGED })
  const kind = requestKind(request)
  const folder = chosen ?? usualFolder(config, kind)
  const isNew = request.comic_id === null
  const accept = async () => {
    const body = { action: 'accept' as const, want, ...(isNew && folder ? { root: folder } : {}) }
    if (!(await run({ params: { request_id: request.request_id }, body }))) return
    showToast(`${requestTitle(request)} is accepted.`)
    onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" icon="check" autofocus busy=${busy} disabled=${!config} onClick=${accept}>Accept<//>
  `
  return html`
    <${Dialog} open title=${`Accept ${requestTitle(request)}`} kind="sheet" onClose=${onClose} foot=${foot}>
      <div class="add-form">
        <${Wants} label="Monitor" value=${want} choices=${WANTS} onChange=${setWant} />
        ${isNew && config && html`<${FolderChoice} kind=${kind} folder=${folder} folders=${kindFolders(config, kind)} onChange=${setChosen} />`}
        ${error && html`<p class="request-wrong" role="alert"><${Icon} name="alert" size="small" />${error.detail}</p>`}
      </div>
    <//>
  `
}

function DeclineDialog({ request, onClose }: DecisionProps) {
  const { run, error } = useMutation('PATCH /api/requests/:request_id', { invalidates: CHANGED })
  const decline = async (reason: string) => {
    const { request_id } = request
    return (await run({ params: { request_id }, body: { action: 'decline', reason } })) !== undefined
  }
  return html`
    <${NameDialog}
      title=${`Decline ${requestTitle(request)}`}
      action="Decline"
      label="Reason"
      error=${error?.detail}
      onName=${decline}
      onClose=${onClose}
    />
  `
}
