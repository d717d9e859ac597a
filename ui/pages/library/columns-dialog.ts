import './columns-dialog.css'
import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { isReader } from '../../state/user'
import { COLUMNS, columnsOf, showColumns, shownColumns, showUsualColumns } from './columns'

/** Chooses the columns of the table. The browser remembers them. */
export function ColumnsDialog({ onClose }: { onClose: () => void }) {
  const shown = shownColumns().value
  const toggle = (key: string) =>
    showColumns(COLUMNS.map((column) => column.key).filter((each) => (each === key) !== shown.includes(each)))
  const foot = html`
    <${Button} onClick=${showUsualColumns}>Use the default<//>
    <${Button} kind="main" onClick=${onClose}>Done<//>
  `
  return html`
    <${Dialog} open title="Columns" onClose=${onClose} foot=${foot}>
      <fieldset class="column-choices">
        <legend class="unseen">Columns of the table</legend>
        ${columnsOf(isReader()).map(
          ({ key, title }) => html`
            <label key=${key}>
              <input type="checkbox" checked=${shown.includes(key)} onChange=${() => toggle(key)} />
              ${title}
            </label>
          `,
        )}
      </fieldset>
      <p class="column-note">Phones and tablets show the first columns only.</p>
    <//>
  `
}
