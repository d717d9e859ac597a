import './help-link.css'
import { html } from '../../html'
import { Icon } from '../icons/icon'

/** A quiet link to the user guide. `place` is `chapter#heading`, `about` names what is explained there. */
export type HelpLinkProps = { place: string; about: string }

export function HelpLink({ place, about }: HelpLinkProps) {
  const label = `Help: ${about}`
  return html`<a class="help-link" href=${`/help/${place}`} aria-label=${label} title=${label}><${Icon} name="help" size="small" /></a>`
}
