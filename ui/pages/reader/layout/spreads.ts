/** Pairs pages into spreads. Pure. */

export type Size = { width: number; height: number }
/** Real sizes by page; a page of unknown size counts as upright. */
export type Sizes = readonly (Size | null | undefined)[]
/** One or two pages, in reading order. */
export type Spread = readonly number[]

/** Scans are inexact: a page slightly wider than high is still a single page. */
const WIDE = 1.05
/** A piece of a strip would be a sliver beside another page. */
const HIGH = 3

export function isWide(size: Size | null | undefined): boolean {
  return size != null && size.width > size.height * WIDE
}

export type SpreadRule = {
  sizes: Sizes
  double: boolean
  /** The first page is a cover and is shown alone. Switching this moves the pairs up to the first double-page picture. */
  firstAlone: boolean
  /** Pages behind a double-page picture that are shown alone, which moves the pairs behind it. */
  moved?: readonly number[]
  /** Pages that the file marks as double pages, whatever their size. */
  marked?: readonly number[]
}

/** The pages that are shown alone wherever they are. */
const isAlone = (page: number, { sizes, marked = [] }: Pick<SpreadRule, 'sizes' | 'marked'>) =>
  isWide(sizes[page]) || isHigh(sizes[page]) || marked.includes(page)

const isHigh = (size: Size | null | undefined) => size != null && size.height > size.width * HIGH

/** Every page once, in order. A double-page picture and a piece of a strip are shown alone; pairs start again after them. */
export function spreadsOf(count: number, { double, firstAlone, moved = [], ...rule }: SpreadRule): Spread[] {
  const spreads: Spread[] = []
  for (let page = 0; page < count; ) {
    const next = page + 1
    const isMoved = (page === 0 && firstAlone) || moved.includes(page)
    const alone = !double || isMoved || isAlone(page, rule) || next >= count || isAlone(next, rule)
    spreads.push(alone ? [page] : [page, next])
    page += alone ? 1 : 2
  }
  return spreads
}

/** The page at which the pairs around `page` start: behind the last double-page picture, or the first of all. */
export function pairsStart(page: number, count: number, rule: Pick<SpreadRule, 'sizes' | 'marked'>): number {
  const from = isAlone(page, rule) && page + 1 < count ? page + 1 : page
  for (let start = from; start > 0; start--) if (isAlone(start - 1, rule)) return start
  return 0
}

/** The spread with `page`; the nearest when there is no such page. */
export function spreadAt(spreads: readonly Spread[], page: number): number {
  const found = spreads.findIndex((spread) => spread.includes(page))
  return found >= 0 ? found : page < 0 ? 0 : Math.max(0, spreads.length - 1)
}

/** From left to right on the screen. */
export function fromLeft(spread: Spread, rightToLeft: boolean): Spread {
  return rightToLeft ? [...spread].reverse() : spread
}

/** "Page 3 of 24", "Pages 4 and 5 of 24". */
export function pageWords(spread: Spread, count: number): string {
  const [first = 0, second] = spread
  return second === undefined ? `Page ${first + 1} of ${count}` : `Pages ${first + 1} and ${second + 1} of ${count}`
}
