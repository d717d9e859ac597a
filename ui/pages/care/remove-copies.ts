import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import { type RemovalPreview, removalWords } from './care-words'
import type { Removal } from './copies'

/** Copies, or damaged files without one. */
export type RemovalOrder = Removal | { file_ids: string[] }

export type RemoveCopiesProps = { removal: RemovalOrder; onBegun: () => void; onClose: () => void }

const ABOUT_COPIES =
  'The copies move to the recycle folder of their library folder and stay there as long as your settings say. Each is compared with the kept file first. You can undo this.'
const ABOUT_FILES =
  'The files move to the recycle folder of their library folder and stay there until you remove them, since there is no copy. You can undo this.'

const previewOf = (removal: RemovalOrder) =>
  'file_ids' in removal
    ? call('POST /api/care/files/preview', { body: removal })
    : call('POST /api/care/copies/preview', { body: removal })
const begin = (removal: RemovalOrder) =>
  'file_ids' in removal
    ? call('POST /api/care/files/remove', { body: removal })
    : call('POST /api/care/copies/remove', { body: removal })

/** Previews a removal. */
export function RemoveCopies({ removal, onBegun, onClose }: RemoveCopiesProps) {
  const isCopies = !('file_ids' in removal)
  const [preview, setPreview] = useState<RemovalPreview | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  useEffect(() => {
    let isOpen = true
    previewOf(removal)
      .then((reply) => isOpen && setPreview(reply))
      .catch((cause: Error) => isOpen && setRefused(cause.message))
    return () => {
      isOpen = false
    }
  }, [])
  const remove = async () => {
    await begin(removal)
    invalidate('GET /api/care')
    onBegun()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="danger" busy=${busy} disabled=${!preview || preview.files === 0} onClick=${() => run(remove, { onFailure: setRefused })}>Remove<//>
  `
  return html`
    <${Dialog} open title=${isCopies ? 'Remove copies' : 'Remove files'} help=${isCopies ? 'care#duplicates' : 'care#damaged-and-odd'} onClose=${onClose} foot=${foot}>
      <div class="care-preview">
        <p>${isCopies ? ABOUT_COPIES : ABOUT_FILES}</p>
        <p class="care-sum" role="status">${preview ? removalWords(preview, isCopies) : refused ? '' : 'Counting…'}</p>
        ${preview && preview.skipped > 0 && html`<p class="system-quiet">${countWords(preview.skipped, 'group')} changed since the check and will be skipped.</p>`}
        ${preview && preview.lost > 0 && html`<${LostIssues} preview=${preview} isCopies=${isCopies} />`}
        ${refused && html`<p class="system-wrong" role="alert">${refused}</p>`}
      </div>
    <//>
  `
}

/** Equal files may count as different issues: then one of them loses its file. */
function LostIssues({ preview, isCopies }: { preview: RemovalPreview; isCopies: boolean }) {
  const more = preview.lost - preview.lost_labels.length
  return html`
    <div class="care-lost">
      <p class="system-wrong">${countWords(preview.lost, 'issue')} will have no file${isCopies ? ': these copies count as other issues' : ''}.</p>
      <p class="system-quiet">${preview.lost_labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}</p>
    </div>
  `
}
