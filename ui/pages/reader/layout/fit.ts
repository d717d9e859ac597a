import { isWide, type Size } from './spreads'

/** The drawn size of pages. Pure, in CSS pixels. */

export type Fit = 'smart' | 'width' | 'height' | 'original'
export type PageWindow = Size & {
  /** Screen pixels per CSS pixel. */
  density: number
}
export type Box = Size & {
  /** The size of each page of the spread, in order. */
  pages: readonly Size[]
}
export type FitRule = {
  fit: Fit
  view: PageWindow
  /** Two pages are shown side by side here, so a single upright one gets half the width. */
  double: boolean
}

/** The usual shape of a page, until its real size is known. */
export const USUAL: Size = { width: 1000, height: 1500 }
/** A whole page narrower than this is unreadable. */
const READABLE = 420
/** The largest automatic enlargement of small pictures. */
const MOST_ENLARGED = 2
/** A page with a taller shape than this is a part of a strip. */
const TOWER = 2.4
/** Wider text is tiring to read, however wide the window is. */
const BROAD = 900

/** The box of a spread and of its pages, which share one height. */
export function boxOf(sizes: readonly (Size | null | undefined)[], { fit, view, double }: FitRule): Box {
  const known = sizes.map((size) => size ?? USUAL)
  const height = Math.max(...known.map((size) => size.height))
  const widths = known.map((size) => (size.width * height) / size.height)
  const width = widths.reduce((sum, one) => sum + one, 0)
  const alone = double && known.length === 1 && !isWide(known[0])
  const scale = scaleOf({ width: alone ? width * 2 : width, height }, alone || known.length > 1 ? 2 : 1, fit, view)
  return {
    width: width * scale,
    height: height * scale,
    pages: widths.map((one) => ({ width: one * scale, height: height * scale })),
  }
}

function scaleOf(natural: Size, pages: number, fit: Fit, view: PageWindow): number {
  const across = view.width / natural.width
  const down = view.height / natural.height
  if (fit === 'width') return across
  if (fit === 'height') return down
  if (fit === 'original') return 1 / view.density
  const whole = Math.min(across, down, MOST_ENLARGED)
  const readable = (natural.width / pages) * whole >= Math.min(READABLE, view.width / pages - 1)
  const tower = natural.height > natural.width * TOWER
  if (readable && !tower) return whole
  return Math.min(across, (BROAD * pages) / natural.width, MOST_ENLARGED)
}

/** Width of the column of a strip. */
export function columnOf(fit: Fit, view: PageWindow, usual: Size | null | undefined): number {
  const size = usual ?? USUAL
  if (fit === 'width') return view.width
  if (fit === 'height') return Math.min(view.width, (view.height * size.width) / size.height)
  if (fit === 'original') return Math.min(view.width, size.width / view.density)
  return Math.min(view.width, 820)
}
