import { html } from '../../html'
import { Icon } from '../icons/icon'

export type Pick = { key: string; label: string; kind: string; about: string }
export type PickListProps = { picks: readonly Pick[]; onPick: (key: string) => void }

/** What can be added: one line each, and what one needs for it. */
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
