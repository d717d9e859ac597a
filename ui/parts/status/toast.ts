import './toast.css'
import { html } from '../../html'
import { Button } from '../controls/button'
import { Icon } from '../icons/icon'
import { withSettingsLinks } from '../text/settings-links'

type ToastMessage = { id: number; text: string; kind: 'note' | 'error'; action?: { label: string; run: () => unknown } }
export type ToasterProps = {
  toasts: readonly ToastMessage[]
  onClose: (id: number) => void
  /** Called when the pointer or the focus enters a toast. */
  onHold?: (id: number) => void
  /** Called when the pointer or the focus leaves a toast. */
  onRelease?: (id: number) => void
}

export function Toaster({ toasts, onClose, onHold, onRelease }: ToasterProps) {
  const line = (toast: ToastMessage) => ({
    toast,
    onClose: () => onClose(toast.id),
    onHold: () => onHold?.(toast.id),
    onRelease: () => onRelease?.(toast.id),
  })
  return html`
    <div class="toaster" role="status" aria-live="polite">
      ${toasts.map((toast) => html`<${ToastLine} key=${toast.id} ...${line(toast)} />`)}
    </div>
  `
}

type LineProps = { toast: ToastMessage; onClose: () => void; onHold: () => void; onRelease: () => void }

function ToastLine({ toast, onClose, onHold, onRelease }: LineProps) {
  const act = () => {
    toast.action?.run()
    onClose()
  }
  return html`
    <div
      class="toast"
      data-kind=${toast.kind}
      onPointerEnter=${onHold}
      onPointerLeave=${onRelease}
      onFocusIn=${onHold}
      onFocusOut=${onRelease}
    >
      ${toast.kind === 'error' && html`<${Icon} name="alert" />`}
      <p>${withSettingsLinks(toast.text)}</p>
      ${toast.action && html`<button class="toast-action" type="button" onClick=${act}>${toast.action.label}</button>`}
      <${Button} kind="quiet" size="small" icon="close" label="Dismiss" onClick=${onClose} />
    </div>
  `
}
