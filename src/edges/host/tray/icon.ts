import type { Mood } from './tray-view'

type Colour = readonly [red: number, green: number, blue: number]
type Inside = (x: number, y: number) => boolean

/** Samples per pixel, across and down. */
const SAMPLES = 4
/** Units of the drawing, as in assets/icon.svg. */
const UNITS = 64

const INK: Colour = [0x17, 0x18, 0x1b]
const PAPER: Colour = [0xf4, 0xed, 0xe0]
const AMBER: Colour = [0xf4, 0xb7, 0x40]
const RED: Colour = [0xe5, 0x48, 0x4d]
const BLUE: Colour = [0x2f, 0x7f, 0xd1]

const box =
  (left: number, top: number, width: number, height: number): Inside =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height

const round =
  (centreX: number, centreY: number, radius: number): Inside =>
  (x, y) =>
    (x - centreX) ** 2 + (y - centreY) ** 2 < radius ** 2

/** A square with round corners that fills the picture. */
const TILE: Inside = (x, y) => {
  const [dx, dy] = [Math.max(14 - x, x - 50, 0), Math.max(14 - y, y - 50, 0)]
  return dx ** 2 + dy ** 2 < 14 ** 2
}
const PANELS: readonly (readonly [Inside, Colour])[] = [
  [box(13, 14, 17, 21), PAPER],
  [box(34, 14, 17, 9), AMBER],
  [box(34, 27, 17, 23), RED],
  [box(13, 39, 17, 11), BLUE],
]
/** The badge in the lower corner, with a ring of ink around it. */
const RING = round(46, 46, 18.5)
const BADGE = round(46, 46, 15)
const MARKS: Partial<Record<Mood, readonly (readonly [Inside, Colour])[]>> = {
  working: [[RING, INK], [BADGE, BLUE], [box(43.5, 37, 5, 9), PAPER], [arrowHead, PAPER]], // biome-ignore format: one badge a line
  attention: [[RING, INK], [BADGE, AMBER], [box(43, 36, 6, 12), INK], [box(43, 51, 6, 5), INK]], // biome-ignore format: one badge a line
  paused: [[RING, INK], [BADGE, PAPER], [box(39, 38, 5, 16), INK], [box(48, 38, 5, 16), INK]], // biome-ignore format: one badge a line
}

function arrowHead(x: number, y: number): boolean {
  return y >= 45 && y < 55 && Math.abs(x - 46) < 55 - y
}

/** The icon as `size` by `size` pixels of RGBA. Grey while searching is paused. */
export function drawIcon(mood: Mood, size: number): Uint8Array {
  const shapes = [[TILE, INK] as const, ...PANELS, ...(MARKS[mood] ?? [])]
  const isGrey = mood === 'paused' || mood === 'stopping'
  const pixels = new Uint8Array(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    const [red, green, blue, cover] = sampled(shapes, at % size, Math.trunc(at / size), UNITS / size)
    const grey = 0.3 * red + 0.59 * green + 0.11 * blue
    const colour = isGrey ? [grey, grey, grey] : [red, green, blue]
    pixels.set([...colour.map(Math.round), Math.round(mood === 'stopping' ? cover / 2 : cover)], at * 4)
  }
  return pixels
}

/** The mean of a pixel's samples; the topmost shape counts. */
function sampled(shapes: readonly (readonly [Inside, Colour])[], column: number, row: number, unit: number) {
  const sum = [0, 0, 0]
  let covered = 0
  for (let each = 0; each < SAMPLES * SAMPLES; each++) {
    const x = (column + ((each % SAMPLES) + 0.5) / SAMPLES) * unit
    const y = (row + (Math.trunc(each / SAMPLES) + 0.5) / SAMPLES) * unit
    const top = shapes.findLast(([inside]) => inside(x, y))
    if (!top) continue
    covered++
    for (let part = 0; part < 3; part++) sum[part]! += top[1][part]!
  }
  const mean = (part: number) => (covered === 0 ? 0 : sum[part]! / covered)
  return [mean(0), mean(1), mean(2), (covered * 255) / (SAMPLES * SAMPLES)] as const
}

/** ARGB, as StatusNotifierItem expects. */
export function asArgb(pixels: Uint8Array): Uint8Array {
  return reordered(pixels, [3, 0, 1, 2])
}

/** BGRA, as Windows expects. */
export function asBgra(pixels: Uint8Array): Uint8Array {
  return reordered(pixels, [2, 1, 0, 3])
}

function reordered(pixels: Uint8Array, order: readonly number[]): Uint8Array {
  return pixels.map((_, at) => pixels[at - (at % 4) + order[at % 4]!]!)
}
