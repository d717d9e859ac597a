import { html, useMemo, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Switch, TextField } from '../../../parts/controls/field'
import { Dialog } from '../../../parts/dialogs/dialog'
import { pluralWords } from '../../../parts/text/format'
import { type CellText, cellText, replacements } from './table-model'
import type { EditTable } from './use-edit-table'

export type ReplaceDialogProps = {
  table: EditTable
  /** The cells to search. */
  cells: readonly Omit<CellText, 'text'>[]
  /** "Genres", "60 cells in 3 columns" */
  place: string
  onClose: () => void
}

/** The changes of the preview that are shown. */
const SHOWN = 100

/** Finds text in the selected cells and replaces it, after a preview of every change. */
export function ReplaceDialog({ table, cells, place, onClose }: ReplaceDialogProps) {
  const [find, setFind] = useState('')
  const [replace, setReplace] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [whole, setWhole] = useState(false)
  const found = useMemo(
    () => replacements(table.drafts, cells, { find, replace, matchCase, whole }),
    [find, replace, matchCase, whole, cells, table.drafts],
  )
  const apply = () => {
    table.set(found, (count) => pluralWords(count, '{count} cell replaced.', '{count} cells replaced.'))
    onClose()
  }
  const action =
    found.length > 0 ? pluralWords(found.length, 'Replace in {count} cell', 'Replace in {count} cells') : 'Replace'
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" disabled=${found.length === 0} onClick=${apply}>${action}<//>
  `
  return html`
    <${Dialog} open kind="sheet" title="Find and replace" help="library#edit-many-at-once" onClose=${onClose} foot=${foot}>
      <div class="replace-form">
        <p>In ${place}.</p>
        <${TextField} label="Find" value=${find} autofocus onInput=${setFind} />
        <${TextField} label="Replace with" value=${replace} hint="Empty removes the text." onInput=${setReplace} />
        <${Switch} label="Match case" on=${matchCase} onChange=${setMatchCase} />
        <${Switch} label="Whole cell only" on=${whole} onChange=${setWhole} />
        <p role="status">${countWordsOf(find, found.length)}</p>
        <ul class="replace-preview" aria-label="Preview">
          ${found.slice(0, SHOWN).map(
            ({ row, column, text }) => html`
              <li key=${row.id + column.key}>
                <small>${row.name} · ${column.label}</small>
                <span><del>${cellText(row, table.drafts, column)}</del> ${text ? html`<ins>${text}</ins>` : html`<em>removed</em>`}</span>
              </li>
            `,
          )}
        </ul>
        ${found.length > SHOWN && html`<p class="job-aside">And ${found.length - SHOWN} more.</p>`}
      </div>
    <//>
  `
}

function countWordsOf(find: string, count: number): string {
  if (find === '') return ''
  return count === 0 ? 'No matches to replace.' : pluralWords(count, '{count} cell changes.', '{count} cells change.')
}
