import { call } from '../../../api/client'
import { isActive, type Operation, useOperation } from '../../../api/operation'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Icon } from '../../../parts/icons/icon'
import { Progress } from '../../../parts/status/progress'
import { useBusy } from '../../../state/use-busy'
import type { FileBatch } from '../wire'
import { split } from './path-diff'
import { doneOf } from './work-words'

/** The reply of an endpoint that starts a task. */
type Started = { operation_id?: string; job_id?: string }
export type FileJob = ReturnType<typeof useJob>

/** A task that a sheet starts and follows to its end. */
export function useJob() {
  const [id, setId] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const operation = useOperation(id, () => {
    for (const old of ['GET /api/series', 'GET /api/filing', 'GET /api/metadata']) invalidate(old)
  })
  const start = (ask: () => Promise<Started>) => {
    const begin = async () => {
      setRefused(undefined)
      const { operation_id, job_id } = await ask()
      setId(operation_id ?? job_id)
    }
    return run(begin, { onFailure: setRefused })
  }
  const ended = operation !== undefined && !isActive(operation)
  return { id, busy, refused, operation, begun: id !== undefined, ended, start }
}

export type JobLookProps = { job: FileJob; comic_id: string; doing: string }

/** The progress, then the result with an undo. */
export function JobLook({ job, comic_id, doing }: JobLookProps) {
  const { operation, id, ended } = job
  if (!ended) return html`<${JobProgress} operation=${operation} doing=${doing} />`
  if (operation?.state !== 'succeeded') {
    return html`<p class="job-failed" role="alert"><${Icon} name="alert" />${operation?.error ?? 'Cancelled.'}</p>`
  }
  return html`<${Outcome} comic_id=${comic_id} operation_id=${id as string} />`
}

export function JobProgress({ operation, doing }: { operation: Operation | undefined; doing: string }) {
  const { progress } = operation ?? { progress: 0 }
  return html`
    <div class="job-going" role="status">
      <p>${doing}${doneOf(operation)}</p>
      <${Progress} label=${doing} value=${progress > 0 ? progress : undefined} />
      <p class="job-aside">You can close this. The work continues.</p>
    </div>
  `
}

/** The result is read from the file operations that the task recorded. */
function Outcome({ comic_id, operation_id }: { comic_id: string; operation_id: string }) {
  const { data } = useQuery('GET /api/filing/batches', { query: { comic_id } })
  if (!data) return html`<p role="status">Loading the result</p>`
  const batch = data.batches.find((one) => one.operation_id === operation_id)
  if (!batch) return html`<p class="job-done" role="status"><${Icon} name="check" />Nothing to change.</p>`
  return html`<div class="job-done" role="status"><${Icon} name="check" /><${BatchLine} batch=${batch} /></div>`
}

const STATES: Partial<Record<FileBatch['state'], string>> = {
  partial: 'Some files could not be changed.',
  undone: 'Undone.',
  undoing: 'Undoing.',
}

/** "12 files renamed", and Undo while that is possible. */
export function BatchLine({ batch }: { batch: FileBatch }) {
  const undo = useJob()
  const { batch_id, state, title } = batch
  const run = () => undo.start(() => call('POST /api/filing/batches/:batch_id/undo', { params: { batch_id } }))
  const back = undo.begun && !undo.ended
  const can = state === 'done' || state === 'partial'
  const failed = undo.refused ?? (undo.ended ? undo.operation?.error : undefined)
  const aside = failed ?? (back ? `Undoing${doneOf(undo.operation)}` : STATES[state])
  return html`
    <span class="batch-line">
      <span>
        ${title}${aside && html`<small role=${failed ? 'alert' : undefined}>${aside}</small>`}
        ${state === 'partial' && html`<${Left} batch_id=${batch_id} />`}
      </span>
      ${can && html`<${Button} size="small" icon="undo" busy=${undo.busy || back} onClick=${run}>Undo<//>`}
    </span>
  `
}

/** The files that could not be changed, each with the reason. */
function Left({ batch_id }: { batch_id: string }) {
  const { data } = useQuery('GET /api/filing/batches/:batch_id', { params: { batch_id } })
  const left = data?.changes.filter(({ error }) => error !== null) ?? []
  return html`${left.map(({ change_id, from, error }) => html`<small key=${change_id}><b>${split(from).name}</b> ${error}</small>`)}`
}
