import { html, useState } from '../../html'
import { Confirm } from '../../parts/dialogs/dialog'
import { useBusy } from '../../state/use-busy'
import type { RemoveChoice } from './moves'

export type RemoveDialogProps = {
  label: string
  client: string
  /** Whether the download can stay in its client. Built-in clients do not support that. */
  canKeep: boolean
  canBlock: boolean
  onRemove: (choice: RemoveChoice) => Promise<unknown>
  onClose: () => void
}

/** Says what is removed, and offers to keep the data and to block the release. */
export function RemoveDialog({ label, client, canKeep, canBlock, onRemove, onClose }: RemoveDialogProps) {
  const { busy, run: runOnce } = useBusy()
  const [drop, setDrop] = useState(true)
  const [block, setBlock] = useState(false)
  const run = () =>
    runOnce(async () => {
      await onRemove({ keep_data: !drop, block })
      onClose()
    })
  const text = html`
    <span>The issue becomes wanted again.</span>
    ${canKeep && html`<${Choice} label=${`Also delete the download and its files in ${client}`} on=${drop} set=${setDrop} />`}
    ${canBlock && html`<${Choice} label="Block this release, so that it is not downloaded again" on=${block} set=${setBlock} />`}
  `
  const dialog = { title: `Remove ${label}?`, text, action: 'Remove', danger: true }
  return html`<${Confirm} open ...${dialog} busy=${busy} onConfirm=${run} onClose=${onClose} />`
}

function Choice({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return html`<label class="remove-choice"><input type="checkbox" checked=${on} onChange=${() => set(!on)} />${label}</label>`
}
