import { html } from '../../html'
import { Cover } from '../../parts/covers/cover'
import { CoverTile, HaveLine } from '../../parts/covers/cover-tile'
import { memoize } from '../../parts/covers/memoized'
import { seriesPath } from '../../parts/text/series-path'
import { isReader } from '../../state/user'
import type { SeriesCard } from './series-card'

export type SeriesTileProps = {
  card: SeriesCard
  at: number
  count: number
  width: number
  here: boolean
  picked?: boolean
  picking?: boolean
  /** Without it the series cannot be selected. */
  onPick?: (key: string, at: number, withShift: boolean) => unknown
}

export const SeriesTile = memoize(function SeriesTile({
  card,
  at,
  count,
  width,
  here,
  picked = false,
  picking = false,
  onPick,
}: SeriesTileProps) {
  const { id, name, cover, year, share, whole, words, short, spoken } = card
  const paused = card.paused && !isReader()
  // Begins with the visible words, so that voice control finds the tile.
  const label = [name, short, paused ? 'Not monitored' : year, spoken !== short && spoken].filter(Boolean).join(', ')
  const tile = {
    at,
    count,
    name,
    label,
    href: seriesPath(id),
    cover: html`<${Cover} name=${name} src=${cover} mark=${year} width=${width} />`,
    here,
    picked,
    picking,
    onPick: onPick && ((withShift: boolean) => onPick(id, at, withShift)),
  }
  return html`
    <${CoverTile} ...${tile}>
      <span class="series-tile" title=${name}>
        <${HaveLine} share=${share} whole=${whole} />
        <span class="series-tile-name">${name}</span>${' '}
        <span class="series-tile-line" title=${words}><span>${short}</span>${' '}${paused ? html`<em>Not monitored</em>` : year && html`<span>${year}</span>`}</span>
      </span>
    <//>
  `
})
