import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { PasswordField } from '../../parts/field'
import { Mark } from '../../parts/mark'

export type SecretFieldProps = {
  label: string
  /** Whether one is kept; what it is stays with the server. */
  set: boolean
  /** What is typed and not saved yet, for a test beforehand. */
  onDraft: (text: string) => void
  /** Answers whether it was taken; null forgets it. */
  onSave: (text: string | null) => Promise<boolean>
}

/** A key or a password: shown as set, replaced or removed, never read back. */
export function SecretField({ label, set, onDraft, onSave }: SecretFieldProps) {
  const [replacing, setReplacing] = useState(false)
  const [text, setText] = useState('')
  const type = (next: string) => {
    setText(next)
    onDraft(next.trim())
  }
  const close = () => {
    type('')
    setReplacing(false)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (text.trim() && (await onSave(text.trim()))) close()
  }
  if (set && !replacing) {
    return html`
      <div class="secret" role="group" aria-label=${label}>
        <span class="field-label">${label}</span>
        <${Mark} state="have" word="Set" />
        <${Button} kind="quiet" size="small" onClick=${() => setReplacing(true)}>Replace<//>
        <${Button} kind="quiet" size="small" onClick=${() => onSave(null)}>Remove<//>
      </div>
    `
  }
  return html`
    <form class="secret-form" onSubmit=${submit}>
      <${PasswordField} ...${{ label, value: text, onInput: type, autocomplete: 'off', code: true }} />
      <${Button} type="submit" disabled=${text.trim() === ''}>Save<//>
      ${set && html`<${Button} kind="quiet" onClick=${close}>Cancel<//>`}
    </form>
  `
}
