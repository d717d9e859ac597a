import '../icons/avatar.css'
import './colour-choice.css'
import { html, useId } from '../../html'
import { Icon } from '../icons/icon'

/** The colours behind a user's initials. */
export const COLOURS = [
  { value: 'red', label: 'Red' },
  { value: 'orange', label: 'Orange' },
  { value: 'amber', label: 'Amber' },
  { value: 'green', label: 'Green' },
  { value: 'teal', label: 'Teal' },
  { value: 'blue', label: 'Blue' },
  { value: 'violet', label: 'Violet' },
  { value: 'pink', label: 'Pink' },
] as const
export type Colour = (typeof COLOURS)[number]['value']

export type ColourChoiceProps = { value: Colour; unlabelled?: boolean; onChange: (colour: Colour) => unknown }

export function ColourChoice({ value, unlabelled, onChange }: ColourChoiceProps) {
  const name = useId()
  return html`
    <fieldset class="colours">
      <legend class=${unlabelled ? 'unseen' : 'field-label'}>Colour</legend>
      <div class="colours-list">
        ${COLOURS.map(
          (one) => html`
            <label key=${one.value} class="colour" data-colour=${one.value} title=${one.label}>
              <input class="unseen" type="radio" name=${name} checked=${one.value === value} onChange=${() => onChange(one.value)} />
              <span class="unseen">${one.label}</span>
              ${one.value === value && html`<${Icon} name="check" />`}
            </label>
          `,
        )}
      </div>
    </fieldset>
  `
}
