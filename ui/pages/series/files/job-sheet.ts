import './files.css'
import { type ComponentChildren, html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog, type DialogProps } from '../../../parts/dialogs/dialog'
import { Icon, type IconName } from '../../../parts/icons/icon'
import { type FileJob, JobLook } from './job'

export type JobSheetProps = Pick<DialogProps, 'title' | 'kind' | 'onClose'> & {
  comic_id: string
  job: FileJob
  /** "Renaming files" */
  doing: string
  /** "Rename 12 files"; undefined when there is nothing to do. */
  action?: string
  icon?: IconName
  disabled?: boolean
  onRun: () => unknown
  /** The preview, replaced by the progress. */
  children?: ComponentChildren
}

/** A preview of a change to files, then its progress, then the result with an undo. */
export function JobSheet(props: JobSheetProps) {
  const { title, kind, onClose, comic_id, job, doing, action, icon, disabled, onRun, children } = props
  const main = { kind: 'main', icon, busy: job.busy, disabled, onClick: onRun }
  const foot = job.begun
    ? html`<${Button} kind="main" onClick=${onClose}>Close<//>`
    : html`<${Button} onClick=${onClose}>Cancel<//>${action && html`<${Button} ...${main}>${action}<//>`}`
  return html`
    <${Dialog} open kind=${kind} title=${title} onClose=${onClose} foot=${foot}>
      <div class="files-sheet">
        ${job.refused && html`<${JobError}>${job.refused}<//>`}
        ${job.begun ? html`<${JobLook} job=${job} comic_id=${comic_id} doing=${doing} />` : children}
      </div>
    <//>
  `
}

/** The error of the task. */
export function JobError({ children }: { children?: ComponentChildren }) {
  return html`<p class="job-failed" role="alert"><${Icon} name="alert" />${children}</p>`
}
