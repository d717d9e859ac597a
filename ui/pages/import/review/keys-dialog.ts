import { html } from '../../../html'
import { Dialog } from '../../../parts/dialogs/dialog'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Enter', 'Accept, and go on to the next one'],
  ['↑ ↓', 'Go from row to row'],
  ['E', 'Open: every file, all the evidence, and what can be put right'],
  ['Space', 'Pick; with Shift all from the last one picked'],
  ['M', 'Merge what is picked'],
  ['U', 'Take the last step back'],
  ['F', 'Filter by name or folder'],
  ['Ctrl A', 'Pick all that are shown'],
  ['Esc', 'Let go of what is picked'],
  ['?', 'These keys'],
]

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return html`
    <${Dialog} open title="Keys of the import" onClose=${onClose}>
      <dl class="import-keys">
        ${KEYS.map(([keys, what]) => html`<div key=${keys}><dt><kbd>${keys}</kbd></dt><dd>${what}</dd></div>`)}
      </dl>
    <//>
  `
}
