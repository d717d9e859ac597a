import './collections.css'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate, useQuery } from '../../api/query'
import { html, useState } from '../../html'
import { Button } from '../../parts/controls/button'
import { Cover } from '../../parts/covers/cover'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { isReader } from '../../state/user'
import { CollectionOffers } from './collection-offers'

type Collection = Reply<'GET /api/collections'>['collections'][number]

/** All collections, each with the covers of its first series. */
export function CollectionsPage() {
  const [asking, setAsking] = useState(false)
  const { route } = useLocation()
  const { data, error, reload } = useQuery('GET /api/collections')
  const make = async (name: string) => {
    const { collection } = await call('POST /api/collections', { body: { name } })
    invalidate('GET /api/collections')
    route(`/collections/${collection.collection_id}`)
  }
  if (!data && error)
    return html`<${ErrorLook} page what="The collections could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${4} label="Loading the collections" />`
  const add =
    !isReader() && html`<${Button} kind="main" icon="plus" onClick=${() => setAsking(true)}>New collection<//>`
  return html`
    <div class="collections" data-wide>
      <header><h1>Collections</h1>${data.collections.length > 0 && add}</header>
      ${
        data.collections.length === 0
          ? html`<${Empty} icon="library" title="No collections" text="A collection is a shelf of series in your own order.">${add}<//>`
          : html`<ul class="collections-wall">${data.collections.map((one) => html`<${Tile} key=${one.collection_id} collection=${one} />`)}</ul>`
      }
      ${!isReader() && html`<${CollectionOffers} />`}
      ${asking && html`<${NameDialog} title="New collection" action="Create" onName=${make} onClose=${() => setAsking(false)} />`}
    </div>
  `
}

function Tile({ collection }: { collection: Collection }) {
  const { collection_id, name, series, covers } = collection
  // An empty collection has a drawn cover, as a series without a picture has.
  const shown = covers.length > 0 ? covers : [{ name, image: null }]
  const width = shown.length > 2 ? 90 : 180
  return html`
    <li>
      <a href=${`/collections/${collection_id}`}>
        <span class="collection-covers" data-count=${shown.length}>
          ${shown.map((cover, at) => html`<${Cover} key=${at} name=${cover.name} src=${cover.image} width=${width} />`)}
        </span>
        <b>${name}</b>
        <small>${countWords(series, 'series', 'series')}</small>
      </a>
    </li>
  `
}
