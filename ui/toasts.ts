import { effect, html, render, useLayoutEffect } from './html'
import { topDialog } from './parts/dialogs/top-dialog'
import { Toaster } from './parts/status/toast'
import { holdToast, releaseToast, removeToast, toasts } from './state/toasts'

/** Shows toasts over the page, also over an open dialog: they move into it, as nothing outside of it can be clicked. */
export function Toasts() {
  useLayoutEffect(() => {
    const place = document.createElement('div')
    const stop = effect(() => (topDialog.value ?? document.body).append(place))
    render(html`<${Lines} />`, place)
    return () => {
      stop()
      render(null, place)
      place.remove()
    }
  }, [])
  return null
}

function Lines() {
  return html`<${Toaster} toasts=${toasts.value} onClose=${removeToast} onHold=${holdToast} onRelease=${releaseToast} />`
}
