import './empty.css'
import { type ComponentChildren, html } from '../../html'
import { Icon, type IconName } from '../icons/icon'
import { withSettingsLinks } from '../text/settings-links'

/** An empty view: what will be shown here, and how to get it. `children` are one or two actions. */
export type EmptyProps = {
  icon?: IconName
  title: string
  text?: ComponentChildren
  /** The view fills the whole page, so its title is the heading of the page. */
  page?: boolean
  children?: ComponentChildren
}

export function Empty({ icon, title, text, page, children }: EmptyProps) {
  return html`
    <section class="empty">
      ${icon && html`<${Icon} name=${icon} size="large" />`}
      ${page ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
      ${text && html`<p>${typeof text === 'string' ? withSettingsLinks(text) : text}</p>`}
      ${children && html`<div class="empty-actions">${children}</div>`}
    </section>
  `
}
