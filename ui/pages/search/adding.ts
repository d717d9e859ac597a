import { isActive, type Operation, useOperation } from '../../api/operation'
import { invalidate } from '../../api/query'
import { html } from '../../html'
import { Mark } from '../../parts/status/mark'
import { Progress } from '../../parts/status/progress'
import { clockWords } from '../../parts/text/clock-words'
import { numberWords } from '../../parts/text/format'

/** The details of an adding operation. */
type Detail = { comic_id?: string; added?: number; total?: number | null; waiting_until?: string | null }

const detailOf = (operation: Operation) => (operation.detail ?? {}) as Detail

/** The final id of the series: it may be in the library under another provider's id. */
export function addedId(operation: Operation | undefined): string | undefined {
  return operation?.state === 'succeeded' ? detailOf(operation).comic_id : undefined
}

/** "200 of 412 issues", or the reason why adding waits or stopped. */
export function addingWords(operation: Operation | undefined): string {
  if (!operation || operation.state === 'queued') return 'Queued'
  if (operation.state === 'failed') return operation.error ?? 'The series could not be added.'
  if (operation.state === 'cancelled') return 'Adding was cancelled.'
  if (operation.state === 'succeeded') return 'Added'
  const { added = 0, total, waiting_until } = detailOf(operation)
  if (waiting_until)
    return `The request limit of the metadata source is reached. Adding resumes at ${clockWords(waiting_until)}`
  return total ? `${numberWords(added)} of ${numberWords(total)} issues` : 'Fetching the series'
}

export const isFailed = (operation: Operation | undefined): boolean =>
  operation?.state === 'failed' || operation?.state === 'cancelled'

/** Results show whether a series is in the library, so they are outdated after an add. */
export function refreshAdded(): void {
  for (const name of ['POST /api/search', 'GET /api/series']) invalidate(name)
}

/** The progress; undefined while unknown. */
function share(operation: Operation | undefined): number | undefined {
  return operation && isActive(operation) && operation.progress > 0 ? operation.progress : undefined
}

/** The short progress for the row of a result. */
export function AddingLine({ operationId }: { operationId: string }) {
  const operation = useOperation(operationId, refreshAdded)
  if (isFailed(operation)) return html`<${Mark} state="attention" word="Not added" />`
  if (operation?.state === 'succeeded') return html`<${Mark} state="have" word="In your library" />`
  return html`<${AddingBar} operation=${operation} />`
}

export function AddingBar({ operation }: { operation: Operation | undefined }) {
  const words = addingWords(operation)
  return html`
    <span class="adding">
      <${Progress} label=${words} value=${share(operation)} />
      <span>${words}</span>
    </span>
  `
}
