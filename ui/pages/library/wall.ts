import { html, useCallback } from '../../html'
import { WaitingTile } from '../../parts/covers/cover-tile'
import { type Picks, pickKeys } from '../../parts/lists/picks'
import { chunksNear, coverGrid } from '../../parts/lists/virtual'
import { type GridView, VirtualGrid } from '../../parts/lists/virtual-grid'
import { Chunk, type ChunkProps } from './chunk'
import { AHEAD, LIBRARY_CHUNK, type ListQuery } from './pieces'
import type { SeriesCard } from './series-card'
import { SeriesTile } from './series-tile'

/** Without `picks` nothing can be selected. */
export type ListProps = { query: ListQuery; count: number; picks?: Picks }

/** Widths of the content, each with the width of covers and gaps from there on. */
const STEPS = [
  { from: 1_900, least: 176, gap: 28 },
  { from: 1_000, least: 150, gap: 24 },
  { from: 560, least: 130, gap: 20 },
  { from: 0, least: 100, gap: 14 },
]

const stepOf = (width: number) => STEPS.find(({ from }) => width >= from) as (typeof STEPS)[number]

/** The text below a cover is two lines and grows with the size of text. */
function wallLayout(width: number, rem: number) {
  const { least, gap } = stepOf(width)
  return coverGrid(width, { least, gap, below: Math.round(rem * 3.4 + gap + 12) })
}

export function CoverWall({ query, count, picks }: ListProps) {
  const draw = useCallback(
    (view: GridView) => {
      const tile = (card: SeriesCard, at: number) => {
        const props = { card, at, count, width: view.cell, here: at === view.at, onPick: picks?.pick }
        return html`<${SeriesTile} key=${at} ...${props} picked=${picks?.keys.has(card.id)} picking=${picks?.on} />`
      }
      const wait = (at: number) => html`<${WaitingTile} key=${at} />`
      return chunksNear(view.first, view.end, { size: LIBRARY_CHUNK, count, ahead: AHEAD }).map((chunk) => {
        const props: ChunkProps = { query, chunk, first: view.first, end: view.end, draw: tile, wait }
        return html`<${Chunk} key=${chunk} ...${props} />`
      })
    },
    [query, count, picks?.keys, picks?.on],
  )
  const list = { role: 'list', 'aria-label': 'Series' }
  return html`
    <${VirtualGrid}
      count=${count}
      layout=${wallLayout}
      render=${draw}
      list=${list}
      onKey=${picks && pickKeys(picks, count)}
    />
  `
}

const WAITING = 60
const waiting = (view: GridView) =>
  Array.from({ length: view.end - view.first }, (_, at) => html`<${WaitingTile} key=${at} />`)

/** The outline of the covers at their final places, so that nothing moves when they appear. */
export function WaitingWall() {
  const list = { role: 'list', 'aria-busy': true }
  return html`<div class="wall-waiting" role="status" aria-label="Loading the library"><${VirtualGrid}
    count=${WAITING}
    layout=${wallLayout}
    render=${waiting}
    list=${list}
  /></div>`
}
