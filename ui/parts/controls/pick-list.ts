import { html } from '../../html'
import { Icon } from '../icons/icon'

export type Pick = { key: string; label: string; kind: string; about: string }
export type PickListProps = { picks: readonly Pick[]; onPick: (key: string) => void }

/** A list of things to add: one line each, with its requirements. */
export function PickList({ picks, onPick }: PickListProps) {
  return html`
    <ul class="picks">
      ${picks.map(
        ({ key, label, kind, about }) => html`
          <li key=${key}>
            <button type="button" onClick=${() => onPick(key)}>
              <span><b>${label}</b> <small>${kind}</small></span>
              <span class="picks-about">${about}</span>
              <${Icon} name="chevron-right" size="small" />
            </button>
          </li>
        `,
      )}
    </ul>
  `
}
