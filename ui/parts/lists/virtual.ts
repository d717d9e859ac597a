/** The geometry of long lists: the rows near the window, and the targets of keys. Pure, in CSS pixels. */

/** `row` is the height of one row with the space below it, `gap` the space between two columns. */
export type Grid = { columns: number; cell: number; row: number; gap: number }
export type Rows = { from: number; to: number }

export type CoverGrid = {
  /** Covers get no narrower. */
  least: number
  gap: number
  /** Height of the text below the cover, with the gap to the next row. */
  below: number
}

/** As many covers of 2:3 side by side as fit, stretched to fill the width. Never fewer than two. */
export function coverGrid(width: number, { least, gap, below }: CoverGrid): Grid {
  const columns = Math.max(2, Math.floor((width + gap) / (least + gap)))
  const cell = Math.max(0, (width - gap * (columns - 1)) / columns)
  return { columns, cell, row: Math.round(cell * 1.5 + below), gap }
}

/** One entry below the other, each `row` high. */
export function rowGrid(width: number, row: number): Grid {
  return { columns: 1, cell: width, row: Math.round(row), gap: 0 }
}

export type Viewport = {
  /** The distance of the list's upper edge above the window's; negative while it is below. */
  above: number
  /** Height of the window. */
  height: number
  row: number
  rows: number
  /** Rows beyond the window that are kept, in heights of the window. */
  ahead?: number
}

const AHEAD = 0.75

/**
 * The rows to keep in the page: visible ones and three quarters of a window before and after. `to` is exclusive; both
 * are equal while the whole list is further away.
 */
export function rowsNear({ above, height, row, rows, ahead = AHEAD }: Viewport): Rows {
  if (row <= 0 || rows <= 0) return { from: 0, to: 0 }
  const beyond = height * ahead
  const from = clamp(Math.floor((above - beyond) / row), 0, rows)
  const to = clamp(Math.ceil((above + height + beyond) / row), from, rows)
  return { from, to }
}

/** Numbers of the pieces of `size` that hold the entries from `first` up to `end`, and those that will be needed soon. */
export function chunksNear(first: number, end: number, { size, count, ahead }: ChunkRule): number[] {
  const from = Math.floor(Math.max(0, first - ahead) / size)
  const to = Math.ceil(Math.min(count, end + ahead) / size)
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}

export type ChunkRule = { size: number; count: number; ahead: number }
export type GridPlace = { at: number; count: number; columns: number; page: number }

/** The target of a key pressed at `at`; undefined for keys that do not move the focus. `page` counts rows. */
export function moveFocus(key: string, { at, count, columns, page }: GridPlace): number | undefined {
  const step: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * page,
    PageUp: -columns * page,
    Home: -at,
    End: count - 1 - at,
  }
  const by = step[key]
  if (by === undefined || count === 0) return undefined
  const next = at + by
  if (key === 'ArrowUp' && next < 0) return at
  // From the last full row, down leads to the end of a shorter last row rather than nowhere.
  if (key === 'ArrowDown' && next >= count) return lastRow(at, count, columns) ? at : count - 1
  return clamp(next, 0, count - 1)
}

function lastRow(at: number, count: number, columns: number): boolean {
  return Math.floor(at / columns) === Math.floor((count - 1) / columns)
}

/** The distance to scroll until a row is fully visible; 0 when it already is. `head` and `foot` are covered by bars. */
export function scrollFor(top: number, row: number, { height, head, foot }: WindowBars): number {
  if (top < head) return top - head
  const under = top + row - (height - foot)
  return under > 0 ? Math.min(under, top - head) : 0
}

export type WindowBars = { height: number; head: number; foot: number }

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
