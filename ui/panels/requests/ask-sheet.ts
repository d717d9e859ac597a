import './requests.css'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { TextField } from '../../parts/controls/field'
import { Cover } from '../../parts/covers/cover'
import { Dialog } from '../../parts/dialogs/dialog'
import { type AskTarget, sendAsk } from '../../state/asking'
import { useBusy } from '../../state/use-busy'

const COVER = 72

export interface AskProps {
  target: AskTarget
  onClose: () => void
}

/** The dialog that asks for a series or an issue. */
export function AskSheet({ target, onClose }: AskProps) {
  const [note, setNote] = useState('')
  const { busy, run } = useBusy()
  const ask = async (event: Event) => {
    event.preventDefault()
    if (await run(() => sendAsk(target, note))) onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" icon="hand" busy=${busy} onClick=${ask}>Ask<//>
  `
  return html`
    <${Dialog} open title=${`Ask for ${target.title}`} onClose=${onClose} foot=${foot}>
      <form class="ask-form" onSubmit=${ask}>
        <span class="ask-cover"><${Cover} name=${target.title} src=${target.cover} width=${COVER} /></span>
        <div>
          <${TextField}
            label="Note"
            hint="Optional. The owner of this library reads it."
            value=${note}
            autofocus
            onInput=${setNote}
          />
        </div>
      </form>
    <//>
  `
}
