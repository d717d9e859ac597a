import './repair.css'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../../api/client'
import { usePolling } from '../../../api/polling'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { BackLink } from '../../../parts/controls/back-link'
import { Button } from '../../../parts/controls/button'
import { SelectField } from '../../../parts/controls/field'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { Progress } from '../../../parts/status/progress'
import { Skeleton } from '../../../parts/status/skeleton'
import { countWords } from '../../../parts/text/format'
import { runWithToast, useRunWithToast } from '../../../state/run-with-toast'
import { ReasonDialog } from '../acquisition/reason-dialog'
import { CanaryStep } from './canary-step'
import { ItemTable } from './item-table'
import { makePreview, previewProof } from './previews'
import {
  isRollingBack,
  isWorking,
  type RepairItem,
  type RepairRun,
  repairRunLook,
  repairRunWords,
  shareOf,
} from './repair-words'

const POLL_MS = 2_000

/** One repair, from its preview to its result. */
export function RepairRunPage() {
  const { run_id = '' } = useRoute().params
  const { data, error, reload, poll } = useQuery('GET /api/system/acquisition/repair/:run_id', {
    params: { run_id },
    query: { include_items: true },
  })
  usePolling(data !== undefined && isWorking(data.run), POLL_MS, poll)
  return html`
    <${SystemPage} tab="acquisition">
      <${BackLink} href="/system/repair">Repairs<//>
      ${
        !data && error
          ? html`<${ErrorLook} what="The repair could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data
            ? html`<${Skeleton} count=${8} label="Loading the repair" />`
            : html`<${RunView} key=${run_id} run=${data.run} items=${data.items ?? []} />`
      }
    <//>
  `
}

function RunView({ run, items }: { run: RepairRun; items: RepairItem[] }) {
  const [mark, word] = repairRunLook(run)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isPreview = run.state === 'previewed'
  return html`
    <section class="repair-head" aria-labelledby="run-title">
      <div role="status">
        <h2 id="run-title">Repair of ${run.label}</h2>
        <p><${Mark} state=${mark} word=${word} /></p>
        <p class="system-quiet">${repairRunWords(run)}</p>
      </div>
      <${Actions} run=${run} items=${items} chosen=${chosen} />
    </section>
    ${isWorking(run) && html`<${Progress} label=${isRollingBack(run) ? 'Restoring issues' : 'Changing issues'} value=${shareOf(run)} />`}
    ${run.state === 'completed' && html`<${CanaryStep} run=${run} items=${items} />`}
    <${ItemTable} items=${items} chosen=${isPreview ? chosen : undefined} onChoose=${setChosen} />
  `
}

const refetchAcquisition = () => invalidate('GET /api/system/acquisition')

function Actions({ run, items, chosen }: { run: RepairRun; items: RepairItem[]; chosen: ReadonlySet<string> }) {
  switch (run.state) {
    case 'previewed':
      return html`<${ConfirmAction} run=${run} items=${items} chosen=${chosen} />`
    case 'confirmed':
      return html`<${ApplyActions} run=${run} items=${items} />`
    case 'canary_complete':
    case 'applying':
    case 'waiting_for_drain':
      return html`<div class="repair-actions"><${ApplyButton} run=${run} word=${run.applied_count > 0 ? 'Apply the rest' : 'Apply'} /><${RollbackButton} run=${run} /></div>`
    case 'completed':
    case 'needs_review':
    case 'rolling_back':
    case 'rollback_waiting_for_drain':
      return html`<div class="repair-actions"><${RollbackButton} run=${run} /></div>`
    default:
      return null
  }
}

const AT_ONCE = ''

function ConfirmAction({ run, items, chosen }: { run: RepairRun; items: RepairItem[]; chosen: ReadonlySet<string> }) {
  const [first, setFirst] = useState(AT_ONCE)
  const { busy, perform } = useRunWithToast()
  const { route } = useLocation()
  const preview = previewProof(run.run_id)
  const again = () => perform(async () => route(`/system/repair/${await makePreview(run.scope_id)}`))
  const changes = items.filter(({ selected, entity_key }) => selected || chosen.has(entity_key))
  const isOld = preview === undefined || Date.parse(run.expires_at) < Date.now()
  if (isOld || items.every(({ selected, optional }) => !selected && !optional)) {
    const why = isOld
      ? 'This preview can no longer be confirmed.'
      : 'Every issue agrees with its file, downloads and dates.'
    return html`<div class="repair-actions"><p class="system-quiet">${why}</p><${Button} busy=${busy} onClick=${again}>Preview again<//></div>`
  }
  const confirm = () =>
    perform(async () => {
      const canary = changes.some(({ entity_key }) => entity_key === first) ? { canary_entity_key: first } : {}
      const body = { ...preview, selected_optional_keys: [...chosen], ...canary }
      await call('POST /api/system/acquisition/repair/:run_id/confirm', { params: { run_id: run.run_id }, body })
      refetchAcquisition()
    })
  const choices = [
    { value: AT_ONCE, label: 'All at once' },
    ...changes.map(({ entity_key, label }) => ({ value: entity_key, label: `${label} first` })),
  ]
  return html`
    <div class="repair-actions">
      <${SelectField} label="Order" value=${first} choices=${choices} onChange=${setFirst} />
      <${Button} kind="main" busy=${busy} disabled=${changes.length === 0} onClick=${confirm}>Confirm ${countWords(changes.length, 'change')}<//>
    </div>
  `
}

function ApplyActions({ run, items }: { run: RepairRun; items: RepairItem[] }) {
  const first = items.find(({ entity_key }) => entity_key === run.canary_entity_key)
  return html`
    <div class="repair-actions">
      ${first && html`<${ApplyButton} run=${run} word=${`Change ${first.label} first`} isCanary />`}
      ${!first && html`<${ApplyButton} run=${run} word="Apply" />`}
    </div>
  `
}

function ApplyButton({ run, word, isCanary }: { run: RepairRun; word: string; isCanary?: boolean }) {
  const { busy, perform } = useRunWithToast()
  const apply = () =>
    perform(async () => {
      const body = isCanary ? { canary_only: true } : {}
      await call('POST /api/system/acquisition/repair/:run_id/apply', { params: { run_id: run.run_id }, body }).finally(
        refetchAcquisition,
      )
    })
  return html`<${Button} kind="main" busy=${busy} onClick=${apply}>${word}<//>`
}

function RollbackButton({ run }: { run: RepairRun }) {
  const [asking, setAsking] = useState(false)
  const onReason = (reason: string) =>
    runWithToast(async () => {
      const input = { params: { run_id: run.run_id }, body: { reason } }
      await call('POST /api/system/acquisition/repair/:run_id/rollback', input).finally(refetchAcquisition)
    })
  return html`
    <${Button} icon="undo" onClick=${() => setAsking(true)}>Roll back<//>
    ${
      asking &&
      html`
        <${ReasonDialog}
          title=${`Roll back the repair of ${run.label}?`}
          text="Issues get their earlier states again, except those that changed since the repair."
          action="Roll back"
          placeholder="It was the wrong series"
          danger
          onReason=${onReason}
          onClose=${() => setAsking(false)}
        />
      `
    }
  `
}
