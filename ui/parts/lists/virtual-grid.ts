import './virtual-grid.css'
import { type ComponentChildren, html, useEffect, useLayoutEffect, useRef, useState } from '../../html'
import { type Grid, rowsNear } from './virtual'
import { type OnKey, useRoving } from './virtual-focus'

/** The visible part: entries from `first` up to `end`. The entry `at` is in the tab order. */
export type GridView = Grid & { first: number; end: number; at: number }
export type VirtualGridProps = {
  count: number
  /** From the width of the list to its columns and the height of a row; `rem` is the size of text. */
  layout: (width: number, rem: number) => Grid
  /** Renders each entry with `data-at` on its focusable element. */
  render: (view: GridView) => ComponentChildren
  /** Attributes of the list itself: its role and its name. */
  list: Record<string, unknown>
  /** Handles keys that do not move the focus. `at` is the focused entry, `go` focuses another one. */
  onKey?: OnKey
  /** Gets a function that focuses an entry, in the page or not. */
  goTo?: { current: ((at: number) => void) | undefined }
}

type Box = { grid: Grid; from: number; to: number }

/** A list of any length that keeps only the rows near the window in the page. The window scrolls, not the list. */
export function VirtualGrid({ count, layout, render, list, onKey, goTo }: VirtualGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { grid, from, to } = useRows(box, count, layout)
  const { columns, row, gap } = grid
  const rows = Math.ceil(count / columns)
  const first = from * columns
  const end = Math.min(count, to * columns)
  const { at, keys, seen, go } = useRoving(box, { count, grid, first, end, onKey })
  if (goTo) goTo.current = go
  // Set directly, not through a custom property: that is inherited, and a change would restyle every entry.
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
  const [{ grid, from, to }, setBox] = useState<Box>(() => first(layout))
  const measure = (ahead?: number) => {
    const here = box.current
    if (!here) return
    const { top, width } = here.getBoundingClientRect()
    const grid = layout(width, remOf())
    const rows = Math.ceil(count / grid.columns)
    const near = rowsNear({ above: -top, height: window.innerHeight, row: grid.row, rows, ahead })
    setBox((known) => (same(known, grid, near) ? known : { grid, ...near }))
  }
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    // The rows in sight are painted before those beyond are drawn.
    measure(isFirst.current ? 0 : undefined)
    isFirst.current = false
  }, [count, layout])
  useEffect(() => {
    const measureAll = () => measure()
    // Reports the size when it begins, after the first paint.
    const watcher = new ResizeObserver(measureAll)
    if (box.current) watcher.observe(box.current)
    addEventListener('scroll', measureAll, { passive: true })
    addEventListener('resize', measureAll)
    return () => {
      watcher.disconnect()
      removeEventListener('scroll', measureAll)
      removeEventListener('resize', measureAll)
    }
  }, [count, layout])
  const rows = Math.ceil(count / grid.columns)
  return { grid, from: Math.min(from, rows), to: Math.min(to, rows) }
}

/** Before anything is measured, only the height is guessed: rows drawn for another width would be drawn again. */
function first(layout: VirtualGridProps['layout']): Box {
  return { grid: layout(window.innerWidth, remOf()), from: 0, to: 0 }
}

function same(known: Box, grid: Grid, near: { from: number; to: number }): boolean {
  const { columns, cell, row } = known.grid
  const still = columns === grid.columns && cell === grid.cell && row === grid.row
  return still && known.from === near.from && known.to === near.to
}

function remOf(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
}
