import './opener.css'
import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'

/** `label` names what it shows: "the steps of Harbor Lights #3". */
export type OpenerProps = { open: boolean; label: string; onOpen: () => unknown }

/** Shows what lies one click deeper. Keys do the same on the row, so it is no stop of its own. */
export function Opener({ open, label, onOpen }: OpenerProps) {
  return html`
    <button class="opener" type="button" tabindex="-1" aria-expanded=${open} aria-label=${`${open ? 'Hide' : 'Show'} ${label}`} onClick=${onOpen}>
      <${Icon} name=${open ? 'chevron-down' : 'chevron-right'} size="small" />
    </button>
  `
}
