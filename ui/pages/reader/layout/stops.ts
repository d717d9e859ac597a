import type { Reply } from '../../../api/contract'
import { type Direction, MOST_ZOOM, type Pan } from '../stage/pan'
import type { PageWindow } from './fit'
import { isWide, type Size } from './spreads'

/** The parts of a page at which reading stops: its panels, or the halves of a wide page. Pure. */

export type PageLayout = Reply<'GET /api/reading/issues/:issue_id/layouts/:page'>
/** In shares of the page's width and height. */
export type Part = NonNullable<PageLayout['crop']>
export type Stops = {
  parts: readonly Part[]
  /** Everything beside a panel is dimmed; the halves of a page are not. */
  dimmed: boolean
}

/** A narrow window is a phone held upright. */
const NARROW = 600
/** Space around a panel, as a share of the window. */
const ROOM = 0.96

export type StopRule = {
  size: Size | null | undefined
  layout: PageLayout | undefined
  direction: Direction
  /** Panel by panel. */
  guided: boolean
  /** Without empty margins. */
  crop: boolean
  /** Wide pages in halves. */
  split: boolean
  view: Pick<PageWindow, 'width' | 'height'>
}

/** Where reading stops on a page that is shown alone; undefined for a page that is shown whole. */
export function stopsOf({ size, layout, direction, guided, crop, split, view }: StopRule): Stops | undefined {
  const isRight = direction === 'rtl'
  const panels = guided ? layout?.panels?.[isRight ? 'rtl' : 'ltr'] : undefined
  if (panels) return { parts: panels.map((part) => (crop ? inside(part, layout?.crop) : part)), dimmed: true }
  if (!split || !isWide(size) || view.width > NARROW || view.width > view.height) return undefined
  const parts = halves(crop ? layout?.crop : undefined)
  return { parts: isRight ? parts.reverse() : parts, dimmed: false }
}

/** The halves on both sides of the fold, which margins of different width move away from the middle. */
function halves(crop: Part | null | undefined): Part[] {
  const fold = crop ? (0.5 - crop.x) / crop.width : 0.5
  const left = { x: 0, y: 0, width: fold, height: 1 }
  return [left, { ...left, x: fold, width: 1 - fold }]
}

/** The place of a part on the page without its margins. */
function inside(part: Part, crop: Part | null | undefined): Part {
  if (!crop) return part
  return {
    x: (part.x - crop.x) / crop.width,
    y: (part.y - crop.y) / crop.height,
    width: part.width / crop.width,
    height: part.height / crop.height,
  }
}

/** The size of a page without its margins. */
export function croppedSize(size: Size, { width, height }: Part): Size {
  return { ...size, width: size.width * width, height: size.height * height }
}

/** Zoom and place at which the part fills the window. `box`: the drawn size of the page. */
export function panTo({ x, y, width, height }: Part, box: Size, view: Size): Pan {
  const across = (view.width * ROOM) / (width * box.width)
  const down = (view.height * ROOM) / (height * box.height)
  const zoom = Math.min(across, down, MOST_ZOOM)
  return { x: (0.5 - x - width / 2) * box.width * zoom, y: (0.5 - y - height / 2) * box.height * zoom, zoom }
}
