import { call } from '../../../api/client'
import { invalidate } from '../../../api/query'
import { html, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Confirm } from '../../../parts/dialogs/dialog'
import { countWords, dayWords } from '../../../parts/text/format'
import { runWithToast } from '../../../state/run-with-toast'
import { showToast } from '../../../state/toasts'
import { useBusy } from '../../../state/use-busy'
import type { ImportKind, LastConfirm } from '../wire'

/** "3 new series, 40 issues and 41 files"; zero counts are left out. */
export function rowsWords({ series, issues, files }: Pick<LastConfirm, 'series' | 'issues' | 'files'>): string {
  const words = [
    series > 0 ? countWords(series, 'new series', 'new series') : '',
    issues > 0 ? countWords(issues, 'issue') : '',
    files > 0 ? countWords(files, 'file') : '',
  ].filter(Boolean)
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? 'nothing')
}

export type ImportUndoDialogProps = { kind: ImportKind; last: LastConfirm; onDone: () => void; onClose: () => void }

/** Shows what an undo removes, before the user confirms. */
export function ImportUndoDialog({ kind, last, onDone, onClose }: ImportUndoDialogProps) {
  const { busy, run } = useBusy()
  const undo = async () => {
    const reply = await call(`POST /api/import/${kind}/undo`, { body: { operation_id: last.operation_id } })
    invalidate('GET /api/')
    if ('removed' in reply)
      showToast(`The import is undone: ${rowsWords(reply.removed)} left the library. No file was touched.`)
    else showToast('The import is being undone. This takes a while; you can leave this page.')
    onDone()
  }
  const confirm = () =>
    run(async () => {
      await runWithToast(undo)
      onClose()
    })
  const text = `${rowsWords(last)} are removed from the library. No file on the disk changes, and you can review the proposals again.`
  const title = 'Undo the last import?'
  return html`
    <${Confirm}
      open
      title=${title}
      text=${sentence(text)}
      action="Undo the import"
      danger
      busy=${busy}
      onConfirm=${confirm}
      onClose=${onClose}
    />
  `
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export type LastImportProps = { kind: ImportKind; last: LastConfirm; onDone: () => void }

/** The last import in one line, with its undo button and its rejected files. */
export function LastImport({ kind, last, onDone }: LastImportProps) {
  const [asking, setAsking] = useState(false)
  const day = dayWords(last.finished_at)
  const what = last.undoable ? `added ${rowsWords(last)}` : 'added nothing'
  return html`
    <div class="import-last">
      <p>The last import${day && `, on ${day},`} ${what}${!last.complete && ', but stopped early'}.</p>
      ${last.undoable && html`<${Button} kind="quiet" size="small" icon="undo" onClick=${() => setAsking(true)}>Undo the import<//>`}
    </div>
    <${ImportFailures} errors=${last.errors} />
    ${
      asking &&
      html`
      <${ImportUndoDialog}
        kind=${kind}
        last=${last}
        onDone=${onDone}
        onClose=${() => setAsking(false)}
      />
    `
    }
  `
}

/** The failures of an import by series, with the reasons. */
export function ImportFailures({ errors, open }: { errors: LastConfirm['errors']; open?: boolean }) {
  if (errors.length === 0) return null
  const series = [...Map.groupBy(errors, ({ comicid }) => comicid)]
  return html`
    <details class="import-failed" open=${open}>
      <summary>${countWords(errors.length, 'file')} could not be added</summary>
      <ul>
        ${series.map(
          ([comicId, list]) => html`
            <li key=${comicId}><b>${list[0]?.name}</b>${list.map(({ error }) => html`<span key=${error}>${error}</span>`)}</li>
          `,
        )}
      </ul>
    </details>
  `
}
