import './toast.css'
import { html } from '../../html'
import { Button } from '../controls/button'
import { Icon } from '../icons/icon'

type ToastMessage = { id: number; text: string; kind: 'note' | 'error'; action?: { label: string; run: () => unknown } }
export type ToasterProps = {
  toasts: readonly ToastMessage[]
  onClose: (id: number) => void
  /** The pointer or the focus came to a message, or left it. */
  onHold?: (id: number, held: boolean) => void
}

export function Toaster({ toasts, onClose, onHold }: ToasterProps) {
  return html`
    <div class="toaster" role="status" aria-live="polite">
      ${toasts.map((toast) => html`<${ToastLine} key=${toast.id} toast=${toast} onClose=${() => onClose(toast.id)} onHold=${(held: boolean) => onHold?.(toast.id, held)} />`)}
    </div>
  `
}

type LineProps = { toast: ToastMessage; onClose: () => void; onHold: (held: boolean) => void }

function ToastLine({ toast, onClose, onHold }: LineProps) {
  const act = () => {
    toast.action?.run()
    onClose()
  }
  return html`
    <div
      class="toast"
      data-kind=${toast.kind}
      onPointerEnter=${() => onHold(true)}
      onPointerLeave=${() => onHold(false)}
      onFocusIn=${() => onHold(true)}
      onFocusOut=${() => onHold(false)}
    >
      ${toast.kind === 'error' && html`<${Icon} name="alert" />`}
      <p>${toast.text}</p>
      ${toast.action && html`<button class="toast-action" type="button" onClick=${act}>${toast.action.label}</button>`}
      <${Button} kind="quiet" size="small" icon="close" label="Dismiss" onClick=${onClose} />
    </div>
  `
}
