import './chips.css'
import { html, useId, useState } from '../../html'
import { Icon } from '../icons/icon'
import { SearchField } from './search-field'

export type Chip = { value: string; label: string }
/** A choice of any number of things, all visible; a long list has a field that shortens it. */
export type ChipsProps = {
  label: string
  chips: readonly Chip[]
  chosen: readonly string[]
  /** Shown when there is nothing to choose. */
  empty: string
  onChange: (chosen: string[]) => void
}

/** So many fit on a phone without scrolling. */
const FEW = 16

export function Chips({ label, chips, chosen, empty, onChange }: ChipsProps) {
  const [typed, setTyped] = useState('')
  const words = typed.trim().toLowerCase()
  // What is chosen stays in sight.
  const shown = chips.filter(({ value, label }) => chosen.includes(value) || label.toLowerCase().includes(words))
  const turn = (value: string, on: boolean) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))
  return html`
    <fieldset class="chips">
      <legend class="field-label">${label}</legend>
      ${chips.length === 0 && html`<p class="field-hint">${empty}</p>`}
      ${chips.length > FEW && html`<${SearchField} label=${`Find: ${label}`} value=${typed} onInput=${setTyped} />`}
      <div class="chips-list">
        ${shown.map(
          (one) => html`
            <label key=${one.value} class="chip">
              <input
                class="unseen"
                type="checkbox"
                checked=${chosen.includes(one.value)}
                onChange=${(event: Event) => turn(one.value, (event.currentTarget as HTMLInputElement).checked)}
              />
              ${chosen.includes(one.value) && html`<${Icon} name="check" size="small" />`}
              <span>${one.label}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `
}

export type ChipChoiceProps = {
  label: string
  chips: readonly Chip[]
  value: string
  onChange: (value: string) => void
}

/** A choice of one thing among more than fit into a segmented control, all visible. */
export function ChipChoice({ label, chips, value, onChange }: ChipChoiceProps) {
  const name = useId()
  return html`
    <fieldset class="chips" data-all>
      <legend class="unseen">${label}</legend>
      <div class="chips-list">
        ${chips.map(
          (one) => html`
            <label key=${one.value} class="chip">
              <input class="unseen" type="radio" name=${name} checked=${one.value === value} onChange=${() => onChange(one.value)} />
              <span>${one.label}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `
}
