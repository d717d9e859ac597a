import { useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { BulkDialog } from '../../../panels/bulk/bulk-dialog'
import { Button } from '../../../parts/controls/button'
import { countWords } from '../../../parts/text/format'
import { TimeText } from '../../../parts/text/when'
import { showToast } from '../../../state/toasts'
import { ConvertSheet } from '../files/convert-sheet'
import { TagSheet } from '../files/tag-sheet'
import { columnsOf } from './columns'
import { isChanged } from './table-model'
import type { EditTable } from './use-edit-table'
import type { EditResult, WireRow } from './wire'

/** An earlier edit is offered for undo for a day. */
const OFFERED_MS = 86_400_000

/** What was saved last, with its undo and the way to write it into the files. */
export function SavedLine({ table }: { table: EditTable }) {
  const [writing, setWriting] = useState<'tag' | 'convert' | undefined>(undefined)
  const earlier = useQuery('GET /api/series/edits').data?.edit ?? undefined
  const isRecent = earlier && earlier.state === 'done' && Date.now() - Date.parse(earlier.created_at) < OFFERED_MS
  const shown = table.result ?? (isRecent ? earlier : undefined)
  const files = table.rows.filter(({ id, has_files }) => has_files && table.savedIds.has(id))
  if (!shown) return null
  const isNew = table.result !== undefined
  const canUndo = shown.state === 'done' && shown.saved > 0
  const what = shown.of === 'series' ? countWords(shown.saved, 'series', 'series') : countWords(shown.saved, 'issue')
  return html`
    <section class="edit-saved" aria-label="Last edit" data-left=${shown.left.length > 0 || undefined}>
      <p role="status">
        ${isNew ? resultWords(shown, what) : html`Last edit: ${what}, <${TimeText} at=${shown.created_at} />.`}
      </p>
      ${canUndo && html`<${Button} size="small" icon="undo" busy=${table.doing === 'undo'} onClick=${() => table.undoSaved(shown.edit_id)}>Undo<//>`}
      ${isNew && canUndo && files.length > 0 && html`<${Button} size="small" icon="tag" onClick=${() => setWriting('tag')}>Write tags to files<//>`}
      ${isNew && html`<${Button} kind="quiet" size="small" icon="close" label="Dismiss" onClick=${table.dismiss} />`}
      ${
        isNew &&
        shown.left.length > 0 &&
        html`
        <ul>${shown.left.slice(0, 5).map(({ id, name, sentence }) => html`<li key=${id}><b>${name}</b> ${sentence} ${nowWords(table, id)}</li>`)}</ul>
      `
      }
    </section>
    ${writing && html`<${WriteTags} table=${table} files=${files} step=${writing} onStep=${setWriting} />`}
  `
}

/** "Title is now Dusk." for the values of a row that were not saved. */
function nowWords({ of, rows, drafts }: EditTable, id: string): string {
  const row = rows.find((each) => each.id === id)
  const changed = row ? columnsOf(of).filter((column) => isChanged(row, drafts, column)) : []
  return changed.map(({ label, read, field }) => `${label} is now ${read(row?.values[field]) || 'empty'}.`).join(' ')
}

function resultWords({ state, saved, undone, left, of }: EditResult, what: string): string {
  if (state === 'running' || state === 'undoing') return 'Saving continues in the background.'
  if (state === 'undone') {
    const back = of === 'series' ? countWords(undone, 'series', 'series') : countWords(undone, 'issue')
    const kept = left.length > 0 ? ` ${countWords(left.length, 'row')} left unchanged:` : ''
    return `${back} undone.${kept}`
  }
  const done = saved > 0 ? `${what} saved.` : ''
  const check = left.length > 0 ? `${countWords(left.length, 'row')} not saved. Check and save again:` : ''
  return [done, check].filter(Boolean).join(' ')
}

type WriteTagsProps = {
  table: EditTable
  files: readonly WireRow[]
  step: 'tag' | 'convert'
  onStep: (step: 'tag' | 'convert' | undefined) => void
}

/** The same preview as on the pages of the library and of a series. */
function WriteTags({ table, files, step, onStep }: WriteTagsProps) {
  const onClose = () => onStep(undefined)
  if (table.of === 'series') {
    const begun = () => {
      onClose()
      showToast('Metadata is being written. The library page shows the progress.')
    }
    return html`<${BulkDialog} action="write_metadata" ids=${files.map(({ id }) => id)} onBegun=${begun} onClose=${onClose} />`
  }
  const comic_id = files[0]?.comic_id ?? ''
  const cards = files.map(({ id, name, format }) => ({ id, label: name, name: '', format: format ?? '' }))
  return step === 'convert'
    ? html`<${ConvertSheet} comic_id=${comic_id} cards=${cards} onClose=${onClose} />`
    : html`<${TagSheet} comic_id=${comic_id} cards=${cards} onConvert=${() => onStep('convert')} onClose=${onClose} />`
}
