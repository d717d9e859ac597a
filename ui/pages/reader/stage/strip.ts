import { USUAL } from '../layout/fit'
import type { Sizes } from '../layout/spreads'

/** The geometry of a strip: pages below each other in one column, each with its own aspect ratio. Pure. */

export type Strip = {
  /** The upper edge of each page, followed by the end of the strip. */
  tops: readonly number[]
  height: number
}

/** Pages of unknown size get the average height of the known ones. */
export function stripOf(count: number, sizes: Sizes, width: number, gap = 0): Strip {
  const known = sizes.slice(0, count).filter((size) => size != null)
  const ratio = known.length
    ? known.reduce((sum, size) => sum + size.height / size.width, 0) / known.length
    : USUAL.height / USUAL.width
  const tops = [0]
  for (let page = 0; page < count; page++) {
    const size = sizes[page]
    const own = size ? size.height / size.width : ratio
    tops.push((tops[page] as number) + Math.round(own * width) + (page < count - 1 ? gap : 0))
  }
  return { tops, height: tops[count] as number }
}

/** The page at `y`; the nearest one outside the strip. */
export function pageAt({ tops }: Strip, y: number): number {
  let low = 0
  let high = Math.max(0, tops.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] as number) <= y) low = middle
    else high = middle - 1
  }
  return low
}

/** The first and last page within `ahead` pixels of the window. */
export function pagesNear(strip: Strip, top: number, height: number, ahead: number): [number, number] {
  return [pageAt(strip, top - ahead), pageAt(strip, top + height + ahead)]
}

/** A place that stays the same when heights change: how far down which page. */
export type Anchor = { page: number; share: number }

export function anchorAt(strip: Strip, y: number): Anchor {
  const page = pageAt(strip, y)
  const top = strip.tops[page] as number
  const height = (strip.tops[page + 1] as number) - top
  return { page, share: height > 0 ? (y - top) / height : 0 }
}

export function placeOf(strip: Strip, { page, share }: Anchor): number {
  const top = strip.tops[page] as number
  return top + share * ((strip.tops[page + 1] as number) - top)
}

/** The reading line in the window: the page there counts as the current one. */
export const READING_LINE = 0.4

export type ReadPlace = Anchor & {
  /** Whether the end of the strip is in the window. */
  end: boolean
}

/** The current page, and how far down it the reading line is: at the very end the last page, even a short one. */
export function readPlace(strip: Strip, top: number, height: number): ReadPlace {
  const end = top + height >= strip.height - 2
  const y = top + height * READING_LINE
  const page = end ? Math.max(0, strip.tops.length - 2) : pageAt(strip, y)
  const from = strip.tops[page] as number
  const long = (strip.tops[page + 1] as number) - from
  return { page, share: long > 0 ? Math.min(1, Math.max(0, (y - from) / long)) : 0, end }
}
