import { html, useCallback, useMemo, useState } from '../../html'
import { Button } from '../../parts/button'
import { countWords, numberWords } from '../../parts/cover-words'
import { rowGrid } from '../../parts/virtual'
import { type View, VirtualGrid } from '../../parts/virtual-grid'
import { Words } from '../../parts/words'
import { GroupSheet } from './group-sheet'
import { Problems, type ProblemsProps } from './problems'
import { afterAccept, BANDS, type Band, canAccept, corrected, type Proposal } from './review'
import { ReviewRow } from './review-row'
import type { Change, WireScan } from './wire'

export type ReviewProps = {
  scan: WireScan
  /** The surest first. */
  proposals: readonly Proposal[]
  problems: ProblemsProps
  busy: boolean
  onScan: () => void
  onConfirm: (list: readonly Proposal[], accepted: ReadonlySet<string>, changes: ReadonlyMap<string, Change>) => unknown
}

const NONE: ReadonlySet<string> = new Set()

export function Review({ scan, proposals, problems, busy, onScan, onConfirm }: ReviewProps) {
  const [band, setBand] = useState<'' | Band>('')
  const [accepted, setAccepted] = useState(NONE)
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map())
  const [open, setOpen] = useState<string | undefined>(undefined)
  const list = useMemo(
    () => proposals.filter((one) => !band || one.band === band).map((one) => corrected(one, changes.get(one.id))),
    [proposals, band, changes],
  )
  const sure = proposals.filter((one) => one.band === 'sure' && !accepted.has(one.id))
  const toggle = useCallback((id: string) => setAccepted((now) => toggled(now, id)), [])
  const acceptSure = () => setAccepted(new Set([...accepted, ...sure.map(({ id }) => id)]))
  const change = (id: string, next: Change | undefined) => {
    const all = new Map(changes)
    if (next) all.set(id, next)
    else all.delete(id)
    setChanges(all)
    setAccepted(new Set([...accepted, id]))
  }
  const opened = proposals.find(({ id }) => id === open)
  const sheet = {
    one: opened,
    change: opened && changes.get(opened.id),
    onChange: change,
    onClose: () => setOpen(undefined),
  }
  return html`
    <div class="review">
      <${Summary} ...${{ scan, proposals, busy, onScan }} />
      <div class="review-bar">
        <${Words} ...${{ label: 'How sure', value: band, words: wordsOf(proposals), onChange: setBand }} />
        ${sure.length > 0 && html`<${Button} icon="check" onClick=${acceptSure}>${acceptWords(sure.length)}<//>`}
      </div>
      <${List} ...${{ list, accepted, toggle, onOpen: setOpen }} />
      <${Problems} ...${problems} />
      <${Foot} ...${{ accepted, proposals, busy, onConfirm: () => onConfirm(proposals, accepted, changes) }} />
      ${opened && html`<${GroupSheet} key=${opened.id} ...${sheet} />`}
    </div>
  `
}

function acceptWords(count: number): string {
  return count === 1 ? 'Accept the sure one' : `Accept all ${numberWords(count)} sure ones`
}

function toggled(now: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(now)
  if (!next.delete(id)) next.add(id)
  return next
}

function wordsOf(proposals: readonly Proposal[]) {
  const counted = BANDS.map((one) => ({ ...one, count: proposals.filter(({ band }) => band === one.value).length }))
  return [{ value: '', label: 'All', count: proposals.length }, ...counted.filter(({ count }) => count > 0)]
}

type SummaryProps = { scan: WireScan; proposals: readonly Proposal[]; busy: boolean; onScan: () => void }

function Summary({ scan, proposals, busy, onScan }: SummaryProps) {
  const files = countWords(scan.progress.total_files, 'file')
  return html`
    <div class="review-summary">
      <h2>${countWords(proposals.length, 'series', 'series')} in ${files}</h2>
      <p class="review-keys" aria-hidden="true"><kbd>Enter</kbd> accept and go on <kbd>Space</kbd> pick <kbd>E</kbd> change <kbd>↑</kbd><kbd>↓</kbd> move</p>
      <${Button} kind="quiet" icon="refresh" busy=${busy} onClick=${onScan}>Scan again<//>
    </div>
    ${scan.progress.errors.map((error) => html`<p key=${error} class="review-error" role="alert">${error}</p>`)}
  `
}

/** Rows are of one height each: three columns on a desk, fewer where there is no room for them. */
function layout(width: number, rem: number) {
  return rowGrid(width, rem * (width < 720 ? 9.5 : 7.75))
}

type ListProps = {
  list: readonly Proposal[]
  accepted: ReadonlySet<string>
  toggle: (id: string) => void
  onOpen: (id: string) => void
}

function List({ list, accepted, toggle, onOpen }: ListProps) {
  const draw = useCallback(
    (view: View) =>
      list.slice(view.first, view.end).map((one, step) => {
        const at = view.first + step
        const row = { one, at, count: list.length, here: at === view.at, accepted: accepted.has(one.id) }
        return html`<${ReviewRow} key=${one.id} ...${row} onToggle=${toggle} onOpen=${onOpen} />`
      }),
    [list, accepted, toggle, onOpen],
  )
  const keys = (event: KeyboardEvent, at: number, go: (at: number) => void) => {
    const one = list[at]
    if (!one || event.target !== (event.currentTarget as HTMLElement).querySelector(`[data-at="${at}"]`)) return
    if (event.key === 'Enter') {
      if (canAccept(one) && !accepted.has(one.id)) toggle(one.id)
      go(afterAccept(list, accepted, at))
    } else if (event.key === ' ' && canAccept(one)) toggle(one.id)
    else if (event.key === 'e' && !event.ctrlKey && !event.metaKey) onOpen(one.id)
    else return
    event.preventDefault()
  }
  const attributes = { role: 'list', 'aria-label': 'Proposals' }
  return html`<${VirtualGrid} ...${{ count: list.length, layout, render: draw, list: attributes, onKey: keys }} />`
}

type FootProps = {
  accepted: ReadonlySet<string>
  proposals: readonly Proposal[]
  busy: boolean
  onConfirm: () => unknown
}

function Foot({ accepted, proposals, busy, onConfirm }: FootProps) {
  const chosen = proposals.filter(({ id }) => accepted.has(id))
  if (chosen.length === 0) return null
  const files = chosen.reduce((sum, one) => sum + one.newFiles, 0)
  return html`
    <div class="review-foot" role="region" aria-label="What is accepted">
      <p role="status"><b>${countWords(chosen.length, 'series', 'series')}</b> ${countWords(files, 'file')}</p>
      <${Button} kind="main" icon="library" busy=${busy} onClick=${onConfirm}>Add to the library<//>
    </div>
  `
}
