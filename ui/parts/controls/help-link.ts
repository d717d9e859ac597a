import './help-link.css'
import { hasHelp } from '../../guide/own-chapters'
import { html } from '../../html'
import { Icon } from '../icons/icon'

/**
 * A quiet link to the user guide; nothing for users without that chapter. `place` is `chapter#heading`, `about` names what is explained there. `apart` opens a
 * new tab, where this one has something that would be lost.
 */
export type HelpLinkProps = { place: string; about: string; apart?: boolean }

export function HelpLink({ place, about, apart }: HelpLinkProps) {
  if (!hasHelp(place)) return null
  const label = `Help: ${about}${apart ? ', opens in a new tab' : ''}`
  return html`
    <a class="help-link" href=${`/help/${place}`} target=${apart ? '_blank' : undefined} aria-label=${label} title=${label}>
      <${Icon} name="help" size="small" />
    </a>
  `
}
