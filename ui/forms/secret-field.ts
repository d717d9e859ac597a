import './secret-field.css'
import { html, useState } from '../html'
import { Button } from '../parts/controls/button'
import { PasswordField } from '../parts/controls/field'
import type { OnRefused } from './saving'
import { SecretSet } from './secret-set'

export type SecretFieldProps = {
  label: string
  /** Whether a secret is saved; the server never sends its value. */
  set: boolean
  /** Receives the typed text before it is saved, for a test. */
  onDraft: (text: string) => void
  /** Returns whether it was saved; null removes the secret. */
  onSave: (text: string | null, onRefused?: OnRefused) => Promise<boolean>
}

/** A key or a password: shown as set, replaced or removed, never read back. */
export function SecretField({ label, set, onDraft, onSave }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const type = (next: string) => {
    setText(next)
    setError(undefined)
    onDraft(next.trim())
  }
  const close = () => {
    type('')
    setReplacing(false)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (text.trim() && (await onSave(text.trim(), setError))) close()
  }
  if (set && !replacing) {
    const actions = [
      { word: 'Replace', run: () => setReplacing(true) },
      { word: 'Remove', run: () => onSave(null) },
    ]
    return html`<${SecretSet} label=${label} actions=${actions} />`
  }
  return html`
    <form class="secret-form" onSubmit=${submit}>
      <${PasswordField} label=${label} value=${text} error=${error} onInput=${type} autocomplete="off" code focused=${replacing} />
      <${Button} type="submit" disabled=${text.trim() === ''}>Save<//>
      ${set && html`<${Button} kind="quiet" onClick=${close}>Cancel<//>`}
    </form>
  `
}
