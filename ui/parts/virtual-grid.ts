import './virtual-grid.css'
import { type ComponentChildren, html, useEffect, useLayoutEffect, useRef, useState } from '../html'
import { type Grid, moved, rowsNear, scrollFor } from './virtual'

/** What is to be drawn: the entries from `first` up to `end`. The entry `at` is the one that Tab reaches. */
export type View = Grid & { first: number; end: number; at: number }
export type VirtualGridProps = {
  count: number
  /** From the width of the list to its columns and the height of a row; `rem` is the size of text. */
  layout: (width: number, rem: number) => Grid
  /** Draws each entry with `data-at` on what takes the focus. */
  render: (view: View) => ComponentChildren
  /** Attributes of the list itself: its role and its name. */
  list: Record<string, unknown>
  /** Keys that do not move; `at` is the entry they are meant for, and `go` takes the focus to another one. */
  onKey?: (event: KeyboardEvent, at: number, go: (at: number) => void) => void
}

type Box = { grid: Grid; from: number; to: number }

/** Height of the bars that lie over the list, so that a row reached by key is not under them. */
const HEAD = 72
const FOOT = 88

/** A list of any length that keeps only the rows near the window in the page. The window scrolls, not the list. */
export function VirtualGrid({ count, layout, render, list, onKey }: VirtualGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { grid, from, to } = useRows(box, count, layout)
  const { columns, row, gap } = grid
  const rows = Math.ceil(count / columns)
  const first = from * columns
  const end = Math.min(count, to * columns)
  const { at, keys, seen } = useRoving(box, { count, grid, first, end, onKey })
  // Height and padding by themselves: a custom property is inherited, and a change would restyle every entry.
  const size = {
    '--columns': columns,
    '--row': `${row}px`,
    '--across': `${gap}px`,
    height: `${rows * row}px`,
    paddingTop: `${from * row}px`,
  }
  return html`
    <div class="virtual" ref=${box} style=${size} tabindex="-1" onKeyDown=${keys} onFocusIn=${seen} ...${list}>
      ${columns > 0 && render({ ...grid, first, end, at })}
    </div>
  `
}

function useRows(box: { current: HTMLDivElement | null }, count: number, layout: VirtualGridProps['layout']): Box {
  const [{ grid, from, to }, setBox] = useState<Box>(() => first(layout, count))
  const measure = () => {
    const here = box.current
    if (!here) return
    const { top, width } = here.getBoundingClientRect()
    const grid = layout(width, remOf())
    const rows = Math.ceil(count / grid.columns)
    const near = rowsNear({ above: -top, height: window.innerHeight, row: grid.row, rows })
    setBox((known) => (same(known, grid, near) ? known : { grid, ...near }))
  }
  useLayoutEffect(measure, [count, layout])
  useEffect(() => {
    const watcher = new ResizeObserver(measure)
    if (box.current) watcher.observe(box.current)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      watcher.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [count, layout])
  const rows = Math.ceil(count / grid.columns)
  return { grid, from: Math.min(from, rows), to: Math.min(to, rows) }
}

/** Before anything is measured: a screenful, at the width of the window. */
function first(layout: VirtualGridProps['layout'], count: number): Box {
  const grid = layout(window.innerWidth, remOf())
  const rows = Math.ceil(count / grid.columns)
  return { grid, ...rowsNear({ above: 0, height: window.innerHeight, row: grid.row, rows }) }
}

function same(known: Box, grid: Grid, near: { from: number; to: number }): boolean {
  const { columns, cell, row } = known.grid
  const still = columns === grid.columns && cell === grid.cell && row === grid.row
  return still && known.from === near.from && known.to === near.to
}

function remOf(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}

type Roving = { count: number; grid: Grid; first: number; end: number; onKey: VirtualGridProps['onKey'] }

/** One entry is reached by Tab, the arrow keys lead on from it, also to entries that are not in the page yet. */
function useRoving(box: { current: HTMLDivElement | null }, { count, grid, first, end, onKey }: Roving) {
  const [chosen, setAt] = useState(0)
  const goal = useRef<number | undefined>(undefined)
  const inside = useRef(false)
  const at = chosen >= first && chosen < end ? chosen : first
  useLayoutEffect(() => {
    const settle = () => {
      const entry = goal.current === undefined ? undefined : entryAt(box.current, goal.current)
      if (entry) {
        goal.current = undefined
        entry.focus({ preventScroll: true })
      } else if (inside.current && document.activeElement === document.body) {
        // The row that had the focus was scrolled away: keys must still lead on from it.
        box.current?.focus({ preventScroll: true })
      }
    }
    const watcher = new MutationObserver(settle)
    if (box.current) watcher.observe(box.current, { childList: true })
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    const leaves = (event: FocusEvent) => {
      if (event.target !== document.body) inside.current = box.current?.contains(event.target as Node) ?? false
    }
    document.addEventListener('focusin', leaves)
    return () => document.removeEventListener('focusin', leaves)
  }, [])
  const seen = (event: FocusEvent) => {
    const own = numberOf(event.target)
    if (own !== undefined) setAt(own)
  }
  const keys = (event: KeyboardEvent) => {
    const own = event.target === box.current ? chosen : numberOf(event.target)
    if (own === undefined || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor((window.innerHeight - HEAD - FOOT) / grid.row))
    const next = event.ctrlKey ? undefined : moved(event.key, { at: own, count, columns: grid.columns, page })
    if (next === undefined) return onKey?.(event, own, go)
    event.preventDefault()
    go(next)
  }
  const go = (next: number) => {
    goal.current = next
    setAt(next)
    reveal(box.current, Math.floor(next / grid.columns), grid.row)
    if (next >= first && next < end) entryAt(box.current, next)?.focus({ preventScroll: true })
  }
  return { at, keys, seen }
}

function reveal(box: HTMLDivElement | null, row: number, height: number): void {
  const top = (box?.getBoundingClientRect().top ?? 0) + row * height
  const by = scrollFor(top, height, { height: window.innerHeight, head: HEAD, foot: FOOT })
  if (by !== 0) window.scrollBy(0, by)
}

function entryAt(box: HTMLDivElement | null, at: number): HTMLElement | null | undefined {
  return box?.querySelector<HTMLElement>(`[data-at="${at}"]`)
}

function numberOf(target: EventTarget | null): number | undefined {
  const text = (target as HTMLElement | null)?.dataset?.at
  return text === undefined ? undefined : Number(text)
}
