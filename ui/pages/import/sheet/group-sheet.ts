import { useQuery } from '../../../api/query'
import { html, useCallback, useState } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import { countWords } from '../../../parts/text/format'
import { seriesPath } from '../../../parts/text/series-path'
import { useBusyWithAll } from '../../../state/use-busy'
import { changeFiles, changeGroup, merge } from '../review/corrections'
import { canAccept, type Proposal } from '../review/proposals'
import type { Correct, ShowResult } from '../review/use-review'
import type { CorrectionReply, FileChange, GroupChange } from '../wire'
import { SheetWhy } from './evidence'
import { SheetFiles } from './files'
import { SheetHead } from './head'
import { SheetProvider } from './provider'

export type GroupSheetProps = {
  one: Proposal
  others: readonly Proposal[]
  /** The unreadable files in the folder of the proposal. */
  unread: readonly { path: string; problem: string }[]
  accepted: boolean
  correct: Correct
  /** Undoes the newest correction. */
  onBack: (hear: ShowResult) => Promise<CorrectionReply | undefined>
  onAccept: () => void
  /** `now` is the proposal that has the files now, and `said` the message, when this proposal no longer exists. */
  onClose: (now?: string, notice?: string) => void
}

/** One proposal in full: every file, all the evidence and the assigned series, all editable. */
export function GroupSheet({ one, others, unread, accepted, correct, onBack, onAccept, onClose }: GroupSheetProps) {
  const { data } = useQuery('GET /api/import/groups/:group_id', { params: { group_id: one.id } })
  const { busy, run: runNow } = useBusyWithAll()
  const [note, setNote] = useState<Note | undefined>(undefined)
  const hear: ShowResult = (text, is) => setNote({ text, is })
  const run = async (work: () => Promise<CorrectionReply>) => {
    const reply = await runNow(() => correct(work, hear))
    if (reply?.gone.includes(one.id)) onClose(reply.groups[0]?.group_id, reply.said)
    return reply
  }
  const change = (body: GroupChange) => run(() => changeGroup(one.id, body))
  const fileUnder = (comicId: string) => {
    // Two proposals cannot have the same series: the other one gets the files.
    const other = others.find(({ existing }) => existing === comicId)
    return other ? run(() => merge(other.id, [one.id])) : change({ comic_id: comicId })
  }
  const changeSome = useCallback(
    (changes: Record<string, FileChange>) => run(() => changeFiles(one.id, changes)),
    [one.id, correct],
  )
  const files = data?.files ?? one.files
  const main = canAccept(one)
    ? html`<${Button} kind="main" icon="check" autofocus onClick=${onAccept}>${accepted ? 'Accepted: continue' : 'Accept and continue'}<//>`
    : one.existing && html`<${Button} icon="library" href=${seriesPath(one.existing)}>Open the series<//>`
  const foot = html`<${NoteLine}
    note=${note}
    onBack=${() => onBack(hear)}
  /><${Button} onClick=${() => onClose()}>Close<//>${main}`
  return html`
    <${Dialog} open kind="sheet" title=${one.found} help="importing#how-files-are-matched" onClose=${() => onClose()} foot=${foot}>
      <div class="group-sheet">
        <${SheetHead} one=${one} onChange=${change} onFileUnder=${fileUnder} />
        ${
          !one.existing &&
          html`
          <${SheetProvider}
            one=${one}
            proposals=${data?.proposals ?? one.proposals}
            onChange=${change}
          />
        `
        }
        <${SheetWhy} one=${one} />
        <${SheetFiles} one=${one} files=${files} others=${others} busy=${busy} onChange=${changeSome} />
        ${
          unread.length > 0 &&
          html`
          <section>
            <h3>${countWords(unread.length, 'file')} beside them could not be read</h3>
            <ul class="group-sheet-unread">${unread.map(({ path, problem }) => html`<li key=${path}><code>${path}</code> <span>${problem}</span></li>`)}</ul>
          </section>
        `
        }
      </div>
    <//>
  `
}

type Note = { text: string; is: Parameters<ShowResult>[1] }

/** The result of the last action; the sheet covers the page's toasts. */
function NoteLine({ note, onBack }: { note: Note | undefined; onBack: () => unknown }) {
  return html`
    <p class="group-sheet-note" role="status" data-is=${note?.is}>
      ${note?.text}${note?.is === 'done' && html` <button type="button" onClick=${onBack}>Undo</button>`}
    </p>
  `
}
