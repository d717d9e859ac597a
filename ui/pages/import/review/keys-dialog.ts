import { html } from '../../../html'
import { Dialog } from '../../../parts/dialogs/dialog'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Enter', 'Accept, and continue with the next one'],
  ['↑ ↓', 'Go from row to row'],
  ['E', 'Open: all files, the evidence and corrections'],
  ['Space', 'Select; with Shift all from the last one selected'],
  ['M', 'Merge the selected'],
  ['U', 'Undo the last step'],
  ['F', 'Filter by name or folder'],
  ['Ctrl A', 'Select all shown'],
  ['Esc', 'Clear the selection'],
  ['?', 'These keys'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return html`
    <${Dialog} open title="Keyboard shortcuts" onClose=${onClose}>
      <dl class="import-keys">
        ${KEYS.map(([keys, what]) => html`<div key=${keys}><dt><kbd>${keys}</kbd></dt><dd>${what}</dd></div>`)}
      </dl>
    <//>
  `
}
