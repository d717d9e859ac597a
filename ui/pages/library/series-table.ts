import { useLocation } from 'preact-iso'
import { html, useCallback } from '../../html'
import { Cover } from '../../parts/covers/cover'
import { HaveLine } from '../../parts/covers/cover-tile'
import { memoize } from '../../parts/covers/memoized'
import { pickKeys } from '../../parts/lists/picks'
import { chunksNear } from '../../parts/lists/virtual'
import type { View } from '../../parts/lists/virtual-grid'
import { Cell, type Head, VirtualRow, VirtualTable, WaitingRow } from '../../parts/lists/virtual-table'
import { seriesPath } from '../../parts/text/series-path'
import { CHUNK, Chunk } from './chunk'
import type { SeriesCard } from './series-card'
import type { LibraryView, SortKey } from './view'
import type { ListProps } from './wall'

export type SeriesTableProps = ListProps & { view: LibraryView; onSort: (sort: SortKey) => void }

const AHEAD = 80
const HEADS: readonly Head[] = [
  { key: 'cover', title: '' },
  { key: 'title', title: 'Title', sortable: true },
  { key: 'year', title: 'Year', sortable: true, number: true, from: 'tablet' },
  { key: 'publisher', title: 'Publisher', sortable: true, from: 'tablet' },
  { key: 'progress', title: 'Here', sortable: true },
  { key: 'latest', title: 'Latest issue', sortable: true, from: 'desktop' },
  { key: 'added', title: 'Added', sortable: true, from: 'desktop' },
  { key: 'status', title: '', from: 'tablet' },
]

export function SeriesTable({ query, count, picks, view: shown, onSort }: SeriesTableProps) {
  const { route } = useLocation()
  const draw = useCallback(
    (view: View) => {
      const open = picks.on ? picks.pick : (id: string) => route(seriesPath(id))
      const row = (card: SeriesCard, at: number) => {
        const props = {
          card,
          at,
          here: at === view.at,
          picked: picks.keys.has(card.id),
          onOpen: open,
          onPick: picks.pick,
        }
        return html`<${SeriesRow} key=${at} ...${props} />`
      }
      const wait = (at: number) => html`<${WaitingRow} key=${at} />`
      return chunksNear(view.first, view.end, { size: CHUNK, count, ahead: AHEAD }).map((chunk) => {
        const props = { wish: query, chunk, first: view.first, end: view.end, draw: row, wait }
        return html`<${Chunk} key=${chunk} ...${props} />`
      })
    },
    [query, count, picks.keys, picks.on],
  )
  const table = {
    caption: 'Series',
    kind: 'series',
    heads: HEADS,
    count,
    sort: { key: shown.sort, down: shown.down },
    onSort,
    render: draw,
    onKey: pickKeys(picks, count),
  }
  return html`<${VirtualTable} ...${table} />`
}

type SeriesRowProps = {
  card: SeriesCard
  at: number
  here: boolean
  picked: boolean
  onOpen: (id: string, at: number) => unknown
  onPick: (id: string, at: number, withShift: boolean) => unknown
}

const SeriesRow = memoize(function SeriesRow({ card, at, here, picked, onOpen, onPick }: SeriesRowProps) {
  const { id, name, cover, year, publisher, share, whole, words, short, latest, added, paused, manga } = card
  const detail = [year, publisher].filter(Boolean).join(' · ')
  const pick = (withShift: boolean) => onPick(id, at, withShift)
  const row = { at, here, picked, onOpen: () => onOpen(id, at), onPick: pick }
  return html`
    <${VirtualRow} ...${row}>
      <${Cell}>
        <label class="row-pick">
          <input type="checkbox" tabindex="-1" checked=${picked} onClick=${(event: MouseEvent) => pick(event.shiftKey)} aria-label=${`Pick ${name}`} />
          <${Cover} name=${name} src=${cover} width=${32} />
        </label>
      <//>
      <${Cell}>
        <a class="series-row-name" href=${seriesPath(id)} tabindex="-1">${name}</a>
        <small class="series-row-detail">${detail || (manga ? 'Manga' : 'Comic')}</small>
      <//>
      <${Cell} number from="tablet">${year}<//>
      <${Cell} from="tablet">${publisher}<//>
      <${Cell}><span class="series-row-have" title=${words}>${short}</span><${HaveLine} share=${share} whole=${whole} /><//>
      <${Cell} from="desktop">${latest}<//>
      <${Cell} from="desktop">${added}<//>
      <${Cell} from="tablet">${paused && html`<em>Paused</em>`}<//>
    <//>
  `
})
