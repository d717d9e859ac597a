/** Which entries of a list are near the window when they differ in height. Pure, in CSS pixels. */

/** `end` is exclusive. */
export type EntryRange = { first: number; end: number }
type Rules = { count: number; estimate: number }
type Place = {
  /** How far the list's upper edge is above the window's; negative while it is below. */
  above: number
  /** Height of the window. */
  height: number
}

/** Screens of entries before and after what is in view. */
const AHEAD = 0.75
/** Entries come and go in groups of this size, so that not every step of the wheel draws the list. */
const GROUP = 8

/** `heights` holds those that were measured; the others are as high as these on average. */
export function entriesNear({ above, height }: Place, heights: readonly number[], rules: Rules): EntryRange {
  const { count } = rules
  const other = averageOf(heights, rules)
  const [from, to] = [above - height * AHEAD, above + height * (1 + AHEAD)]
  let [first, end, y] = [0, 0, 0]
  for (let at = 0; at < count && y < to; at++) {
    y += heights[at] ?? other
    if (y <= from) first = at + 1
    end = at + 1
  }
  const start = Math.min(first, count) - (Math.min(first, count) % GROUP)
  return { first: start, end: Math.min(count, Math.max(start, Math.ceil(end / GROUP) * GROUP)) }
}

/** The space of the entries before and after a range. */
export function spaceAround({ first, end }: EntryRange, heights: readonly number[], rules: Rules) {
  const other = averageOf(heights, rules)
  let [before, after] = [0, 0]
  for (let at = 0; at < rules.count; at++) {
    if (at < first) before += heights[at] ?? other
    else if (at >= end) after += heights[at] ?? other
  }
  return { before: Math.round(before), after: Math.round(after) }
}

function averageOf(heights: readonly number[], { estimate }: Rules): number {
  let [sum, count] = [0, 0]
  for (const height of heights)
    if (height !== undefined) {
      sum += height
      count += 1
    }
  return count === 0 ? estimate : sum / count
}
