/** Finds the thumbnails of a long row that are near the window. Pure, in CSS pixels. */

export type ThumbRow = {
  /** The start of each thumbnail within the row, and the end of the last one. */
  starts: readonly number[]
}

export function thumbRow(widths: readonly number[], gap: number): ThumbRow {
  const starts = [0]
  for (const width of widths) starts.push((starts.at(-1) as number) + width + gap)
  return { starts }
}

/** The first and last thumbnail within a window's width of the visible part. */
export function thumbsNear({ starts }: ThumbRow, scrolled: number, width: number): [number, number] {
  const last = Math.max(0, starts.length - 2)
  const at = (x: number) => {
    const found = starts.findIndex((start) => start > x)
    return found < 0 ? last : Math.max(0, found - 1)
  }
  return [at(scrolled - width), Math.min(last, at(scrolled + 2 * width))]
}

/** The scroll position that centres a thumbnail. */
export function middleOf({ starts }: ThumbRow, at: number, width: number): number {
  const [start = 0, next = 0] = [starts[at], starts[at + 1]]
  return Math.max(0, (start + next) / 2 - width / 2)
}
