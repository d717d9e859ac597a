import './back-link.css'
import { type ComponentChildren, html } from '../../html'
import { Icon } from '../icons/icon'

export type BackLinkProps = { href: string; onClick?: () => unknown; children?: ComponentChildren }

/** The way up, to the page that this one belongs to; named by where it leads. */
export function BackLink({ href, onClick, children }: BackLinkProps) {
  return html`<a class="back-link" href=${href} onClick=${onClick}><${Icon} name="arrow-left" size="small" /><span>${children}</span></a>`
}
