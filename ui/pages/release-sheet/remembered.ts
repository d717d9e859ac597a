import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { breakable } from '../../parts/text/breakable'
import { sizeWords } from '../../parts/text/format'
import { runWithToast } from '../../state/run-with-toast'
import { useBusy } from '../../state/use-busy'
import type { WireSession } from './candidate'
import { EarlierResultLine } from './earlier-result'

type Remembered = WireSession['remembered'][number]

export type RememberedListProps = { remembered: readonly Remembered[]; onChange: () => Promise<void> }

/** Releases of earlier searches that no indexer offers now, with their results. */
export function RememberedList({ remembered, onChange }: RememberedListProps) {
  return html`
    <section class="remembered" aria-labelledby="remembered-title">
      <h3 id="remembered-title">Earlier releases, no longer listed</h3>
      <ul>${remembered.map((one) => html`<${RememberedRow} key=${one.digest} one=${one} onChange=${onChange} />`)}</ul>
    </section>
  `
}

function RememberedRow({ one, onChange }: { one: Remembered; onChange: () => Promise<void> }) {
  const { digest, title, indexer, size_bytes, state } = one
  const { busy, run } = useBusy()
  const allow = () =>
    run(async () => {
      await runWithToast(async () => {
        await call('DELETE /api/downloads/blocklist/:digest', { params: { digest } })
        invalidate('GET /api/downloads/blocklist')
      })
      await onChange()
    })
  const facts = [indexer, size_bytes === null ? '' : sizeWords(size_bytes)].filter(Boolean)
  return html`
    <li class="candidate remembered-row">
      <div class="candidate-what">
        <b>${breakable(title)}</b>
        <p class="candidate-facts">${facts.map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
        <${EarlierResultLine} past=${one} />
      </div>
      <div class="candidate-does">
        ${state === 'blocked' && html`<${Button} size="small" icon="undo" busy=${busy} label=${`Unblock ${title}`} onClick=${allow}>Unblock<//>`}
      </div>
    </li>
  `
}
