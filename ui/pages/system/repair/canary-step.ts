import { call } from '../../../api/client'
import { usePolling } from '../../../api/polling'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { SelectField } from '../../../parts/controls/field'
import { Mark } from '../../../parts/status/mark'
import { issuePath } from '../../../parts/text/series-path'
import { TimeText } from '../../../parts/text/when'
import { useRunWithToast } from '../../../state/run-with-toast'
import { type CanaryPermit, isPermitOpen, outcomeWords, type RepairItem, type RepairRun } from './repair-words'

const POLL_MS = 2_000
const ROUTES: Record<string, string> = {
  newznab: 'usenet',
  nzb: 'usenet',
  usenet: 'usenet',
  torznab: 'torrent',
  torrent: 'torrent',
}
const refetchAcquisition = () => invalidate('GET /api/system/acquisition')

/** Tries one grab while all other searches still wait. */
export function CanaryStep({ run, items }: { run: RepairRun; items: readonly RepairItem[] }) {
  const { data, poll } = useQuery(
    'GET /api/system/acquisition/canary/:permit_id',
    run.permit_id === null ? null : { params: { permit_id: run.permit_id } },
  )
  const permit = run.permit_id === null ? undefined : data
  const isOpen = permit !== undefined && isPermitOpen(permit)
  usePolling(isOpen, POLL_MS, poll)
  return html`
    <section class="system-section repair-canary" aria-labelledby="canary-title">
      <h2 id="canary-title">Try a single grab</h2>
      <p class="system-quiet">
        Optional. Automatic searches and all other grabs wait while you grab one release by hand, to see that the indexer
        and the download client work. A permit lasts 15 minutes.
      </p>
      ${permit && !isOpen && html`<p>${outcomeWords(permit)}</p>`}
      ${isOpen ? html`<${OpenPermit} run=${run} items=${items} permit=${permit} />` : html`<${PermitForm} run=${run} items=${items} />`}
    </section>
  `
}

function OpenPermit({ run, items, permit }: { run: RepairRun; items: readonly RepairItem[]; permit: CanaryPermit }) {
  const { busy, perform } = useRunWithToast()
  const release = () =>
    perform(async () => {
      const input = { params: { permit_id: permit.permit_id }, body: { reason: 'Released on the repair page.' } }
      await call('POST /api/system/acquisition/canary/:permit_id/release', input)
      refetchAcquisition()
    })
  const [issueId = '', ...indexer] = permit.release_key.split('|')
  const label = items.find(({ entity_id }) => entity_id === issueId)?.label ?? issueId
  const words = {
    waiting_for_drain: 'Waiting for searches and grabs to end.',
    authorized: 'Open the issue, search interactively, and grab its release of this indexer.',
    claimed: 'The release is being grabbed.',
    completed: '',
    cancelled: '',
  }[permit.state]
  return html`
    <p role="status"><${Mark} state="way" word=${words} /></p>
    <p class="system-quiet">${label} from ${indexer.join('|')}. Expires <${TimeText} at=${permit.expires_at} />.</p>
    <div class="repair-actions">
      <${Button} kind="main" href=${issuePath(run.scope_id, issueId)}>Open the issue<//>
      ${permit.state !== 'claimed' && html`<${Button} busy=${busy} onClick=${release}>Release the permit<//>`}
    </div>
  `
}

function PermitForm({ run, items }: { run: RepairRun; items: readonly RepairItem[] }) {
  const { data } = useQuery('GET /api/search/health')
  const { busy, perform } = useRunWithToast()
  const wanted = items.filter(
    ({ fulfillment, intent, proposed_values, apply_state }) =>
      fulfillment === 'missing' &&
      (intent === 'wanted' || (apply_state === 'applied' && proposed_values.AcquisitionIntent === 'wanted')),
  )
  const providers = data?.providers ?? []
  const [issue, setIssue] = useState('')
  const [indexer, setIndexer] = useState('')
  const [item, provider] = [
    wanted.find(({ entity_id }) => entity_id === issue) ?? wanted[0],
    providers.find(({ provider }) => provider === indexer) ?? providers[0],
  ]
  if (!data) return null
  if (!item) return html`<p>This series has no wanted issue that is missing, so there is nothing to grab.</p>`
  if (!provider)
    return html`<p>No indexer is set up. <a class="system-link" href="/settings#indexers">Add an indexer</a>.</p>`
  const begin = () =>
    perform(async () => {
      const body = { release_key: `${item.entity_id}|${provider.provider}`, route: ROUTES[provider.type] ?? 'ddl' }
      await call('POST /api/system/acquisition/repair/:run_id/canary', { params: { run_id: run.run_id }, body })
      refetchAcquisition()
    })
  return html`
    <div class="repair-actions">
      <${SelectField} label="Issue" value=${item.entity_id} choices=${wanted.map((one) => ({ value: one.entity_id, label: one.label }))} onChange=${setIssue} />
      <${SelectField} label="Indexer" value=${provider.provider} choices=${providers.map((one) => ({ value: one.provider, label: one.provider }))} onChange=${setIndexer} />
      <${Button} busy=${busy} onClick=${begin}>Allow this grab<//>
    </div>
  `
}
