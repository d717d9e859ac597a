import './adding.css'
import { html, useId } from '../../html'

export type WantChoice<T extends string> = { value: T; label: string; about: string }
export type WantsProps<T extends string> = {
  label: string
  value: T
  choices: readonly WantChoice<T>[]
  onChange: (value: T) => void
}

/** Which issues of a new series become wanted. */
export function Wants<T extends string>({ label, value, choices, onChange }: WantsProps<T>) {
  const name = useId()
  return html`
    <fieldset class="add-wants">
      <legend class="field-label">${label}</legend>
      ${choices.map(
        (one) => html`
          <label key=${one.value}>
            <input type="radio" name=${name} checked=${one.value === value} onChange=${() => onChange(one.value)} />
            <span><b>${one.label}</b><small>${one.about}</small></span>
          </label>
        `,
      )}
    </fieldset>
  `
}
