import { type ComponentChildren, html } from '../../html'
import { ShopWindow, type ShopWindowProps } from './shop-window'

/** A drawing on one side, a form on the other. */
export function ShopScene({ shop, children }: { shop: ShopWindowProps; children?: ComponentChildren }) {
  return html`
    <div class="login">
      <div class="login-picture"><${ShopWindow} ...${shop} /></div>
      <main class="login-side"><div class="login-column">${children}</div></main>
    </div>
  `
}
