import { call } from '../../../api/client'
import { useOperation } from '../../../api/operation'
import { invalidate } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { countWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { useRunWithToast } from '../../../state/run-with-toast'
import type { PageList } from './page-words'

type Removal = PageList['removals'][number]

/** The last removals of pages, each with its undo. */
export function PageRemovals({ removals }: { removals: readonly Removal[] }) {
  if (removals.length === 0) return null
  return html`
    <section class="system-section" aria-labelledby="unwanted-done">
      <h3 id="unwanted-done">Recent removals</h3>
      <ul class="unwanted-done">
        ${removals.map((removal) => html`<${RemovalRow} key=${removal.batch_id} removal=${removal} />`)}
      </ul>
    </section>
  `
}

const STATES: Partial<Record<Removal['state'], string>> = {
  undone: 'Undone.',
  undoing: 'Undoing.',
  running: 'Running.',
}

function RemovalRow({ removal }: { removal: Removal }) {
  const { batch_id, title, state, created_at, failed } = removal
  const { busy, perform } = useRunWithToast()
  const [undo, setUndo] = useState<string | undefined>(undefined)
  useOperation(undo, () => invalidate('GET /api/unwanted-pages'))
  const start = () =>
    perform(async () => {
      const { operation_id } = await call('POST /api/filing/batches/:batch_id/undo', { params: { batch_id } })
      setUndo(operation_id)
      invalidate('GET /api/unwanted-pages')
    })
  return html`
    <li class="system-row">
      <div>
        <p class="system-name">${title}</p>
        <p class="system-quiet"><${TimeText} at=${created_at} />. ${STATES[state] ?? ''}</p>
        ${failed > 0 && html`<p class="system-wrong">${countWords(failed, 'file')} left unchanged.</p>`}
      </div>
      ${(state === 'done' || state === 'partial') && html`<${Button} size="small" icon="undo" busy=${busy} onClick=${start}>Undo<//>`}
    </li>
  `
}
