import { html } from '../../html'
import { Button } from '../../parts/button'
import { countWords, numberWords } from '../../parts/cover-words'
import { Progress } from '../../parts/progress'
import type { Proposal } from './review'
import type { Live } from './use-scan'
import type { Kind } from './wire'

export type ScanningProps = { kind: Kind; live: Live; busy: boolean; onCancel: () => void }

/** A scan as it runs: one large number, what it looks at, how fast. */
export function Scanning({ kind, live, busy, onCancel }: ScanningProps) {
  const { done, total, series, current, rate } = live
  const what = kind === 'manga' ? 'manga' : 'comics'
  const facts = [
    total > 0 ? `of ${countWords(total, 'file')}` : 'Finding files',
    series > 0 ? `${numberWords(series)} series so far` : '',
    rate ? `${numberWords(rate)} files a second` : '',
  ].filter(Boolean)
  return html`
    <section class="import-busy">
      <p class="import-lead">Looking through your ${what}</p>
      <p class="import-number">${numberWords(done)}</p>
      <p class="import-facts">${facts.map((fact) => html`<span key=${fact}>${fact}</span>`)}</p>
      <${Progress} label=${`Looking through your ${what}`} value=${total > 0 ? done / total : undefined} />
      <p class="import-current">${current ?? 'Every file is opened and its pages are checked.'}</p>
      <${Button} icon="close" busy=${busy} onClick=${onCancel}>Cancel<//>
    </section>
  `
}

export type ImportingProps = { live: Live; chosen: readonly Proposal[]; busy: boolean; onCancel: () => void }

/** Series on their way into the library. They go in the order they were shown in, so the current one tells how far. */
export function Importing({ live, chosen, onCancel }: ImportingProps) {
  const at = chosen.findIndex(({ name, found }) => live.current !== null && [name, found].includes(live.current))
  const count = chosen.length
  return html`
    <section class="import-busy">
      <p class="import-lead">Adding to your library</p>
      <p class="import-number">${count > 0 ? numberWords(Math.max(0, at)) : '…'}</p>
      <p class="import-facts"><span>${count > 0 ? `of ${numberWords(count)} series` : 'Series by series'}</span></p>
      <${Progress} label="Adding to your library" value=${count > 0 && at >= 0 ? at / count : undefined} />
      <p class="import-current">${live.current ?? 'Files stay where they are.'}</p>
      <${Button} icon="close" onClick=${onCancel}>Cancel<//>
    </section>
  `
}
