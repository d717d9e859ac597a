import { expect, test } from 'bun:test'
import { html, useState } from './html'
import { Dialog } from './parts/dialogs/dialog'
import { hush, say, toasts } from './state/toasts'
import { renderPage } from './testing/render-page'
import { withWindow } from './testing/window'
import { Toasts } from './toasts'

withWindow()

const toaster = () => document.querySelector<HTMLElement>('.toaster')

function Page() {
  const [open, setOpen] = useState<readonly string[]>([])
  const dialog = (name: string) =>
    html`<${Dialog} open=${open.includes(name)} title=${name} onClose=${() => setOpen(open.filter((one) => one !== name))} />`
  return html`
    <button onClick=${() => setOpen(['Cover'])}>Choose a cover</button>
    <button onClick=${() => setOpen(['Cover', 'Crop'])}>Crop</button>
    ${dialog('Cover')}${dialog('Crop')}<${Toasts} />
  `
}

test('toasts move into the topmost dialog, where they can be clicked, and out of it again', async () => {
  let undone = 0
  const page = await renderPage(html`<${Page} />`)
  say('Cover changed.', { action: { label: 'Undo', run: () => undone++ } })
  await page.settle()
  expect(toaster()?.textContent).toContain('Cover changed.')
  expect(toaster()?.closest('dialog')).toBeNull()

  await page.click('Choose a cover')
  await page.click('Crop')
  expect(toaster()?.closest('dialog')?.textContent).toContain('Crop')
  await page.click(document.querySelectorAll<HTMLElement>('dialog .dialog-head button')[1]!)
  expect(toaster()?.closest('dialog')?.textContent).toStartWith('Cover')
  await page.click(toaster()!.querySelector<HTMLElement>('.toast-action')!)
  expect([undone, toasts.value]).toEqual([1, []])

  say('Saved.')
  await page.click(page.find('dialog .dialog-head button'))
  expect(toaster()?.closest('dialog')).toBeNull()
  expect(toaster()?.isConnected && toaster()?.textContent).toContain('Saved.')
  page.close()
  expect(toaster()).toBeNull()
  for (const { id } of toasts.value) hush(id)
})
