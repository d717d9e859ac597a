import { html, useCallback } from '../../html'
import { Menu } from '../../parts/controls/menu'
import { hasModifier } from '../../parts/controls/modifier-keys'
import { Cover } from '../../parts/covers/cover'
import { CoverTile, ReadLine } from '../../parts/covers/cover-tile'
import { memoize } from '../../parts/covers/memoized'
import { Icon } from '../../parts/icons/icon'
import { type Picks, pickKeys } from '../../parts/lists/picks'
import { coverGrid } from '../../parts/lists/virtual'
import type { OnKey } from '../../parts/lists/virtual-focus'
import { type GridView, VirtualGrid } from '../../parts/lists/virtual-grid'
import { Mark } from '../../parts/status/mark'
import { readPath } from '../../parts/text/read-path'
import { issuePath } from '../../parts/text/series-path'
import { GroupHead } from './group-head'
import type { IssueGroup } from './groups'
import type { IssueCard } from './issue-card'
import { cardItems } from './issue-menu'

export type IssueListProps = {
  comic_id: string
  name: string
  groups: readonly IssueGroup[]
  picks: Picks
}

const STEPS = [
  { from: 1_900, least: 140, gap: 24 },
  { from: 1_000, least: 118, gap: 20 },
  { from: 560, least: 108, gap: 16 },
  { from: 0, least: 92, gap: 12 },
]

function layout(width: number, rem: number) {
  const { least, gap } = STEPS.find(({ from }) => width >= from) as (typeof STEPS)[number]
  return coverGrid(width, { least, gap, below: Math.round(rem * 3.1 + gap + 8) })
}

/** Issues as small covers, group by group. Positions count over all groups, so that a selected range may span several. */
export function IssueWall({ comic_id, name, groups, picks }: IssueListProps) {
  let start = 0
  return html`${groups.map((group) => {
    const own = start
    start += group.cards.length
    return html`
      <${WallGroup}
        key=${group.key}
        comic_id=${comic_id}
        name=${name}
        group=${group}
        start=${own}
        picks=${picks}
      />
    `
  })}`
}

type WallGroupProps = Omit<IssueListProps, 'groups'> & { group: IssueGroup; start: number }

function WallGroup({ comic_id, name, group, start, picks }: WallGroupProps) {
  const { cards, title } = group
  const count = cards.length
  const draw = useCallback(
    (view: GridView) =>
      cards.slice(view.first, view.end).map((card, step) => {
        const at = view.first + step
        const props = {
          name,
          card,
          at,
          start,
          count,
          width: view.cell,
          here: at === view.at,
          comic_id,
          onPick: picks.pick,
        }
        return html`<${IssueTile} key=${at} ...${props} picked=${picks.keys.has(card.id)} picking=${picks.on} />`
      }),
    [cards, comic_id, name, start, picks.keys, picks.on],
  )
  const list = { role: 'list', 'aria-label': title || 'Issues' }
  const grid = { count, layout, render: draw, list, onKey: issueKeys(pickKeys(picks, start + count)) }
  return html`
    <section class="series-group">
      ${title && html`<${GroupHead} group=${group} picks=${picks} start=${start} />`}
      <${VirtualGrid} ...${grid} />
    </section>
  `
}

type IssueTileProps = {
  name: string
  card: IssueCard
  at: number
  start: number
  count: number
  width: number
  here: boolean
  picked: boolean
  picking: boolean
  comic_id: string
  onPick: (id: string, at: number, withShift: boolean) => unknown
}

const IssueTile = memoize(function IssueTile(props: IssueTileProps) {
  const { name, card, at, start, count, width, here, picked, picking, comic_id, onPick } = props
  const { id, label, owned, state, word, pages, date } = card
  const detail = owned ? card.readWords || pages || date : word
  const tile = {
    at,
    count,
    name: `${name} ${label}`,
    // Begins with the visible words, so that voice control finds the tile.
    label: [
      label,
      card.name,
      detail,
      ...[word, owned && pages, card.readWords].filter((each) => each !== detail),
      card.fresh && 'Not read',
    ]
      .filter(Boolean)
      .join(', '),
    href: issuePath(comic_id, id),
    cover: html`<${IssueFace} name=${name} card=${card} width=${width} />`,
    here,
    picked,
    picking,
    onPick: (withShift: boolean) => onPick(id, start + at, withShift),
    over: html`<${Over} card=${card} name=${name} />`,
  }
  return html`
    <${CoverTile} ...${tile}>
      <span class="issue-tile" title=${[label, card.name].filter(Boolean).join(' ')}>
        <span class="issue-tile-name" data-fresh=${card.fresh || undefined}><b>${label}</b>${card.name && html` <span>${card.name}</span>`}</span>${' '}
        <span class="issue-tile-line"><span aria-hidden="true"><${Mark} state=${state} word=${word} wordless /></span><span data-state=${owned ? undefined : state}>${detail}</span></span>
      </span>
    <//>
  `
})

/** Over the cover: reading progress, a button to read on hover, and the menu. */
function Over({ card, name }: { card: IssueCard; name: string }) {
  const { id, label, read, readShare, readable } = card
  return html`
    ${readable && html`<a class="tile-read" href=${readPath(id)} tabindex="-1" aria-hidden="true" title="Read"><${Icon} name="book-open" /></a>`}
    ${read === 'reading' && html`<${ReadLine} share=${readShare} />`}
    <span class="tile-menu"><${Menu} title=${`More about ${label}`} items=${() => cardItems(card, name)} /></span>
  `
}

/** `m` opens the menu of an issue, `r` reads it. */
export function issueKeys(others: OnKey): OnKey {
  return (event, at, go) => {
    const word =
      event.key === 'm' || event.key === 'ContextMenu' ? '.menu button' : event.key === 'r' ? '.tile-read' : ''
    if (word === '' || hasModifier(event)) return others(event, at, go)
    const entry = (event.target as HTMLElement).closest('.tile, .virtual-row')
    event.preventDefault()
    entry?.querySelector<HTMLElement>(word)?.click()
  }
}

type IssueFaceProps = { name: string; card: IssueCard; width: number }

/** The cover of an owned issue; a placeholder with the number for a missing one. */
export function IssueFace({ name, card, width }: IssueFaceProps) {
  const { owned, cover, number, label, state } = card
  if (cover && owned) return html`<${Cover} name=${name} src=${cover} mark=${label} width=${width} />`
  if (owned || state === 'have') return html`<${Cover} name=${name} mark=${label} width=${width} />`
  return html`
    <span class="issue-frame" aria-hidden="true" data-state=${state} data-long=${number.length > 3 || undefined}>
      ${cover ? html`<${Cover} name=${name} src=${cover} mark=${label} width=${width} />` : html`<span class="issue-frame-number">${number || '?'}</span>`}
    </span>
  `
}
