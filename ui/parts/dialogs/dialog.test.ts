import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { Dialog } from './dialog'

withWindow()
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollHeight')
})

/** The tab index of the body of a dialog, whose text is so high. */
async function tabIndexOf(scrollHeight: number, children: unknown): Promise<number> {
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { value: scrollHeight, configurable: true })
  const props = { open: true, title: 'Keys and taps', onClose: () => undefined }
  const page = await renderPage(html`<${Dialog} ...${props}>${children}<//>`)
  return page.find('.dialog-body').tabIndex
}

test.each([
  ['is longer than the dialog', 900, html`<p>Words</p>`, 0],
  ['fits', 0, html`<p>Words</p>`, -1],
  ['has a control, which scrolls to itself', 900, html`<button type="button">On</button>`, -1],
])('the body of a dialog that %s is reached by keys only where needed', async (_, high, children, tabIndex) => {
  expect(await tabIndexOf(high, children)).toBe(tabIndex)
})
