import { call } from '../../../api/client'
import { invalidate, useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { seriesWords } from '../../../panels/bulk/bulk-words'
import { Menu, type MenuItem } from '../../../parts/controls/menu'
import { NameDialog } from '../../../parts/dialogs/name-dialog'
import { runWithToast } from '../../../state/run-with-toast'
import { RemoveTags } from './remove-tags'
import { addTags } from './tag-moves'

/** Adds the selected series to a collection, and adds or removes their tags. */
export function MarkMenu({ ids }: { ids: readonly string[] }) {
  const [asking, setAsking] = useState<'tags' | 'untag' | 'collection' | undefined>(undefined)
  const collections = useQuery('GET /api/collections').data?.collections ?? []
  const what = seriesWords(ids.length)
  const add = (collection_id: string, name: string) =>
    runWithToast(async () => {
      const params = { collection_id }
      await call('POST /api/collections/:collection_id/series', { params, body: { ids: [...ids] } })
      invalidate('GET /api/collections')
      invalidate('GET /api/series')
    }, `${what} added to ${name}.`)
  const make = async (name: string) => {
    const { collection } = await call('POST /api/collections', { body: { name } })
    return add(collection.collection_id, name)
  }
  const tag = (text: string) =>
    addTags(
      ids,
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
  const items: MenuItem[] = [
    { label: 'Add tags', icon: 'tag', onPick: () => setAsking('tags') },
    { label: 'Remove tags', icon: 'minus', onPick: () => setAsking('untag') },
    ...collections.map(({ collection_id, name }, at) => {
      return { label: `Add to ${name}`, apart: at === 0, onPick: () => add(collection_id, name) }
    }),
    { label: 'New collection', icon: 'plus', apart: true, onPick: () => setAsking('collection') },
  ]
  const close = () => setAsking(undefined)
  return html`
    <${Menu} title="Tags and collections" icon="star" items=${items} />
    ${asking === 'tags' && html`<${NameDialog} title=${`Tag ${what}`} label="Tags, separated by commas" action="Add" onName=${tag} onClose=${close} />`}
    ${asking === 'untag' && html`<${RemoveTags} ids=${ids} onClose=${close} />`}
    ${asking === 'collection' && html`<${NameDialog} title="New collection" action="Create" onName=${make} onClose=${close} />`}
  `
}
