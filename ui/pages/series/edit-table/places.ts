/** Places in a table, and the targets of keys: pure. */

export type Place = { row: number; col: number }
export type Block = { top: number; left: number; bottom: number; right: number }
export type Size = { rows: number; cols: number }

export const blockOf = (one: Place, other: Place): Block => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.col, other.col),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.col, other.col),
})

export const isSingle = ({ top, left, bottom, right }: Block): boolean => top === bottom && left === right

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
export const clampPlace = ({ row, col }: Place, { rows, cols }: Size): Place => ({
  row: within(row, rows),
  col: within(col, cols),
})

const PAGE = 12

/** Where a key moves to; undefined for keys that move nowhere. `ctrl` goes to the edge. */
export function placeAfterKey(key: string, { row, col }: Place, size: Size, ctrl: boolean): Place | undefined {
  const far = ctrl ? Math.max(size.rows, size.cols) : 1
  const steps: Record<string, Place> = {
    ArrowUp: { row: row - far, col },
    ArrowDown: { row: row + far, col },
    ArrowLeft: { row, col: col - far },
    ArrowRight: { row, col: col + far },
    PageUp: { row: row - PAGE, col },
    PageDown: { row: row + PAGE, col },
    Home: { row: ctrl ? 0 : row, col: 0 },
    End: { row: ctrl ? size.rows - 1 : row, col: size.cols - 1 },
  }
  const target = steps[key]
  return target && clampPlace(target, size)
}

/** The next cell for Tab, across rows; undefined before the first and after the last. */
export function placeAfterTab({ row, col }: Place, { rows, cols }: Size, back: boolean): Place | undefined {
  const at = row * cols + col + (back ? -1 : 1)
  return at < 0 || at >= rows * cols ? undefined : { row: Math.floor(at / cols), col: at % cols }
}

/**
 * The cells that a pasted block fills, from the upper left of the selection: one value fills the whole selection, one
 * row each of its rows.
 */
export function pastePlaces(
  clip: readonly (readonly string[])[],
  block: Block,
  size: Size,
): (Place & { text: string })[] {
  const wide = Math.max(0, ...clip.map((row) => row.length))
  const isOne = clip.length === 1 && wide === 1
  const repeats = clip.length === 1
  const bottom = repeats ? block.bottom : block.top + clip.length - 1
  const right = isOne ? block.right : block.left + wide - 1
  const places: (Place & { text: string })[] = []
  for (let row = block.top; row <= Math.min(bottom, size.rows - 1); row++)
    for (let col = block.left; col <= Math.min(right, size.cols - 1); col++) {
      const text = clip[repeats ? 0 : row - block.top]?.[isOne ? 0 : col - block.left]
      if (text !== undefined) places.push({ row, col, text })
    }
  return places
}
