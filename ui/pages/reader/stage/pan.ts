import type { Size } from '../layout/spreads'

/**
 * The visible part of a spread that is larger than the window. Pure: offsets of its middle from the window's middle.
 */

export type Pan = { x: number; y: number; zoom: number }
export type Direction = 'ltr' | 'rtl' | 'down'

export const LEAST_ZOOM = 1
export const MOST_ZOOM = 5
/** Half a pixel is no room to move in. */
const NOTHING = 1
/** The part of a window that one step moves: the last line stays visible. */
const STEP = 0.9

/** How far the middle may be moved to either side. */
export function roomOf(box: Size, view: Size, zoom: number): { x: number; y: number } {
  const room = (own: number, seen: number) => {
    const over = (own * zoom - seen) / 2
    return over > NOTHING ? over : 0
  }
  return { x: room(box.width, view.width), y: room(box.height, view.height) }
}

export function clampPan(pan: Pan, box: Size, view: Size): Pan {
  const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, pan.zoom))
  const room = roomOf(box, view, zoom)
  return { x: within(pan.x, room.x), y: within(pan.y, room.y), zoom }
}

const within = (value: number, room: number) => Math.min(room, Math.max(-room, value)) + 0

/** The corner where reading starts: the first one, or the last one after turning back. */
export function startOf(box: Size, view: Size, direction: Direction, forwards: boolean): Pan {
  const room = roomOf(box, view, 1)
  const side = direction === 'rtl' ? -room.x : room.x
  return forwards ? { x: side + 0, y: room.y, zoom: 1 } : { x: -side + 0, y: -room.y, zoom: 1 }
}

/** Zooms by `factor` and keeps the content at `point` (from the window's middle) in place. */
export function zoomPan(pan: Pan, factor: number, point: { x: number; y: number }, box: Size, view: Size): Pan {
  const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, pan.zoom * factor))
  const by = zoom / pan.zoom
  return clampPan({ x: point.x - (point.x - pan.x) * by, y: point.y - (point.y - pan.y) * by, zoom }, box, view)
}

/** One step forward; undefined at the end of the spread, where the page is turned. */
export function stepPan(pan: Pan, box: Size, view: Size, direction: Direction, by: 1 | -1): Pan | undefined {
  const room = roomOf(box, view, pan.zoom)
  const down = pan.y - by * view.height * STEP
  if (by > 0 ? pan.y > -room.y + NOTHING : pan.y < room.y - NOTHING) return clampPan({ ...pan, y: down }, box, view)
  const sign = direction === 'rtl' ? 1 : -1
  const end = sign * by * room.x
  if (Math.abs(end - pan.x) <= NOTHING) return undefined
  // To the next column: from its top when reading on, from its foot when reading back.
  return clampPan({ zoom: pan.zoom, x: pan.x + sign * by * view.width * STEP, y: by * room.y }, box, view)
}

/** Moves by pixels; undefined at the edge in that direction. */
export function movePan(pan: Pan, dx: number, dy: number, box: Size, view: Size): Pan | undefined {
  const next = clampPan({ ...pan, x: pan.x + dx, y: pan.y + dy }, box, view)
  return Math.abs(next.x - pan.x) < NOTHING && Math.abs(next.y - pan.y) < NOTHING ? undefined : next
}
