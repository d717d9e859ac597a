import { afterEach, expect, test } from 'bun:test'
import { html, useState } from '../../html'
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

/** A button that opens a choice, which another dialog replaces. */
function Steps() {
  const [step, setStep] = useState(0)
  const close = () => setStep(0)
  const first = html`<${Dialog} key="first" open title="Add an indexer" onClose=${close}>
    <button onClick=${() => setStep(2)}>Newznab</button>
  <//>`
  const second = html`<${Dialog} key="second" open title="Add Newznab" onClose=${close}><input /><//>`
  return html`<button onClick=${() => setStep(1)}>Add</button>${step === 1 && first}${step === 2 && second}`
}

test('the focus returns to the button that opened the first of two dialogs', async () => {
  const page = await renderPage(html`<${Steps} />`)
  page.named('Add').focus()
  await page.click('Add')
  page.named('Newznab').focus()
  await page.click('Newznab')
  page.find('input').focus()
  await page.click('Close')
  expect(document.activeElement).toBe(page.named('Add'))
})

test('a press beside a dialog closes it, but not the second one of the double click that opened it', async () => {
  const page = await renderPage(html`<${Steps} />`)
  const { MouseEvent } = window as unknown as typeof globalThis
  const press = async (detail: number) => {
    page.find('dialog').dispatchEvent(new MouseEvent('mousedown', { bubbles: true, detail }))
    await page.whenIdle()
  }
  await page.click('Add')
  await press(2)
  expect(page.find('dialog').textContent).toContain('Add an indexer')
  await press(1)
  expect(page.root.querySelector('dialog')).toBeNull()
})
