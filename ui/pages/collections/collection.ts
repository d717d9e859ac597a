import '../../parts/lists/ordered-rows.css'
import './collections.css'
import { useLocation, useRoute } from 'preact-iso'
import { call } from '../../api/client'
import type { Reply } from '../../api/contract'
import { invalidate, useQuery } from '../../api/query'
import { html, useEffect, useState } from '../../html'
import { BackLink } from '../../parts/controls/back-link'
import { Button } from '../../parts/controls/button'
import { Menu } from '../../parts/controls/menu'
import { Cover } from '../../parts/covers/cover'
import { NameDialog } from '../../parts/dialogs/name-dialog'
import { Icon } from '../../parts/icons/icon'
import { moveItems } from '../../parts/lists/move-items'
import { useOrder } from '../../parts/lists/use-order'
import { Empty } from '../../parts/status/empty'
import { ErrorLook } from '../../parts/status/error-look'
import { Skeleton } from '../../parts/status/skeleton'
import { countWords } from '../../parts/text/format'
import { seriesPath } from '../../parts/text/series-path'
import { runWithToast } from '../../state/run-with-toast'
import { showToast } from '../../state/toasts'
import { isReader } from '../../state/user'

type Detail = Reply<'GET /api/collections/:collection_id'>
type Series = Detail['series'][number]

/** The series of a collection, in an order that is changed by dragging or by key. */
export function CollectionPage() {
  const { collection_id = '' } = useRoute().params
  const { data, error, reload } = useQuery('GET /api/collections/:collection_id', { params: { collection_id } })
  const name = data?.collection.name
  useEffect(() => {
    if (name) document.title = `${name} · Panelkeep`
  }, [name])
  if (!data && error?.status === 404)
    return html`<${Empty} page icon="library" title="This collection does not exist" text="It was deleted, or the link is wrong."><${Button} kind="main" href="/collections">Go to the collections<//><//>`
  if (!data && error)
    return html`<${ErrorLook} page what="The collection could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} kind="rows" count=${6} label="Loading the collection" />`
  return html`<${Shown} key=${collection_id} detail=${data} />`
}

function Shown({ detail: { collection, series } }: { detail: Detail }) {
  const { collection_id, name } = collection
  const { route } = useLocation()
  const [asking, setAsking] = useState(false)
  const manages = !isReader()
  const params = { collection_id }
  const change = (work: () => Promise<unknown>) =>
    runWithToast(async () => {
      await work()
      invalidate('GET /api/collections')
    })
  const order = (ids: string[]) =>
    change(() => call('PUT /api/collections/:collection_id/order', { params, body: { ids } }))
  const { shown, dragged, list, handle } = useOrder(
    series.map(({ ComicID }) => ComicID),
    order,
  )
  const move = (id: string, to: number) => {
    const ids = shown.filter((one) => one !== id)
    ids.splice(to, 0, id)
    return order(ids)
  }
  const remove = async (id: string, title: string) => {
    const body = { ids: [id] }
    const before = series.map(({ ComicID }) => ComicID)
    const undo = async () => {
      if (await change(() => call('POST /api/collections/:collection_id/series', { params, body }))) await order(before)
    }
    if (await change(() => call('DELETE /api/collections/:collection_id/series', { params, body })))
      showToast(`${title} removed from ${name}.`, { action: { label: 'Undo', run: undo } })
  }
  const deleteAll = async () => {
    const undo = () => change(() => call('POST /api/collections/:collection_id/restore', { params }))
    if (!(await runWithToast(() => call('DELETE /api/collections/:collection_id', { params })))) return
    route('/collections')
    invalidate('GET /api/collections')
    showToast(`Collection ${name} deleted.`, { action: { label: 'Undo', run: undo } })
  }
  const rename = async (text: string) => {
    await call('PATCH /api/collections/:collection_id', { params, body: { name: text } })
    invalidate('GET /api/collections')
  }
  const items = [
    { label: 'Show in the library', icon: 'library' as const, href: `/library?collection=${collection_id}` },
    { label: 'Rename', icon: 'compose' as const, onPick: () => setAsking(true) },
    { label: 'Delete collection', icon: 'trash' as const, danger: true, apart: true, onPick: deleteAll },
  ]
  const byId = new Map(series.map((one) => [one.ComicID, one]))
  return html`
    <div class="collections">
      <${BackLink} href="/collections">Collections<//>
      <header><h1>${name}</h1>${manages && html`<${Menu} title=${`More for ${name}`} items=${items} />`}</header>
      <p role="status">${countWords(series.length, 'series', 'series')}</p>
      ${series.length === 0 && html`<${Empty} icon="library" title="This collection is empty" text=${manages ? 'Add series from their pages.' : undefined}><${Button} kind="main" href="/library">Go to the library<//><//>`}
      <ol class="list-rows" ref=${list}>
        ${shown.map((id, at) => {
          const one = byId.get(id)
          const row = {
            at,
            count: shown.length,
            dragged: id === dragged,
            ...(manages ? { grip: handle(id), onMove: move, onRemove: remove } : {}),
          }
          return one && html`<${Row} key=${id} series=${one} ...${row} />`
        })}
      </ol>
      ${asking && html`<${NameDialog} title="Rename the collection" action="Rename" name=${name} onName=${rename} onClose=${() => setAsking(false)} />`}
    </div>
  `
}

type RowProps = {
  series: Series
  at: number
  count: number
  dragged: boolean
  /** These three are absent for readers. */
  grip?: Record<string, unknown>
  onMove?: (id: string, to: number) => unknown
  onRemove?: (id: string, name: string) => unknown
}

function Row({ series, at, count, dragged, grip, onMove, onRemove }: RowProps) {
  const { ComicID: id, ComicName: name, ComicImage: image, ComicYear: year, ComicPublisher: publisher } = series
  const items = [
    ...(onMove ? moveItems({ at, count, onMove: (to) => onMove(id, to) }) : []),
    ...(onRemove
      ? [{ label: 'Remove from the collection', icon: 'minus' as const, apart: true, onPick: () => onRemove(id, name) }]
      : []),
  ]
  return html`
    <li class="collection-row" data-held=${dragged || undefined} data-fixed=${!grip || undefined}>
      ${
        grip &&
        html`
            <button class="list-grip" type="button" title="Drag, or use the up and down arrow" aria-label=${`Move ${name}, ${at + 1} of ${count}: up and down arrow`} ...${grip}>
              <${Icon} name="grip" size="small" />
            </button>
        `
      }
      <a href=${seriesPath(id)}>
        <${Cover} name=${name} src=${image} mark=${year ?? undefined} width=${64} />
        <span><b>${name}</b><small>${[year, publisher].filter(Boolean).join(' · ')}</small></span>
      </a>
      ${items.length > 0 && html`<${Menu} title=${`More about ${name}`} items=${items} />`}
    </li>
  `
}
