import './acquisition.css'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { TextField } from '../../../parts/controls/field'
import { Dialog } from '../../../parts/dialogs/dialog'
import { useBusy } from '../../../state/use-busy'

export type ReasonDialogProps = {
  title: string
  text: string
  action: string
  placeholder: string
  danger?: boolean
  /** Returns whether it succeeded; the dialog closes then. */
  onReason: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Confirms an action and asks for the reason, which is kept with the state and in the log. */
export function ReasonDialog({ title, text, action, placeholder, danger, onReason, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const { busy, run } = useBusy()
  const trimmed = reason.trim()
  const confirm = async (event: Event) => {
    event.preventDefault()
    if (trimmed === '') return
    if (await run(() => onReason(trimmed))) onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${danger ? 'danger' : 'main'} busy=${busy} disabled=${trimmed === ''} onClick=${confirm}>${action}<//>
  `
  return html`
    <${Dialog} open title=${title} onClose=${onClose} foot=${foot}>
      <form class="reason-form" onSubmit=${confirm}>
        <p>${text}</p>
        <${TextField} label="Reason" placeholder=${placeholder} value=${reason} onInput=${setReason} autofocus required />
      </form>
    <//>
  `
}
