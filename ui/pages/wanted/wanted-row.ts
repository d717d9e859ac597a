import { hasModifier } from '../../parts/controls/modifier-keys'
import '../../parts/lists/row-check.css'
import { html } from '../../html'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { Cover } from '../../parts/covers/cover'
import { memoize } from '../../parts/covers/memoized'
import { isolated } from '../../parts/text/isolated'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import type { WantedCard } from './wanted-card'

/** The actions for one wanted issue. */
export type WantedMove = 'open' | 'why' | 'search' | 'review' | 'list' | 'stop'

export type WantedRowProps = {
  /** Undefined while loading. */
  card: WantedCard | undefined
  at: number
  count: number
  /** Whether the row is the first of its month or series. */
  month: boolean
  bySeries: boolean
  here: boolean
  picked: boolean
  onMove: (move: WantedMove, card: WantedCard) => unknown
  onPick: (id: string, at: number, withShift: boolean) => unknown
}

const KEYS: Record<string, WantedMove> = { Enter: 'open', Delete: 'stop', w: 'why', s: 'search', r: 'review' }

/** One wanted issue: Enter opens it, Space selects it, `w` shows its last search, Delete skips it or keeps its file. */
export const WantedRow = memoize(function WantedRow(props: WantedRowProps) {
  const { card, at, count, month, bySeries, here, picked, onMove, onPick } = props
  if (!card)
    return html`<div class="wanted-row" role="listitem" aria-busy="true"><span class="wanted-wait"></span></div>`
  const { series, number, name, cover, date, day, monthWords } = card
  const keys = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || hasModifier(event)) return
    const move = KEYS[event.key]
    if (event.key === ' ') onPick(card.id, at, event.shiftKey)
    else if (move) onMove(move, card)
    else return
    event.preventDefault()
  }
  const row = {
    role: 'listitem',
    'aria-label': [`${series} ${number}`, name, date, picked && 'selected'].filter(Boolean).join(', '),
    'aria-setsize': count,
    'aria-posinset': at + 1,
    'data-at': at,
    'data-month': month || undefined,
    'data-picked': picked || undefined,
    tabindex: here ? 0 : -1,
    onKeyDown: keys,
  }
  const pick = (event: MouseEvent) => onPick(card.id, at, event.shiftKey)
  return html`
    <div class="wanted-row" ...${row}>
      <span class="wanted-date" title=${date}><b class="wanted-day">${day}</b><span class="wanted-month">${(month || bySeries) && monthWords}</span></span>
      <label class="row-check">
        <input type="checkbox" tabindex="-1" checked=${picked} onClick=${pick} aria-label=${`Select ${series} ${number}`} />
      </label>
      <span class="wanted-cover"><${Cover} name=${series} src=${cover} width=${36} /></span>
      <${Words} card=${card} onMove=${onMove} />
      <${Menu} title=${`More about ${series} ${number}`} items=${() => itemsOf(card, onMove, () => onPick(card.id, at, false))} />
    </div>
  `
})

function Words({ card, onMove }: Pick<WantedRowProps, 'onMove'> & { card: WantedCard }) {
  const { id, series, seriesId, number, name, detail, date, future, search, searching, upgrade } = card
  const about = upgrade || detail
  const why = html`<button type="button" tabindex="-1" data-is=${searching ? 'way' : undefined} onClick=${() => onMove('why', card)}>${search}</button>`
  const title = name && html` <i>${isolated(name)}</i>`
  const issue = html`<a href=${issuePath(seriesId, id)} tabindex="-1"><b>${number}</b>${title}</a>`
  return html`
    <span class="wanted-issue">
      <span>
        <a href=${seriesPath(seriesId)} tabindex="-1">${isolated(series)}</a> ${issue}
      </span>
      <small>${future ? `Releases ${date}` : html`<span class=${upgrade ? undefined : 'wanted-detail'}>${about && `${about} · `}</span>${why}`}</small>
    </span>
  `
}

function itemsOf(card: WantedCard, onMove: WantedRowProps['onMove'], pick: () => unknown): MenuItem[] {
  const does = (move: WantedMove) => () => onMove(move, card)
  return [
    { label: 'Search now', icon: 'search', disabled: card.future, onPick: does('search') },
    { label: 'Review releases', icon: 'rows', disabled: card.future, onPick: does('review') },
    card.upgrade
      ? { label: 'Last search', icon: 'history', onPick: does('why') }
      : { label: 'Why it is missing', icon: 'alert', onPick: does('why') },
    { label: 'Add to reading list', icon: 'list-add', onPick: does('list') },
    { label: 'Select', icon: 'check', apart: true, onPick: pick },
    { label: card.upgrade ? 'Keep this file' : 'Skip', icon: 'minus', onPick: does('stop') },
  ]
}
