import { expect, jest, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { html, render, useState } from './html'
import { Dialog } from './parts/dialogs/dialog'
import { removeToast, showToast, toasts } from './state/toasts'
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

test('toasts appear in the topmost dialog, where they can be clicked, and move out of it', async () => {
  let undone = 0
  const page = await renderPage(html`<${Page} />`)
  await page.click('Choose a cover')
  await page.click('Crop')
  showToast('Cover changed.', { action: { label: 'Undo', run: () => undone++ } })
  await page.whenIdle()
  expect(toaster()?.closest('dialog')?.textContent).toContain('Crop')
  await page.click(document.querySelectorAll<HTMLElement>('dialog .dialog-head button')[1]!)
  expect(toaster()?.closest('dialog')?.textContent).toStartWith('Cover')
  await page.click(toaster()!.querySelector<HTMLElement>('.toast-action')!)
  expect([undone, toasts.value]).toEqual([1, []])

  showToast('Saved.')
  await page.click(page.find('dialog .dialog-head button'))
  expect(toaster()?.closest('dialog')).toBeNull()
  expect(toaster()?.isConnected && toaster()?.textContent).toContain('Saved.')
  page.close()
  expect(toaster()).toBeNull()
  for (const { id } of toasts.value) removeToast(id)
})

test('a toast of the page does not appear in a dialog that opens later, but again after it', async () => {
  const page = await renderPage(html`<${Page} />`)
  showToast('Theme: saved.')
  await page.whenIdle()
  expect(toaster()?.textContent).toContain('Theme: saved.')
  await page.click('Choose a cover')
  expect(toaster()?.textContent ?? '').not.toContain('Theme: saved.')
  showToast('Cover changed.')
  await page.whenIdle()
  expect(toaster()?.textContent).toContain('Cover changed.')
  await page.click(page.find('dialog .dialog-head button'))
  expect(toaster()?.textContent).toContain('Theme: saved.')
  page.close()
  for (const { id } of toasts.value) removeToast(id)
})

test('a toast disappears after its time, but not while it has the pointer or the focus', async () => {
  jest.useFakeTimers()
  const send = (type: string) => {
    const { Event } = window as unknown as typeof globalThis
    return act(() => void document.querySelector('.toast')?.dispatchEvent(new Event(type, { bubbles: true })))
  }
  const after = (ms: number) => act(() => void jest.advanceTimersByTime(ms))
  try {
    for (const [come, go] of [
      ['pointerenter', 'pointerleave'],
      ['focusin', 'focusout'],
    ] as const) {
      await act(() => showToast('Cover changed.'))
      const root = document.createElement('div')
      document.body.append(root)
      await act(() => render(html`<${Toasts} />`, root))
      await after(5_900)
      await send(come)
      await after(60_000)
      expect(toasts.value.length).toBe(1)
      await send(go)
      await after(5_900)
      expect(toasts.value.length).toBe(1)
      await after(200)
      expect(toasts.value.length).toBe(0)
      await act(() => render(null, root))
      root.remove()
    }
  } finally {
    jest.useRealTimers()
  }
})
