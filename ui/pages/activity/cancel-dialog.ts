import { html, useState } from '../../html'
import { Confirm } from '../../parts/dialogs/dialog'

export type CancelDialogProps = { label: string; onCancel: () => Promise<unknown>; onClose: () => void }

/** Explains the effect before a download is cancelled. */
export function CancelDialog({ label, onCancel, onClose }: CancelDialogProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onCancel()
    setBusy(false)
    onClose()
  }
  const text =
    'Its client drops it with what it has fetched so far. The issue is missing again, and the same release can still be taken another time.'
  const dialog = { title: `Call off ${label}?`, text, action: 'Call it off', danger: true }
  return html`<${Confirm} open ...${dialog} busy=${busy} onConfirm=${run} onClose=${onClose} />`
}
