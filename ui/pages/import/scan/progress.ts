import { connection } from '../../../api/events'
import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Progress } from '../../../parts/status/progress'
import { countWords, numberWords } from '../../../parts/text/format'
import type { Proposal } from '../review/proposals'
import type { ImportKind } from '../wire'
import type { Live } from './use-scan'

export type ScanProgressProps = { kind: ImportKind; live: Live; resumed: boolean; busy: boolean; onCancel: () => void }

/** A running scan: the count, the current folder and the speed. */
export function ScanProgress({ kind, live, resumed, busy, onCancel }: ScanProgressProps) {
  const { done, total, series, current, rate } = live
  const what = kind === 'manga' ? 'manga' : 'comics'
  const facts = [
    total > 0 ? `of ${countWords(total, 'file')}` : 'Finding files',
    series > 0 ? `${numberWords(series)} series so far` : '',
    rate ? `${countWords(rate, 'file')} a second` : '',
  ].filter(Boolean)
  return html`
    <section class="import-busy">
      <p class="import-lead">Scanning your ${what}</p>
      <p class="import-number">${numberWords(done)}</p>
      <p class="import-facts">${facts.map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
      <${Progress} label=${`Scanning your ${what}`} value=${total > 0 ? done / total : undefined} />
      <p class="import-current">${current ?? 'Every file is opened and its pages are checked.'}</p>
      <${CutOff} what="The scan" resumed=${resumed} />
      <${Button} icon="close" busy=${busy} onClick=${onCancel}>Cancel<//>
    </section>
  `
}

export type ImportProgressProps = Omit<ScanProgressProps, 'kind'> & { chosen: readonly Proposal[] }

/** The series of a running import. They are added in the order of the list, so the current one shows the progress. */
export function ImportProgress({ live, resumed, chosen, onCancel }: ImportProgressProps) {
  const at = chosen.findIndex(
    (one) => live.current !== null && [one.name, one.localName, one.found].includes(live.current),
  )
  const count = chosen.length
  return html`
    <section class="import-busy">
      <p class="import-lead">Adding to your library</p>
      <p class="import-number">${count > 0 ? numberWords(Math.max(0, at)) : '…'}</p>
      <p class="import-facts"><span>${count > 0 ? `of ${numberWords(count)} series` : 'Series by series'}</span></p>
      <${Progress} label="Adding to your library" value=${count > 0 && at >= 0 ? at / count : undefined} />
      <p class="import-current">${live.current ?? 'Files stay where they are.'}</p>
      <${CutOff} what="The import" resumed=${resumed} />
      <${Button} icon="close" onClick=${onCancel}>Cancel<//>
    </section>
  `
}

/** Says that the work resumes without the user after a crash or a restart. */
function CutOff({ what, resumed }: { what: string; resumed: boolean }) {
  if (connection.value === 'lost' || connection.value === 'stopped')
    return html`<p class="import-cut" role="status">Panelkeep does not respond. ${what} resumes when it is back.</p>`
  if (resumed) return html`<p class="import-cut" role="status">Panelkeep was restarted. ${what} has resumed.</p>`
  return null
}
