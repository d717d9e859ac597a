import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Dialog } from '../../parts/dialogs/dialog'
import { breakable } from '../../parts/text/breakable'
import { countWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import type { ExtensionsPreview } from './care-words'

export type CorrectExtensionsProps = { files: { file_ids?: string[] }; onBegun: () => void; onClose: () => void }

/** Shows the new names of files before they are renamed. */
export function CorrectExtensions({ files, onBegun, onClose }: CorrectExtensionsProps) {
  const [preview, setPreview] = useState<ExtensionsPreview | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const { busy, run } = useBusy()
  useEffect(() => {
    let isOpen = true
    call('POST /api/care/extensions/preview', { body: files })
      .then((reply) => isOpen && setPreview(reply))
      .catch((cause: Error) => isOpen && setRefused(cause.message))
    return () => {
      isOpen = false
    }
  }, [])
  const begin = async () => {
    await call('POST /api/care/extensions', { body: files })
    invalidate('GET /api/care')
    onBegun()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" busy=${busy} disabled=${!preview || preview.files === 0} onClick=${() => run(begin, { onFailure: setRefused })}>Rename<//>
  `
  return html`
    <${Dialog} open kind="sheet" title="Correct extensions" help="care#damaged-and-odd" onClose=${onClose} foot=${foot}>
      <div class="care-preview">
        <p>The files get the extension of their content. Nothing else changes, and you can undo this.</p>
        <p class="care-sum" role="status">${preview ? countWords(preview.files, 'file') : refused ? '' : 'Counting…'}</p>
        <ul class="care-renames">
          ${preview?.changes.map(({ from, to }) => html`<li key=${from}><span class="system-quiet care-path">${breakable(from)}</span><span class="care-path">${breakable(to)}</span></li>`)}
        </ul>
        ${preview && preview.files > preview.changes.length && html`<p class="system-quiet">And ${countWords(preview.files - preview.changes.length, 'more file')}.</p>`}
        ${refused && html`<p class="system-wrong" role="alert">${refused}</p>`}
      </div>
    <//>
  `
}
