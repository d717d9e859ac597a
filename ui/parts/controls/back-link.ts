import './back-link.css'
import { type ComponentChildren, html } from '../../html'
import { Icon } from '../icons/icon'

export type BackLinkProps = { href: string; onClick?: () => unknown; children?: ComponentChildren }

/** The link to the parent page, by its name. */
export function BackLink({ href, onClick, children }: BackLinkProps) {
  return html`<a class="back-link" href=${href} onClick=${onClick}><${Icon} name="arrow-left" size="small" /><span>${children}</span></a>`
}
