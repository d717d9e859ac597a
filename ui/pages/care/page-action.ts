import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Switch } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { countWords, sizeWords } from '../../parts/text/format'
import { useBusy } from '../../state/use-busy'
import { formatWords, type PageAction, type PagePreview } from './page-words'

export type PageActionProps = PageAction & { onBegun: () => void; onClose: () => void }

const WORDS = {
  hide: {
    title: 'Hide pages',
    verb: 'Hide',
    about:
      'The pages disappear from the reader, the catalog and reading apps, for all users. The other pages are counted without them; progress and bookmarks stay on their pages. Files do not change. You can show the pages again.',
    rule: 'Hide them in new files too',
  },
  remove: {
    title: 'Remove pages',
    verb: 'Remove',
    about:
      'The pages are removed from CBZ files, and from the page list of their metadata. All other pages keep their bytes; progress and bookmarks stay on their pages. The old files move to the recycle folder of their library folder. You can undo this as long as they are kept there.',
    rule: 'Remove them from new files too',
  },
} as const

/** Previews an action on pages. */
export function PageActionDialog({ action, page_ids, onBegun, onClose }: PageActionProps) {
  const [preview, setPreview] = useState<PagePreview | undefined>(undefined)
  const [refused, setRefused] = useState<string | undefined>(undefined)
  const [forNew, setForNew] = useState(false)
  const { busy, run } = useBusy()
  const words = WORDS[action]
  useEffect(() => {
    let isOpen = true
    call('POST /api/unwanted-pages/preview', { body: { page_ids } })
      .then((reply) => isOpen && setPreview(reply))
      .catch((cause: Error) => isOpen && setRefused(cause.message))
    return () => {
      isOpen = false
    }
  }, [])
  const begin = async () => {
    const body = { page_ids, ...(forNew ? { rule: action } : {}) }
    await call(action === 'hide' ? 'POST /api/unwanted-pages/hide' : 'POST /api/unwanted-pages/remove', { body })
    invalidate('GET /api/unwanted-pages')
    invalidate('GET /api/care')
    onBegun()
  }
  const count = action === 'hide' ? preview?.files : preview?.removable
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${action === 'remove' ? 'danger' : 'main'} busy=${busy} disabled=${!count} onClick=${() => run(begin, { onFailure: setRefused })}>${words.verb}<//>
  `
  return html`
    <${Dialog} open title=${words.title} help="care#unwanted-pages" onClose=${onClose} foot=${foot}>
      <div class="unwanted-preview">
        <p>${words.about}</p>
        <p class="unwanted-sum" role="status">${preview ? sumWords(action, page_ids.length, preview) : refused ? '' : 'Counting…'}</p>
        ${action === 'remove' && preview && preview.others.length > 0 && html`<p class="system-quiet">${formatWords(preview.others)} cannot be changed: hide the pages there, or convert the files to CBZ first.</p>`}
        <${Switch} label=${words.rule} on=${forNew} onChange=${setForNew} />
        <p class="system-quiet">A file is never left without pages. Every page is compared byte by byte first.</p>
        ${refused && html`<p class="system-wrong" role="alert">${refused}</p>`}
      </div>
    <//>
  `
}

/** "1 page in 300 files", "1 page from 300 files · 12 MB". */
function sumWords(action: PageAction['action'], pages: number, { files, removable, bytes }: PagePreview): string {
  const what = countWords(pages, 'page')
  if (action === 'hide') return `${what} in ${countWords(files, 'file')}`
  return `${what} from ${countWords(removable, 'file')} · ${sizeWords(bytes)}`
}
