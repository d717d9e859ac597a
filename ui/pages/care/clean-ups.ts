import { call } from '../../api/client'
import { useOperation } from '../../api/operation'
import { invalidate } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Progress } from '../../parts/status/progress'
import { countWords, sizeWords } from '../../parts/text/format'
import { TimeText } from '../../parts/text/when'
import { useRunWithToast } from '../../state/run-with-toast'
import type { CareSummary } from './care-words'

type Batch = CareSummary['batches'][number]

/** What this page did to files, newest first, each with its undo, and the size of the recycle folders. */
export function CleanUps({ summary }: { summary: CareSummary }) {
  const { batches, recycled, removing } = summary
  if (batches.length === 0 && recycled.files === 0) return null
  return html`
    <section class="system-section" aria-labelledby="care-done">
      <h2 id="care-done">Recent changes</h2>
      ${removing && html`<${Progress} label="Changing files" />`}
      ${recycled.files > 0 && html`<p class="system-quiet">The recycle folders keep ${countWords(recycled.files, 'old file')}: ${sizeWords(recycled.bytes)}. <a class="system-link" href="/settings#recycle_days">How long they stay</a></p>`}
      <ul class="care-done">
        ${batches.map((batch) => html`<${BatchRow} key=${batch.batch_id} batch=${batch} />`)}
      </ul>
    </section>
  `
}

const STATES: Record<string, string> = { undone: 'Undone.', undoing: 'Undoing.', running: 'Running.' }

function BatchRow({ batch }: { batch: Batch }) {
  const { batch_id, title, state, created_at, done, failed, error } = batch
  const { busy, perform } = useRunWithToast()
  const [undo, setUndo] = useState<string | undefined>(undefined)
  useOperation(undo, () => invalidate('GET /api/care'))
  const start = () =>
    perform(async () => {
      const { operation_id } = await call('POST /api/filing/batches/:batch_id/undo', { params: { batch_id } })
      setUndo(operation_id)
      invalidate('GET /api/care')
    })
  const canUndo = done > 0 && (state === 'done' || state === 'partial')
  return html`
    <li class="system-row">
      <div>
        <p class="system-name">${title}</p>
        <p class="system-quiet"><${TimeText} at=${created_at} />. ${STATES[state] ?? ''}</p>
        ${failed > 0 && html`<p class="system-wrong">${countWords(failed, 'file')} left unchanged. ${error}</p>`}
      </div>
      ${canUndo && html`<${Button} size="small" icon="undo" busy=${busy} onClick=${start}>Undo<//>`}
    </li>
  `
}
