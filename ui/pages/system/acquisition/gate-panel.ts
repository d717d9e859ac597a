import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Mark } from '../../../parts/status/mark'
import { countWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { runWithToast, useRunWithToast } from '../../../state/run-with-toast'
import { pauseSearching } from '../../../state/searching'
import { showToast } from '../../../state/toasts'
import { isManager } from '../../../state/user'
import {
  actionOf,
  type GateAction,
  gateLook,
  gateText,
  runningWords,
  type SearchHealth,
  waitingWords,
} from './gate-words'
import { ReasonDialog } from './reason-dialog'

/** The state of automatic searches: on, or off with the reason and the actions to start them. */
export function GatePanel({ health }: { health: SearchHealth }) {
  const { gate, maintenance, reconciliation } = health
  const { mark, title } = gateLook(health)
  const [running, waiting] = [runningWords(gate.leases), waitingWords(gate.waiting)]
  return html`
    <section class="gate" aria-labelledby="gate-title">
      <div class="gate-state" role="status">
        <h2 class="gate-title" id="gate-title"><${Mark} state=${mark} word=${title} /></h2>
        <p>${gateText(health)}</p>
        <${Reconciliation} ...${reconciliation} />
        ${maintenance.heartbeat_at && html`<p class="system-quiet">Owner: ${maintenance.owner}. Last heartbeat <${TimeText} at=${maintenance.heartbeat_at} />.</p>`}
        ${(running || waiting) && html`<p class="system-quiet">${[running, waiting].filter(Boolean).join(' ')}</p>`}
      </div>
      ${!isManager() && html`<${Action} action=${actionOf(health)} />`}
    </section>
  `
}

/** The review after a migration, or the user's reason for starting searches. */
function Reconciliation({ state, reason, updated_at }: SearchHealth['reconciliation']) {
  if (!reason || !updated_at) return null
  const when = html`<${TimeText} at=${updated_at} />`
  if (state === 'ready') return html`<p class="system-quiet">Started ${when}. Reason: ${reason}</p>`
  return html`<p class="system-quiet">${reason} Since ${when}.</p>`
}

function Action({ action }: { action: GateAction | undefined }) {
  const [asking, setAsking] = useState(false)
  const { busy, perform } = useRunWithToast()
  const pause = (isPaused: boolean) =>
    perform(async () => {
      await pauseSearching(isPaused)
      refetchGate()
    })
  if (action === undefined) return null
  if (action === 'pause') return html`<${Button} icon="pause" busy=${busy} onClick=${() => pause(true)}>Pause<//>`
  if (action === 'resume')
    return html`<${Button} kind="main" icon="play" busy=${busy} onClick=${() => pause(false)}>Resume searching<//>`
  const dialog = action === 'start' ? STARTING : ABORTING
  return html`
    <${Button} kind=${action === 'start' ? 'main' : 'danger'} onClick=${() => setAsking(true)}>${dialog.action}<//>
    ${asking && html`<${ReasonDialog} ...${dialog} onClose=${() => setAsking(false)} />`}
  `
}

function refetchGate(): void {
  for (const name of ['GET /api/search', 'GET /api/system/acquisition']) invalidate(name)
}

const STARTING = {
  title: 'Start automatic searches?',
  text: 'Issues that “will be searched for” are searched for from now on, at the pace of your indexers, and what fits is downloaded.',
  action: 'Start automatic searches',
  placeholder: 'Checked the list',
  onReason: (reason: string) =>
    runWithToast(async () => {
      const input = { body: { reason } }
      const { gate, runtime } = await call('POST /api/system/acquisition/reconciliation/ready', input)
      const begun = runtime.replayed.search
      showToast(
        gate.reason ??
          (begun > 0 ? `${countWords(begun, 'search', 'searches')} started.` : 'Automatic searches are on.'),
      )
      refetchGate()
    }),
}

const ABORTING = {
  title: 'Abort the maintenance?',
  text: 'It stopped responding. What it has changed so far stays.',
  action: 'Abort maintenance',
  placeholder: 'It was killed',
  danger: true,
  onReason: (reason: string) =>
    runWithToast(async () => {
      await call('POST /api/system/acquisition/maintenance/abort', { body: { reason } })
      refetchGate()
    }, 'The maintenance was aborted.'),
}
