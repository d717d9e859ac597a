import { html, useCallback } from '../../html'
import { Cover } from '../../parts/cover'
import { type Picks, pickKeys } from '../../parts/cover-picks'
import { still } from '../../parts/cover-still'
import { CoverTile, ReadLine } from '../../parts/cover-tile'
import { Icon } from '../../parts/icon'
import { Mark } from '../../parts/mark'
import { readPath } from '../../parts/read-path'
import { coverGrid } from '../../parts/virtual'
import { type View, VirtualGrid } from '../../parts/virtual-grid'
import { GroupHead } from './group-head'
import type { Group } from './groups'
import type { IssueCard } from './issue-card'

export type IssueListProps = {
  name: string
  groups: readonly Group[]
  picks: Picks
  onOpen: (id: string) => void
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

/** Issues as small covers, group by group. Positions count over all groups, so that a reach of picks may span them. */
export function IssueWall({ name, groups, picks, onOpen }: IssueListProps) {
  let start = 0
  return html`${groups.map((group) => {
    const own = start
    start += group.cards.length
    return html`<${WallGroup} key=${group.key} ...${{ name, group, start: own, picks, onOpen }} />`
  })}`
}

type WallGroupProps = Omit<IssueListProps, 'groups'> & { group: Group; start: number }

function WallGroup({ name, group, start, picks, onOpen }: WallGroupProps) {
  const { cards, title } = group
  const count = cards.length
  const draw = useCallback(
    (view: View) =>
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
          onOpen,
          onPick: picks.pick,
        }
        return html`<${IssueTile} key=${at} ...${props} picked=${picks.keys.has(card.id)} picking=${picks.on} />`
      }),
    [cards, name, start, picks.keys, picks.on, onOpen],
  )
  const list = { role: 'list', 'aria-label': title || 'Issues' }
  const grid = { count, layout, render: draw, list, onKey: pickKeys(picks, start + count) }
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
  onOpen: (id: string) => void
  onPick: (id: string, at: number, withShift: boolean) => unknown
}

const IssueTile = still(function IssueTile(props: IssueTileProps) {
  const { name, card, at, start, count, width, here, picked, picking, onOpen, onPick } = props
  const { id, label, owned, state, word, pages, date } = card
  const detail = owned ? card.readWords || pages || date : word
  const tile = {
    at,
    count,
    label: [label, card.name, word, owned && pages, card.readWords, card.fresh && 'Not read']
      .filter(Boolean)
      .join(', '),
    onOpen: () => onOpen(id),
    cover: html`<${IssueFace} ...${{ name, card, width }} />`,
    here,
    picked,
    picking,
    onPick: (withShift: boolean) => onPick(id, start + at, withShift),
    over: card.readable ? html`<${ReadOver} card=${card} />` : undefined,
  }
  return html`
    <${CoverTile} ...${tile}>
      <span class="issue-tile" title=${[label, card.name].filter(Boolean).join(' ')}>
        <span class="issue-tile-name" data-fresh=${card.fresh || undefined}><b>${label}</b>${card.name && html` <span>${card.name}</span>`}</span>
        <span class="issue-tile-line"><${Mark} state=${state} word=${word} wordless /><span data-state=${owned ? undefined : state}>${detail}</span></span>
      </span>
    <//>
  `
})

/** On the cover: how far it was read, and with a mouse the way into it. */
function ReadOver({ card }: { card: IssueCard }) {
  const { id, read, readShare } = card
  return html`
    <a class="tile-read" href=${readPath(id)} tabindex="-1" aria-hidden="true" title="Read"><${Icon} name="book-open" /></a>
    ${read === 'reading' && html`<${ReadLine} share=${readShare} />`}
  `
}

type IssueFaceProps = { name: string; card: IssueCard; width: number }

/** The cover of an issue that is here; an empty frame with its number for one that is not. */
export function IssueFace({ name, card, width }: IssueFaceProps) {
  const { owned, cover, number, label, state } = card
  if (cover && owned) return html`<${Cover} name=${name} src=${cover} mark=${label} width=${width} />`
  if (owned || state === 'have') return html`<${Cover} name=${name} mark=${label} width=${width} />`
  return html`
    <span class="issue-frame" data-state=${state} data-long=${number.length > 3 || undefined}>
      ${cover ? html`<${Cover} name=${name} src=${cover} mark=${label} width=${width} />` : html`<span class="issue-frame-number">${number || '?'}</span>`}
    </span>
  `
}
