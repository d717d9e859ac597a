import './toast.css'
import { html } from '../../html'
import { Button } from '../controls/button'
import { Icon } from '../icons/icon'

type ToastMessage = { id: number; text: string; kind: 'note' | 'error'; action?: { label: string; run: () => unknown } }
export type ToasterProps = { toasts: readonly ToastMessage[]; onClose: (id: number) => void }

export function Toaster({ toasts, onClose }: ToasterProps) {
  return html`
    <div class="toaster" role="status" aria-live="polite">
      ${toasts.map((toast) => html`<${ToastLine} key=${toast.id} toast=${toast} onClose=${() => onClose(toast.id)} />`)}
    </div>
  `
}

function ToastLine({ toast, onClose }: { toast: ToastMessage; onClose: () => void }) {
  const act = () => {
    toast.action?.run()
    onClose()
  }
  return html`
    <div class="toast" data-kind=${toast.kind}>
      ${toast.kind === 'error' && html`<${Icon} name="alert" />`}
      <p>${toast.text}</p>
      ${toast.action && html`<button class="toast-action" type="button" onClick=${act}>${toast.action.label}</button>`}
      <${Button} kind="quiet" size="small" icon="close" label="Dismiss" onClick=${onClose} />
    </div>
  `
}
