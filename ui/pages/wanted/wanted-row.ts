import { html } from '../../html'
import { Button } from '../../parts/button'
import { Cover } from '../../parts/cover'
import { still } from '../../parts/cover-still'
import { seriesPath } from '../../parts/series-path'
import type { WantedCard } from './wanted-card'

export type WantedRowProps = {
  /** Undefined while it is being fetched. */
  card: WantedCard | undefined
  at: number
  count: number
  /** Whether it is the first of its month. */
  month: boolean
  here: boolean
  onStop: (card: WantedCard) => void
  onOpen: (card: WantedCard) => void
}

/** One wanted issue. Enter opens its series, Delete stops wanting it. */
export const WantedRow = still(function WantedRow({ card, at, count, month, here, onStop, onOpen }: WantedRowProps) {
  if (!card)
    return html`<div class="wanted-row" role="listitem" aria-busy="true"><span class="wanted-wait"></span></div>`
  const { series, seriesId, number, name, detail, cover, date, day, monthWords, future } = card
  const keys = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen(card)
    else if (event.key === 'Delete') onStop(card)
    else return
    event.preventDefault()
  }
  const row = {
    role: 'listitem',
    'aria-label': [`${series} ${number}`, name, date].filter(Boolean).join(', '),
    'aria-setsize': count,
    'aria-posinset': at + 1,
    'data-at': at,
    'data-month': month || undefined,
    tabindex: here ? 0 : -1,
    onKeyDown: keys,
  }
  return html`
    <div class="wanted-row" ...${row}>
      <span class="wanted-month">${month && monthWords}</span>
      <span class="wanted-day" title=${date}>${day}</span>
      <span class="wanted-cover"><${Cover} name=${series} src=${cover} width=${36} /></span>
      <span class="wanted-issue">
        <span><a href=${seriesPath(seriesId)} tabindex="-1">${series}</a> <b>${number}</b>${name && html` <i>${name}</i>`}</span>
        <small>${future ? `Comes ${date}` : detail}</small>
      </span>
      <${Button} kind="quiet" size="small" icon="minus" onClick=${() => onStop(card)}>Stop wanting<//>
    </div>
  `
})
