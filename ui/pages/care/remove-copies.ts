import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import { type RemovalPreview, removalWords } from './care-words'
import type { Removal } from './copies'

export type RemoveCopiesProps = { removal: Removal; onBegun: () => void; onClose: () => void }

/** Shows what a removal does before it does it. */
export function RemoveCopies({ removal, onBegun, onClose }: RemoveCopiesProps) {
  const [preview, setPreview] = useState<RemovalPreview | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  useEffect(() => {
    let isOpen = true
    call('POST /api/care/copies/preview', { body: removal })
      .then((reply) => isOpen && setPreview(reply))
      .catch((cause: Error) => isOpen && setRefused(cause.message))
    return () => {
      isOpen = false
    }
  }, [])
  const begin = async () => {
    await call('POST /api/care/copies/remove', { body: removal })
    invalidate('GET /api/care')
    onBegun()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="danger" busy=${busy} disabled=${!preview || preview.files === 0} onClick=${() => run(begin, { onFailure: setRefused })}>Remove<//>
  `
  return html`
    <${Dialog} open title="Remove copies" help="care#duplicates" onClose=${onClose} foot=${foot}>
      <div class="care-preview">
        <p>
          The copies move to the recycle folder of their library folder and stay there as long as your settings say. Each
          is compared with the kept file first. You can undo this.
        </p>
        <p class="care-sum" role="status">${preview ? removalWords(preview) : refused ? '' : 'Counting…'}</p>
        ${preview && preview.skipped > 0 && html`<p class="system-quiet">${countWords(preview.skipped, 'group')} changed since the check and will be skipped.</p>`}
        ${preview && preview.lost > 0 && html`<${LostIssues} preview=${preview} />`}
        ${refused && html`<p class="system-wrong" role="alert">${refused}</p>`}
      </div>
    <//>
  `
}

/** Equal files that count as different issues: one of them loses its file. */
function LostIssues({ preview }: { preview: RemovalPreview }) {
  const more = preview.lost - preview.lost_labels.length
  return html`
    <div class="care-lost">
      <p class="system-wrong">${countWords(preview.lost, 'issue')} will have no file: these copies count as other issues.</p>
      <p class="system-quiet">${preview.lost_labels.join(', ')}${more > 0 ? ` and ${more} more` : ''}</p>
    </div>
  `
}
