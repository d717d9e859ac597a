import { html, useState } from '../../html'
import { Button } from '../../parts/button'
import { PasswordField } from '../../parts/field'
import { Mark } from '../../parts/mark'

export type KeptSecretProps = {
  label: string
  /** One is kept already; what it is stays with the server. */
  set: boolean
  value: string
  hint?: string
  onInput: (text: string) => void
  /** Forgets the one that is kept. */
  onForget?: () => void
}

/** A key or a password within a form: shown as set, replaced, never read back. */
export function KeptSecret({ label, set, value, hint, onInput, onForget }: KeptSecretProps) {
  const [replacing, setReplacing] = useState(false)
  if (set && !replacing) {
    return html`
      <div class="secret" role="group" aria-label=${label}>
        <span class="field-label">${label}</span>
        <${Mark} state="have" word="Set" />
        <${Button} kind="quiet" size="small" onClick=${() => setReplacing(true)}>Replace<//>
        ${onForget && html`<${Button} kind="quiet" size="small" onClick=${onForget}>Forget<//>`}
      </div>
    `
  }
  const said = set ? 'The one that is set stays until you save another.' : hint
  return html`<${PasswordField} ...${{ label, value, onInput, hint: said, code: true, autocomplete: 'off' }} />`
}
