import { useLocation } from 'preact-iso'
import { html, useCallback, useMemo } from '../../html'
import { Cover } from '../../parts/covers/cover'
import { memoize } from '../../parts/covers/memoized'
import { pickKeys } from '../../parts/lists/picks'
import { chunksNear } from '../../parts/lists/virtual'
import type { GridView } from '../../parts/lists/virtual-grid'
import { Cell, type Head, VirtualRow, VirtualTable, WaitingRow } from '../../parts/lists/virtual-table'
import { seriesPath } from '../../parts/text/series-path'
import { isReader } from '../../state/user'
import { Chunk, type ChunkProps } from './chunk'
import { columnsOf, columnTracks, fromWidth, type LibraryColumn, shownColumns } from './columns'
import { AHEAD, LIBRARY_CHUNK } from './pieces'
import type { SeriesCard } from './series-card'
import type { LibrarySort, LibraryView } from './view'
import type { ListProps } from './wall'

export type SeriesTableProps = ListProps & { view: LibraryView; onSort: (sort: LibrarySort) => void }

function headsOf(columns: readonly LibraryColumn[]): Head[] {
  const chosen = columns.map(({ key, sort, title, number }, at): Head => {
    return { key: sort ?? key, title, sortable: sort !== undefined, number, from: fromWidth(at) }
  })
  return [
    { key: 'cover', title: 'Cover', isTitleHidden: true },
    { key: 'title', title: 'Title', sortable: true },
    ...chosen,
  ]
}

export function SeriesTable({ query, count, picks, view: shown, onSort }: SeriesTableProps) {
  const { route } = useLocation()
  const keys = shownColumns().value
  const reader = isReader()
  const columns = useMemo(() => columnsOf(reader).filter(({ key }) => keys.includes(key)), [keys, reader])
  const draw = useCallback(
    (view: GridView) => {
      const open = picks?.on ? picks.pick : (id: string) => route(seriesPath(id))
      const row = (card: SeriesCard, at: number) => {
        const props = {
          card,
          at,
          here: at === view.at,
          picked: picks?.keys.has(card.id),
          onOpen: open,
          onPick: picks?.pick,
          columns,
        }
        return html`<${SeriesRow} key=${at} ...${props} />`
      }
      const wait = (at: number) => html`<${WaitingRow} key=${at} />`
      return chunksNear(view.first, view.end, { size: LIBRARY_CHUNK, count, ahead: AHEAD }).map((chunk) => {
        const props: ChunkProps = { query, chunk, first: view.first, end: view.end, draw: row, wait }
        return html`<${Chunk} key=${chunk} ...${props} />`
      })
    },
    [query, count, picks?.keys, picks?.on, columns],
  )
  const table = {
    caption: 'Series',
    kind: 'series',
    heads: headsOf(columns),
    count,
    sort: { key: shown.sort, down: shown.down },
    onSort,
    render: draw,
    onKey: picks && pickKeys(picks, count),
  }
  return html`<div class="library-table" style=${columnTracks(columns)}><${VirtualTable} ...${table} /></div>`
}

type SeriesRowProps = {
  card: SeriesCard
  at: number
  here: boolean
  picked?: boolean
  columns: readonly LibraryColumn[]
  onOpen: (id: string, at: number) => unknown
  onPick?: (id: string, at: number, withShift: boolean) => unknown
}

const SeriesRow = memoize(function SeriesRow({ card, at, here, picked, columns, onOpen, onPick }: SeriesRowProps) {
  const { id, name, cover, year, publisher, manga } = card
  const detail = [year, publisher].filter(Boolean).join(' · ')
  const pick = onPick && ((withShift: boolean) => onPick(id, at, withShift))
  const row = { at, here, picked, onOpen: () => onOpen(id, at), onPick: pick }
  return html`
    <${VirtualRow} ...${row}>
      <${Cell}>
        <label class="row-pick">
          ${pick && html`<input type="checkbox" tabindex="-1" checked=${picked} onClick=${(event: MouseEvent) => pick(event.shiftKey)} aria-label=${`Select ${name}`} />`}
          <${Cover} name=${name} src=${cover} width=${32} />
        </label>
      <//>
      <${Cell}>
        <a class="series-row-name" href=${seriesPath(id)} tabindex="-1">${name}</a>
        <small class="series-row-detail">${detail || (manga ? 'Manga' : 'Comic')}</small>
      <//>
      ${columns.map(
        ({ key, number, cell }, place) =>
          html`<${Cell} key=${key} number=${number} from=${fromWidth(place)}>${cell(card)}<//>`,
      )}
    <//>
  `
})
