import { html, useState } from '../../html'
import { useBusy } from '../../state/use-busy'
import { Button } from '../controls/button'
import { TextField } from '../controls/field'
import { Dialog } from './dialog'

export type NameDialogProps = {
  title: string
  action: string
  name?: string
  /** The typed text. */
  label?: string
  /** The error, if saving failed. */
  error?: string
  /** The dialog closes afterwards, unless the result is false. The reason of a rejection is shown at the name. */
  onName: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a list, or for another line of text. */
export function NameDialog({ title, action, name = '', label = 'Name', error, onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(name)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  const type = (next: string) => {
    setText(next)
    setRefusal(undefined)
  }
  const save = async (event: Event) => {
    event.preventDefault()
    // Enter submits even while the button is disabled.
    if (text.trim() === '') return
    setRefusal(undefined)
    const isDone = await run(async () => (await onName(text.trim())) !== false, { onFailure: setRefusal })
    if (isDone) onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${text.trim() === ''} onClick=${save}>${action}<//>
  `
  return html`
    <${Dialog} open title=${title} onClose=${onClose} foot=${foot}>
      <form onSubmit=${save}><${TextField} label=${label} value=${text} error=${refusal ?? error} onInput=${type} autofocus /></form>
    <//>
  `
}
