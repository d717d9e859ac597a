import { html, useState } from '../html'
import { PasswordField } from '../parts/controls/field'
import { SecretSet } from './secret-set'

export type SecretInputProps = {
  label: string
  /** Whether a secret is saved; the server never sends its value. */
  set: boolean
  value: string
  hint?: string
  onInput: (text: string) => void
  /** Removes the saved secret. */
  onForget?: () => void
}

/** A key or a password within a form: shown as set, replaced, never read back. */
export function SecretInput({ label, set, value, hint, onInput, onForget }: SecretInputProps) {
  const [replacing, setReplacing] = useState(false)
  if (set && !replacing) {
    const forget = onForget ? [{ word: 'Forget', run: onForget }] : []
    const actions = [{ word: 'Replace', run: () => setReplacing(true) }, ...forget]
    return html`<${SecretSet} label=${label} actions=${actions} />`
  }
  const text = set ? 'The one that is set stays until you save another.' : hint
  return html`
    <${PasswordField}
      label=${label}
      value=${value}
      onInput=${onInput}
      hint=${text}
      code
      focused=${replacing}
      autocomplete="off"
    />
  `
}
