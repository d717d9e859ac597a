import { html } from '../../../html'

const RATINGS = [
  { value: 'safe', label: 'For everyone' },
  { value: 'suggestive', label: 'Suggestive' },
  { value: 'erotica', label: 'Erotic' },
  { value: 'pornographic', label: 'Pornographic' },
]

export type RatingsProps = { label: string; chosen: string; onChange: (chosen: string) => void }

/** The content ratings of manga in search results; at least one stays selected. `chosen` is the saved value. */
export function Ratings({ label, chosen, onChange }: RatingsProps) {
  const now = new Set(chosen.split(',').map((one) => one.trim()))
  const toggle = (value: string) => {
    const next = RATINGS.filter((one) => (one.value === value ? !now.has(value) : now.has(one.value)))
    onChange(next.map((one) => one.value).join(','))
  }
  const last = now.size === 1
  return html`
    <fieldset class="ratings">
      <legend class="field-label">${label}</legend>
      ${RATINGS.map(({ value, label }) => {
        const on = now.has(value)
        return html`<label key=${value}><input type="checkbox" checked=${on} disabled=${on && last} onChange=${() => toggle(value)} />${label}</label>`
      })}
    </fieldset>
  `
}
