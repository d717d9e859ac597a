/**
 * Finds the panels of a comic page by its gutters: the ground that reaches in from the edge of the page. Pure pixels, no
 * model. What is uncertain is not answered, so that a view of one panel never shows half a balloon.
 */

import { atOnce } from '../../platform/event-loop'

/** A part of a picture, in pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Brightness from 0 to 255, row after row. */
export interface GreyPicture {
  width: number
  height: number
  pixels: Uint8Array
}

/** How far from the ground's brightness a pixel still belongs to it: paper, scanning and JPEG are never even. */
const EVEN = 28
/** The share of the page's edge that must be ground. */
const GROUND_AT_EDGE = 0.6
/** Smaller parts are page numbers, balloons in a gutter or dirt: they belong to the panel beside them. */
const LEAST_PANEL = 0.015
/** Parts of this share of the page are specks. */
const SPECK = 0.0005
/** The share of its box that a panel fills. Less is a figure without a frame, or panels that touch. */
const FILLED = 0.7
const MOST_PANELS = 16
/** Two boxes that share more than this of the smaller one are one view. */
const SHARED = 0.12
/** A small part belongs to a panel at most this share of the page's height away. */
const NEAR = 0.03
/** It makes the view wider or higher by at most this share of the page's height. */
const GROWN = 0.06
/** A larger part beside no panel is a picture without a frame. */
const LOST = 0.004
/** The widest gutter, as a share of the page's height. */
const WIDEST = 0.05

interface Part {
  box: Box
  /** Its pixels, holes included. */
  count: number
}

/**
 * The panels in no order; undefined when the page has no gutters, one picture only, or shapes that are no panels. A part
 * that touches two panels, such as a balloon across a gutter, joins them.
 */
export const findPanels = (page: GreyPicture): Box[] | undefined => atOnce(panelSteps(page))

/** The same in steps of a few milliseconds. */
export function* panelSteps(page: GreyPicture): Generator<undefined, Box[] | undefined> {
  const found = panelsOnGround(page) ?? (yield* panelsByCuts(page))
  return found && found.length >= 2 && found.length <= MOST_PANELS ? found : undefined
}

/** The parts that lie apart on the ground of the page, with whatever is beside them. */
function panelsOnGround(page: GreyPicture): Box[] | undefined {
  const ground = groundOf(page)
  if (ground === undefined) return undefined
  const area = page.width * page.height
  const parts = partsOf(page, outsideOf(page, ground)).filter(({ count }) => count >= SPECK * area)
  const isPanel = ({ box }: Part) => sizeOf(box) >= LEAST_PANEL * area
  const panels = parts.filter(isPanel)
  if (panels.some(({ box, count }) => count < FILLED * sizeOf(box))) return undefined
  const boxes = panels.map(({ box }) => box)
  for (const { box } of parts.filter((part) => !isPanel(part))) {
    const near = boxes.toSorted((one, other) => gapBetween(one, box) - gapBetween(other, box))[0]
    if (near && isBeside(page, near, box)) Object.assign(near, unionOf(near, box))
    else if (sizeOf(box) > LOST * area) return undefined
  }
  const joined = joinOverlapping(boxes)
  if (joined.length < 2) return undefined
  const isOpen = largestSquare(page, outsideBoxes(page, joined), joined.reduce(unionOf)) > WIDEST * page.height
  return isOpen ? undefined : joined
}

/** Whether a small part is near the panel and makes its view only a little larger. */
function isBeside({ height }: GreyPicture, panel: Box, part: Box): boolean {
  const both = unionOf(panel, part)
  const isLittle = both.width - panel.width <= GROWN * height && both.height - panel.height <= GROWN * height
  return isLittle && gapBetween(panel, part) <= NEAR * height
}

/** Marks the pixels that are in no box. */
function outsideBoxes({ width, height }: GreyPicture, boxes: readonly Box[]): Uint8Array {
  const outside = new Uint8Array(width * height).fill(1)
  for (const box of boxes)
    for (let y = box.y; y < box.y + box.height; y++) outside.fill(0, y * width + box.x, y * width + box.x + box.width)
  return outside
}

/** The side of the largest square between the boxes: wider than a gutter, it is a panel without a frame. */
function largestSquare(
  { width }: GreyPicture,
  outside: Uint8Array,
  { x, y, width: across, height: down }: Box,
): number {
  let largest = 0
  let above = new Uint16Array(across + 1)
  for (let row = y; row < y + down; row++) {
    const sides = new Uint16Array(across + 1)
    for (let column = 1; column <= across; column++) {
      if (outside[row * width + x + column - 1] === 0) continue
      const side = 1 + Math.min(above[column]!, above[column - 1]!, sides[column - 1]!)
      sides[column] = side
      if (side > largest) largest = side
    }
    above = sides
  }
  return largest
}

/** The brightness that most of the page's edge has; undefined when the edge is a picture. */
function groundOf({ width, height, pixels }: GreyPicture): number | undefined {
  const shades = new Uint32Array(256)
  let all = 0
  const count = (x: number, y: number) => {
    shades[pixels[y * width + x]!]!++
    all++
  }
  for (let x = 0; x < width; x++) for (const y of [1, height - 2]) count(x, y)
  for (let y = 0; y < height; y++) for (const x of [1, width - 2]) count(x, y)
  let [best, most] = [0, 0]
  for (let shade = 0; shade < 256; shade++) {
    let sum = 0
    for (let near = Math.max(0, shade - 10); near <= Math.min(255, shade + 10); near++) sum += shades[near]!
    if (sum > most) [best, most] = [shade, sum]
  }
  return most >= GROUND_AT_EDGE * all ? best : undefined
}

/** Marks the ground that is connected with the page's edge. */
function outsideOf({ width, height, pixels }: GreyPicture, ground: number): Uint8Array {
  const outside = new Uint8Array(width * height)
  const open = new Int32Array(width * height)
  let waiting = 0
  const visit = (at: number) => {
    if (outside[at] === 1 || Math.abs(pixels[at]! - ground) > EVEN) return
    outside[at] = 1
    open[waiting++] = at
  }
  for (let x = 0; x < width; x++) for (const y of [0, 1, height - 2, height - 1]) visit(y * width + x)
  for (let y = 0; y < height; y++) for (const x of [0, 1, width - 2, width - 1]) visit(y * width + x)
  while (waiting > 0) {
    const at = open[--waiting]!
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x < width - 1) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at < width * (height - 1)) visit(at + width)
  }
  return outside
}

/** The connected parts of the rest, by their boxes. */
function partsOf({ width, height }: GreyPicture, outside: Uint8Array): Part[] {
  const seen = Uint8Array.from(outside)
  const parts: Part[] = []
  const open = new Int32Array(width * height)
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1) continue
    let [left, right, top, bottom, count] = [width, 0, height, 0, 0]
    let waiting = 1
    open[0] = start
    seen[start] = 1
    while (waiting > 0) {
      const at = open[--waiting]!
      const x = at % width
      const y = (at - x) / width
      count++
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (seen[next] === 1) continue
          seen[next] = 1
          open[waiting++] = next
        }
    }
    parts.push({ box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, count })
  }
  return parts
}

/** Degrees by which a page may lie askew on the scanner. */
const TILTS = [0, 0.15, -0.15, 0.3, -0.3, 0.45, -0.45, 0.6, -0.6, 0.8, -0.8]

function* panelsByCuts(page: GreyPicture): Generator<undefined, Box[] | undefined> {
  let best: Box[] | undefined
  for (const tilt of TILTS) {
    yield
    const found = straightPanels(tilt === 0 ? page : turned(page, tilt))
    if (found && found.length > (best?.length ?? 0)) best = found
  }
  return best
}

/** The page turned about its middle; pixels from beyond its edge repeat the edge. */
function turned({ width, height, pixels }: GreyPicture, degrees: number): GreyPicture {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const fromX = Math.min(width - 1, Math.max(0, Math.round(x + slope * (y - height / 2))))
      const fromY = Math.min(height - 1, Math.max(0, Math.round(y - slope * (x - width / 2))))
      out[y * width + x] = pixels[fromY * width + fromX]!
    }
  return { width, height, pixels: out }
}

/**
 * The pieces between gutters that go straight through, cut again and again: finds panels that reach the edge of the
 * page. A gutter has one shade from end to end, and a frame or another shade on both sides.
 */
function straightPanels(page: GreyPicture): Box[] | undefined {
  const gutters: number[] = []
  const pieces = cutPiece(page, { x: 0, y: 0, width: page.width, height: page.height }, gutters)
  const isOneGround = Math.max(...gutters) - Math.min(...gutters) <= EVEN
  return pieces.length > 1 && isOneGround ? pieces : undefined
}

function cutPiece(page: GreyPicture, piece: Box, gutters: number[]): Box[] {
  for (const axis of ['y', 'x'] as const) {
    const bands = guttersOf(page, piece, axis)
    if (bands.length === 0) continue
    gutters.push(...bands.map(({ shade }) => shade))
    const length = axis === 'y' ? 'height' : 'width'
    const ends = [...bands.map(({ from }) => from), piece[axis] + piece[length]]
    const starts = [piece[axis], ...bands.map(({ to }) => to)]
    return ends.flatMap((end, index) => {
      const start = starts[index]!
      return cutPiece(page, { ...piece, [axis]: start, [length]: end - start }, gutters)
    })
  }
  return [piece]
}

interface Gutter {
  from: number
  to: number
  shade: number
}

function guttersOf(page: GreyPicture, piece: Box, axis: 'x' | 'y'): Gutter[] {
  const [begin, end] = axis === 'y' ? [piece.y, piece.y + piece.height] : [piece.x, piece.x + piece.width]
  const found: Gutter[] = []
  for (let at = begin; at < end; at++) {
    const shade = shadeOfLine(page, piece, axis, at)
    if (shade === undefined) continue
    let to = at + 1
    while (to < end && differing(page, piece, axis, to, shade) <= DIRT) to++
    const isBetween = at - begin > LEAST_SIDE * page.width && end - to > LEAST_SIDE * page.width
    const isGutter = isBetween && to - at >= 2 && to - at <= WIDEST * page.height
    if (isGutter && hasSides(page, piece, axis, { from: at, to, shade })) found.push({ from: at, to, shade })
    at = to
  }
  return found
}

const DIRT = 0.015
const LEAST_SIDE = 0.08

/** Whether what lies on each side differs from the gutter along most of its length. */
function hasSides(page: GreyPicture, piece: Box, axis: 'x' | 'y', { from, to, shade }: Gutter): boolean {
  const [begin, length] = axis === 'y' ? [piece.x, piece.width] : [piece.y, piece.height]
  const differs = (at: number, along: number) => Math.abs(pixelAt(page, axis, at, along) - shade) > EVEN
  const share = (lines: readonly number[]) => {
    let count = 0
    for (let along = begin; along < begin + length; along++) if (lines.some((at) => differs(at, along))) count++
    return count / length
  }
  return share([from - 1, from - 2, from - 3]) >= SIDED && share([to, to + 1, to + 2]) >= SIDED
}

const SIDED = 0.8

/** The one shade of a line of pixels; undefined when it has several. */
function shadeOfLine(page: GreyPicture, piece: Box, axis: 'x' | 'y', at: number): number | undefined {
  const middle = axis === 'y' ? piece.x + piece.width / 2 : piece.y + piece.height / 2
  const shade = pixelAt(page, axis, at, Math.floor(middle))
  return differing(page, piece, axis, at, shade) <= DIRT ? shade : undefined
}

const pixelAt = ({ width, pixels }: GreyPicture, axis: 'x' | 'y', at: number, along: number) =>
  pixels[axis === 'y' ? at * width + along : along * width + at]!

/** The share of a line of pixels that has another shade. */
function differing(page: GreyPicture, piece: Box, axis: 'x' | 'y', at: number, shade: number): number {
  const [from, length] = axis === 'y' ? [piece.x, piece.width] : [piece.y, piece.height]
  const { width, pixels } = page
  const step = axis === 'y' ? 1 : width
  const first = axis === 'y' ? at * width + from : from * width + at
  let count = 0
  for (let place = first, left = length; left > 0; place += step, left--)
    if (Math.abs(pixels[place]! - shade) > EVEN) count++
  return count / length
}

function joinOverlapping(boxes: readonly Box[]): Box[] {
  const joined = [...boxes]
  for (let again = true; again; ) {
    again = false
    for (let one = 0; one < joined.length && !again; one++)
      for (let other = one + 1; other < joined.length && !again; other++) {
        const [a, b] = [joined[one]!, joined[other]!]
        if (sharedBy(a, b) <= SHARED * Math.min(sizeOf(a), sizeOf(b))) continue
        joined.splice(other, 1)
        joined[one] = unionOf(a, b)
        again = true
      }
  }
  return joined
}

/**
 * The panels as they are read: rows from the top, each from the left, or from the right. Undefined when no straight cut
 * separates them, since their order is a guess then.
 */
export function inReadingOrder(boxes: readonly Box[], direction: 'ltr' | 'rtl'): Box[] | undefined {
  if (boxes.length < 2) return [...boxes]
  for (const axis of ['y', 'x'] as const) {
    const groups = cutAlong(boxes, axis)
    if (groups.length < 2) continue
    const turned = axis === 'x' && direction === 'rtl' ? groups.toReversed() : groups
    const ordered = turned.map((group) => inReadingOrder(group, direction))
    return ordered.every((group) => group !== undefined) ? ordered.flat() : undefined
  }
  return undefined
}

/** Groups between which a straight line fits, apart from slants. */
function cutAlong(boxes: readonly Box[], axis: 'x' | 'y'): Box[][] {
  const length = axis === 'x' ? 'width' : 'height'
  const sorted = boxes.toSorted((one, other) => one[axis] - other[axis])
  const groups: Box[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const box of sorted) {
    const slack = SHARED * box[length]
    if (box[axis] + slack >= end) groups.push([box])
    else groups.at(-1)!.push(box)
    end = Math.max(end, box[axis] + box[length])
  }
  return groups
}

const sizeOf = ({ width, height }: Box) => width * height

export function unionOf(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** The pixels that both have. */
function sharedBy(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

/** The distance of two boxes, 0 when they touch. */
function gapBetween(one: Box, other: Box): number {
  const across = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  const down = Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height)
  return Math.hypot(Math.max(0, across), Math.max(0, down))
}

/** The share of a line that may differ from the ground and still counts as margin: dust, a page number. */
const DUST = 0.03
/** A margin takes at most this share of a side; more is a picture on an empty page. */
const MOST_MARGIN = 0.25

/** The page without its empty margins; undefined when it has none, or is empty. */
export function withoutMargins(page: GreyPicture): Box | undefined {
  const ground = groundOf(page)
  if (ground === undefined) return undefined
  const whole = { x: 0, y: 0, width: page.width, height: page.height }
  const isEmpty = (axis: 'x' | 'y', at: number) => differing(page, whole, axis, at, ground) <= DUST
  const marginFrom = (axis: 'x' | 'y', first: number, by: 1 | -1, most: number) => {
    let lines = 0
    while (lines < most && isEmpty(axis, first + by * lines)) lines++
    return lines
  }
  const [most, highest] = [Math.floor(page.width * MOST_MARGIN), Math.floor(page.height * MOST_MARGIN)]
  const [left, right] = [marginFrom('x', 0, 1, most), marginFrom('x', page.width - 1, -1, most)]
  const [top, bottom] = [marginFrom('y', 0, 1, highest), marginFrom('y', page.height - 1, -1, highest)]
  if (Math.max(left, right) === most || Math.max(top, bottom) === highest) return undefined
  // One line of ground stays, so that no frame is cut.
  const box = { x: Math.max(0, left - 1), y: Math.max(0, top - 1), width: 0, height: 0 }
  box.width = page.width - box.x - Math.max(0, right - 1)
  box.height = page.height - box.y - Math.max(0, bottom - 1)
  return sizeOf(box) < sizeOf(whole) ? box : undefined
}
