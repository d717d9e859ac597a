import './segmented.css'
import { html, useId } from '../../html'
import { Icon, type IconName } from '../icons/icon'
import { numberWords } from '../text/format'

export type Segment = { value: string; label: string; icon?: IconName }
/** A choice of two to four, all visible. `iconsOnly` keeps the labels for screen readers only. */
export type SegmentedProps = {
  label: string
  value: string
  choices: readonly Segment[]
  iconsOnly?: boolean
  onChange: (value: string) => void
}

export function SegmentedControl({ label, value, choices, iconsOnly, onChange }: SegmentedProps) {
  const name = useId()
  return html`
    <fieldset class="segmented">
      <legend class="unseen">${label}</legend>
      ${choices.map(
        (one) => html`
          <label key=${one.value} title=${iconsOnly ? one.label : undefined}>
            <input class="unseen" type="radio" name=${name} checked=${one.value === value} onChange=${() => onChange(one.value)} />
            ${one.icon && html`<${Icon} name=${one.icon} size="small" />`}
            <span class=${iconsOnly ? 'unseen' : undefined}>${one.label}</span>
          </label>
        `,
      )}
    </fieldset>
  `
}

/** `count`: what waits there; not shown at zero. */
export type SegmentLink = { href: string; label: string; here: boolean; count?: number }

/** Pages that belong together, side by side in the same look. */
export function SegmentedLinks({ label, links }: { label: string; links: readonly SegmentLink[] }) {
  return html`
    <nav class="segmented" aria-label=${label}>
      ${links.map(({ href, label, here, count = 0 }) => html`<a key=${href} href=${href} aria-current=${here ? 'page' : undefined}>${label}${count > 0 && html` <small>${numberWords(count)}</small>`}</a>`)}
    </nav>
  `
}
