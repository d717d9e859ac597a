import { effect, html, render, useLayoutEffect } from './html'
import { topDialog } from './parts/dialogs/top-dialog'
import { Toaster } from './parts/status/toast'
import { holdToast, releaseToast, removeToast, toasts } from './state/toasts'

/**
 * Shows toasts over the page, also over an open dialog: they move into it, as nothing outside of it can be clicked. Those
 * of the page below it wait until it is closed.
 */
export function Toasts() {
  useLayoutEffect(() => {
    const place = document.createElement('div')
    const stop = effect(() => {
      const dialog = topDialog.value
      if (dialog && !lastBefore.has(dialog)) lastBefore.set(dialog, toasts.peek().at(-1)?.id ?? 0)
      ;(dialog ?? document.body).append(place)
    })
    render(html`<${Lines} />`, place)
    return () => {
      stop()
      render(null, place)
      place.remove()
    }
  }, [])
  return null
}

/** The last toast that was shown before a dialog opened. */
const lastBefore = new WeakMap<HTMLElement, number>()

function Lines() {
  const before = (topDialog.value && lastBefore.get(topDialog.value)) ?? 0
  const shown = toasts.value.filter(({ id }) => id > before)
  return html`<${Toaster} toasts=${shown} onClose=${removeToast} onHold=${holdToast} onRelease=${releaseToast} />`
}
