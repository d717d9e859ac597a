import './remove-tags.css'
import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { seriesWords } from '../../../panels/bulk/bulk-words'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'
import { removeTag } from './tag-moves'

/** The tags of the library. A click removes one from the selected series. */
export function RemoveTags({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { data, error } = useQuery('GET /api/tags')
  const text = error ? error.detail : data?.tags.length === 0 ? 'No series has a tag yet.' : undefined
  const foot = html`<${Button} kind="main" onClick=${onClose}>Done<//>`
  return html`
    <${Dialog} open title=${`Remove tags from ${seriesWords(ids.length)}`} onClose=${onClose} foot=${foot}>
      ${text && html`<p>${text}</p>`}
      <ul class="remove-tags">
        ${data?.tags.map(
          ({ name }) => html`
            <li key=${name}>
              <${Button} size="small" icon="close" label=${`Remove ${name}`} onClick=${() => removeTag(ids, name)}>${name}<//>
            </li>
          `,
        )}
      </ul>
    <//>
  `
}
