import './opener.css'
import { html } from '../../html'
import { Icon } from '../../parts/icons/icon'

/** `label` names the opened content: "the steps of Harbor Lights #3". */
export type OpenerProps = { open: boolean; label: string; onOpen: () => unknown }

/** A button that opens the details of a row. Keys on the row do the same, so it is not in the tab order. */
export function Opener({ open, label, onOpen }: OpenerProps) {
  return html`
    <button class="opener" type="button" tabindex="-1" aria-expanded=${open} aria-label=${`${open ? 'Hide' : 'Show'} ${label}`} onClick=${onOpen}>
      <${Icon} name=${open ? 'chevron-down' : 'chevron-right'} size="small" />
    </button>
  `
}
