import { call } from '../../api/client'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { TextField } from '../../parts/controls/field'
import { Dialog } from '../../parts/dialogs/dialog'
import { runWithToast } from '../../state/run-with-toast'
import { type Marks, saveMarks } from './marks'

type MarksDialogProps = { comic_id: string; marks: Marks; onClose: () => void }

/** Edits the tags and the collections of a series. */
export function MarksDialog({ comic_id, marks, onClose }: MarksDialogProps) {
  const collections = useQuery('GET /api/collections').data?.collections ?? []
  const own = marks.collections.map(({ collection_id }) => collection_id)
  const [text, setText] = useState(marks.tags.join(', '))
  const [name, setName] = useState('')
  const toggle = (collection_id: string) => {
    const change = { params: { collection_id }, body: { ids: [comic_id] } }
    return runWithToast(async () => {
      if (own.includes(collection_id)) await call('DELETE /api/collections/:collection_id/series', change)
      else await call('POST /api/collections/:collection_id/series', change)
      refetch()
    })
  }
  const save = async () => {
    const tags = text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    const tagged = await saveMarks(comic_id, { tags })
    const added = name.trim() === '' || (await runWithToast(() => addToNew(name.trim(), comic_id)))
    if (tagged && added) onClose()
  }
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind="main" onClick=${save}>Save<//>
  `
  return html`
    <${Dialog} open title="Tags and collections" help="library#favourites-ratings-and-tags" onClose=${onClose} foot=${foot}>
      <${TextField} label="Tags, separated by commas" value=${text} onInput=${setText} />
      ${
        collections.length > 0 &&
        html`
          <fieldset class="marks-collections">
            <legend>Collections</legend>
            ${collections.map(
              (one) => html`
                <label key=${one.collection_id}>
                  <input type="checkbox" checked=${own.includes(one.collection_id)} onChange=${() => toggle(one.collection_id)} />
                  ${one.name}
                </label>
              `,
            )}
          </fieldset>
        `
      }
      <${TextField} label="Add to a new collection" value=${name} onInput=${setName} />
    <//>
  `
}

function refetch(): void {
  invalidate('GET /api/collections')
  invalidate('GET /api/series')
}

async function addToNew(name: string, comic_id: string): Promise<void> {
  const { collection } = await call('POST /api/collections', { body: { name } })
  const params = { collection_id: collection.collection_id }
  await call('POST /api/collections/:collection_id/series', { params, body: { ids: [comic_id] } })
  refetch()
}
