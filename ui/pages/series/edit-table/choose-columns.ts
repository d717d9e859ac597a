import { html } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import type { Column } from './columns'

export type ChooseColumnsProps = {
  columns: readonly Column[]
  hidden: readonly string[]
  onHide: (keys: readonly string[]) => void
  onClose: () => void
}

/** Chooses the columns of the table; at least one stays. The browser remembers them. */
export function ChooseColumns({ columns, hidden, onHide, onClose }: ChooseColumnsProps) {
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]
    if (next.length < columns.length) onHide(next)
  }
  const foot = html`
    <${Button} onClick=${() => onHide([])}>Show all<//>
    <${Button} kind="main" onClick=${onClose}>Done<//>
  `
  return html`
    <${Dialog} open title="Columns" onClose=${onClose} foot=${foot}>
      <fieldset class="edit-columns">
        <legend class="unseen">Columns of the table</legend>
        ${columns.map(
          ({ key, label }) => html`
            <label key=${key}>
              <input type="checkbox" checked=${!hidden.includes(key)} onChange=${() => toggle(key)} />
              ${label}
            </label>
          `,
        )}
      </fieldset>
    <//>
  `
}
