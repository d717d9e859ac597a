import './bulk.css'
import { ErrorBoundary, lazy } from 'preact-iso'
import { call } from '../../../api/client'
import { usePolling } from '../../../api/polling'
import { invalidate, useQuery } from '../../../api/query'
import { type Component, html, useEffect, useRef, useState } from '../../../html'
import { ACTIONS, type BulkOperation, resultWords } from '../../../panels/bulk/bulk-words'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import { Progress } from '../../../parts/status/progress'
import { Skeleton } from '../../../parts/status/skeleton'
import { numberWords } from '../../../parts/text/format'
import { showToast } from '../../../state/toasts'
import type { MatchSheetProps } from './match-sheet'

/** Few visits need it. */
const MatchSheet: Component<MatchSheetProps> = lazy(() => import('./match-sheet').then((m) => m.MatchSheet))

const LOOK_MS = 1_000
const SEEN = 'panelkeep.bulk-seen'
/** A result is shown for a day, unless it is dismissed. */
const SHOWN_MS = 86_400_000

const isRunning = ({ state, undoing }: BulkOperation) => state === 'queued' || state === 'running' || undoing

/** The running bulk operation, or the result of the last one with its undo. */
export function BulkStatus() {
  const { data, poll } = useQuery('GET /api/series/bulk')
  const [seen, setSeen] = useState(() => localStorage.getItem(SEEN))
  const operation = data?.operation ?? undefined
  const running = operation !== undefined && isRunning(operation)
  usePolling(running, LOOK_MS, poll)
  useAtEnd(running)
  if (!operation || (!running && !isNews(operation, seen))) return null
  const dismiss = () => {
    localStorage.setItem(SEEN, operation.operation_id)
    setSeen(operation.operation_id)
  }
  return html`
    <section class="bulk-status" aria-label="Bulk operation">
      ${running ? html`<${Running} operation=${operation} />` : html`<${Ended} operation=${operation} onDismiss=${dismiss} />`}
    </section>
  `
}

function isNews({ operation_id, finished_at }: BulkOperation, seen: string | null): boolean {
  return operation_id !== seen && Date.now() - new Date(finished_at ?? 0).getTime() < SHOWN_MS
}

/** Refetches the library when the work ends. */
function useAtEnd(running: boolean): void {
  const before = useRef(running)
  useEffect(() => {
    if (before.current && !running) invalidate('GET /api/series')
    before.current = running
  }, [running])
}

const refetchAfter = (work: Promise<unknown>) =>
  work
    .then(() => invalidate('GET /api/series/bulk'))
    .catch((error: Error) => showToast(error.message, { kind: 'error' }))

function Running({ operation }: { operation: BulkOperation }) {
  const { operation_id, action, undoing, done, unchanged, unsure, failed, total, name, progress } = operation
  const behind = numberWords(done + unchanged + unsure + failed)
  const doing = undoing ? 'Undoing' : ACTIONS[action].doing
  const cancel = () => refetchAfter(call('POST /api/series/bulk/:operation_id/cancel', { params: { operation_id } }))
  return html`
    <p role="status"><b>${doing}</b>${!undoing && html` <span>${behind} of ${numberWords(total)}</span> <span>${name}</span>`}</p>
    ${!undoing && html`<${Button} size="small" onClick=${cancel}>Cancel<//>`}
    <${Progress} kind="line" label=${doing} value=${undoing ? undefined : progress} />
  `
}

const STATES: Partial<Record<BulkOperation['state'], string>> = { cancelled: 'Cancelled', failed: 'Stopped' }

function Ended({ operation, onDismiss }: { operation: BulkOperation; onDismiss: () => void }) {
  const { operation_id, state, error, unsure, failed, undoable } = operation
  const [open, setOpen] = useState<'failures' | 'matches' | undefined>(undefined)
  const close = () => setOpen(undefined)
  const undo = () => refetchAfter(call('POST /api/series/bulk/:operation_id/undo', { params: { operation_id } }))
  return html`
    <p role="status">
      ${STATES[state] && html`<b>${STATES[state]}</b>${' '}`}<b>${resultWords(operation)}</b>
      ${state === 'failed' && error && html`<span>${error}</span>`}
    </p>
    ${unsure > 0 && html`<${Button} kind="main" size="small" icon="link" onClick=${() => setOpen('matches')}>Choose matches<//>`}
    ${failed > 0 && html`<${Button} size="small" onClick=${() => setOpen('failures')}>Show failures<//>`}
    ${undoable > 0 && html`<${Button} size="small" icon="undo" onClick=${undo}>Undo<//>`}
    <${Button} kind="quiet" size="small" icon="close" label="Dismiss" onClick=${onDismiss} />
    ${open === 'failures' && html`<${Failures} operation_id=${operation_id} onClose=${close} />`}
    ${open === 'matches' && html`<${ErrorBoundary}><${MatchSheet} operation_id=${operation_id} unsure=${unsure} onClose=${close} /><//>`}
  `
}

const MOST = 200

function Failures({ operation_id, onClose }: { operation_id: string; onClose: () => void }) {
  const query = { state: 'failed', limit: MOST } as const
  const { data } = useQuery('GET /api/series/bulk/:operation_id', { params: { operation_id }, query })
  return html`
    <${Dialog} open kind="sheet" title="Failed series" onClose=${onClose}>
      ${!data && html`<${Skeleton} count=${4} />`}
      <ul class="bulk-failures">
        ${data?.items.map(
          ({ comic_id, name, sentence }) => html`<li key=${comic_id}><b>${name}</b><span>${sentence}</span></li>`,
        )}
      </ul>
    <//>
  `
}
