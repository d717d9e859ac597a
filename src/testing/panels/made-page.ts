import { type Box, unionOf } from '../../base/formats/images/panels'
import { Dice } from '../libraries/dice'

/**
 * Made comic pages with known panels: layouts, grounds, frames, balloons, drawings and the faults of scanning are drawn
 * by lot, the same for each seed.
 */
export interface MadePage {
  svg: string
  direction: 'ltr' | 'rtl'
  /**
   * The views in reading order, in pixels of the page: panels, those that a balloon joins as one. Undefined: the page
   * is one picture, and is shown whole.
   */
  views: Box[] | undefined
  panels: Box[]
  /** Balloons and panels: no view may cut one. */
  whole: Box[]
}

export const PAGE = { width: 800, height: 1200 }

type Point = readonly [x: number, y: number]

interface Panel {
  box: Box
  corners: Point[]
}

type Kind = 'framed' | 'unframed' | 'slanted' | 'bleeding' | 'splash' | 'inset'

const KINDS: Record<Kind, number> = { framed: 56, unframed: 9, slanted: 13, bleeding: 11, splash: 7, inset: 4 }
const WHITE = ['#ffffff', '#fdfcf8', '#f6f1e4', '#efe8d6']
const DARK = ['#000000', '#0c0c10']
const TINTS = ['#d8c8a8', '#bcd0d8', '#e8c8c8']

export function makePage(seed: number): MadePage {
  const dice = new Dice(seed * 7919 + 17)
  const kind = dice.weighed(KINDS)
  const direction = dice.chance(0.4) ? 'rtl' : 'ltr'
  const ground = dice.pick(dice.chance(0.78) ? WHITE : dice.chance(0.6) ? DARK : TINTS)
  const panels = kind === 'splash' || kind === 'inset' ? [wholePage(dice)] : layOut(dice, kind, direction)
  const art = panels.map((panel, index) => drawPanel(dice, { panel, kind, ground, id: index }))
  const insets = kind === 'inset' ? drawInsets(dice) : ''
  const balloons = panels.flatMap((_, index) => balloonsOf(dice, panels, index))
  const tilt = dice.chance(0.35) ? (dice.next() - 0.5) * 1.2 : 0
  const dirt = dice.chance(0.4) ? noise(dice) : ''
  const number = dice.chance(0.3) ? `<text x="390" y="1192" font-size="15" fill="${isDark(ground) ? '#ddd' : '#333'}">${dice.whole(2, 199)}</text>` : '' // biome-ignore format: one line
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}">
<rect width="100%" height="100%" fill="${ground}"/><g transform="rotate(${tilt} 400 600)">${art.join('')}${insets}${balloons.map(({ svg }) => svg).join('')}</g>${number}${dirt}</svg>`
  const whole = [...panels.map(({ box }) => box), ...balloons.map(({ box }) => box)]
  return {
    svg,
    direction,
    whole,
    panels: panels.map(({ box }) => box),
    views: panels.length < 2 ? undefined : joinedViews(panels, balloons),
  }
}

const isDark = (colour: string) => colour < '#4'

function wholePage(dice: Dice): Panel {
  const margin = dice.chance(0.5) ? 0 : dice.whole(20, 60)
  return panelOf({ x: margin, y: margin, width: PAGE.width - 2 * margin, height: PAGE.height - 2 * margin })
}

function panelOf({ x, y, width, height }: Box): Panel {
  const corners: Point[] = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]] // biome-ignore format: one glance
  return { box: { x, y, width, height }, corners }
}

/** Rows of panels, sometimes with a tall panel beside a column, in reading order. */
function layOut(dice: Dice, kind: Kind, direction: 'ltr' | 'rtl'): Panel[] {
  const gutter = dice.whole(7, 26)
  const margin = kind === 'bleeding' ? 0 : dice.whole(18, 64)
  const space = { x: margin, y: margin, width: PAGE.width - 2 * margin, height: PAGE.height - 2 * margin }
  const boxes = split(dice, space, { gutter, direction, depth: 0 })
  if (boxes.length < 2) return layOut(dice, kind, direction)
  const most = kind === 'slanted' ? Math.min(14, gutter * 0.9) : kind === 'framed' && dice.chance(0.2) ? 3 : 0
  return boxes.map((box) => moved(dice, panelOf(box), most))
}

interface Splitting {
  gutter: number
  direction: 'ltr' | 'rtl'
  depth: number
}

function split(dice: Dice, box: Box, { gutter, direction, depth }: Splitting): Box[] {
  const isRow = depth % 2 === 0
  const length = isRow ? box.height : box.width
  const least = isRow ? 190 : 130
  const most = Math.min(isRow ? 4 : 3, Math.floor(length / least))
  const stop = depth >= 3 || (depth === 2 && dice.chance(0.75)) || (depth === 1 && dice.chance(0.15))
  if (most < 2 || stop) return [box]
  const parts = dice.whole(depth === 0 ? 2 : 1, most)
  const weights = Array.from({ length: parts }, () => 0.6 + dice.next() * 0.9)
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const room = length - gutter * (parts - 1)
  let at = isRow ? box.y : box.x
  const pieces = weights.map((weight) => {
    const size = (room * weight) / all
    const piece = isRow ? { ...box, y: at, height: size } : { ...box, x: at, width: size }
    at += size + gutter
    return piece
  })
  const ordered = !isRow && direction === 'rtl' ? pieces.toReversed() : pieces
  return ordered.flatMap((piece) => split(dice, piece, { gutter, direction, depth: depth + 1 }))
}

/** Moves the corners inwards by up to `most`, as a drawn frame has them. */
function moved(dice: Dice, { box, corners }: Panel, most: number): Panel {
  const inwards = corners.map(([x, y]): Point => {
    const [dx, dy] = [dice.next() * most, dice.next() * most]
    return [x === box.x ? x + dx : x - dx, y === box.y ? y + dy : y - dy]
  })
  return { box: boundsOf(inwards), corners: inwards }
}

function boundsOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

interface Drawing {
  panel: Panel
  kind: Kind
  ground: string
  id: number
}

function drawPanel(dice: Dice, { panel, kind, ground, id }: Drawing): string {
  const { box, corners } = panel
  const outline = corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const isFramed = kind !== 'unframed' && !(kind === 'bleeding' && dice.chance(0.3)) && !(isDark(ground) && dice.chance(0.5)) // biome-ignore format: one line
  const frame = isFramed
    ? `<polygon points="${outline}" fill="none" stroke="${isDark(ground) ? dice.pick(['#fff', '#888']) : '#111'}" stroke-width="${dice.whole(2, 5)}"/>`
    : ''
  // A panel without a frame ends with its colours, which the ground does not have.
  const paper = isFramed && dice.chance(0.45) ? dice.pick(WHITE) : tone(dice, isFramed ? undefined : ground)
  const shapes = Array.from({ length: dice.whole(3, 9) }, () => shape(dice, box)).join('')
  return `<clipPath id="p${id}"><polygon points="${outline}"/></clipPath><g clip-path="url(#p${id})"><polygon points="${outline}" fill="${paper}"/>${shapes}</g>${frame}`
}

function tone(dice: Dice, ground: string | undefined): string {
  if (ground === undefined) return `hsl(${dice.whole(0, 359)} ${dice.whole(0, 80)}% ${dice.whole(8, 92)}%)`
  return `hsl(${dice.whole(0, 359)} ${dice.whole(10, 70)}% ${isDark(ground) ? dice.whole(38, 80) : dice.whole(15, 55)}%)`
}

function shape(dice: Dice, { x, y, width, height }: Box): string {
  const [cx, cy] = [x + dice.next() * width, y + dice.next() * height]
  const size = (0.08 + dice.next() * 0.4) * Math.min(width, height)
  const fill = dice.chance(0.3) ? 'none' : dice.chance(0.4) ? dice.pick(['#fff', '#000']) : tone(dice, undefined)
  const line = `stroke="#111" stroke-width="${dice.whole(1, 4)}"`
  const kind = dice.weighed({ round: 3, box: 1, hatching: 3, figure: 3 })
  if (kind === 'round')
    return `<ellipse cx="${cx}" cy="${cy}" rx="${size}" ry="${size * (0.5 + dice.next())}" fill="${fill}" ${line}/>`
  if (kind === 'box') return `<rect x="${cx}" y="${cy}" width="${size * 2}" height="${size}" fill="${fill}" ${line}/>`
  if (kind === 'hatching') {
    const lines = Array.from({ length: dice.whole(6, 24) }, (_, n) => `M${cx + n * 5} ${cy}l${size} ${size * 1.4}`)
    return `<path d="${lines.join('')}" fill="none" ${line}/>`
  }
  return `<path d="M${cx} ${y + height}C${cx} ${cy},${cx + size} ${cy},${cx + size * 1.2} ${y + height}Z" fill="${fill}" ${line}/><circle cx="${cx + size / 2}" cy="${cy}" r="${size / 3}" fill="${fill}" ${line}/>`
}

/** Small panels that lie on one picture: their order is a guess. */
function drawInsets(dice: Dice): string {
  return Array.from({ length: dice.whole(1, 3) }, (_, index) => {
    const box = {
      x: dice.whole(60, 440),
      y: 80 + index * 360,
      width: dice.whole(160, 300),
      height: dice.whole(120, 240),
    }
    return `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${tone(dice, undefined)}" stroke="#111" stroke-width="4"/>`
  }).join('')
}

interface Balloon {
  box: Box
  svg: string
  /** The panels that it touches. */
  panels: number[]
}

/** One in eight lies across a gutter, on the panel beside. */
function balloonsOf(dice: Dice, panels: readonly Panel[], index: number): Balloon[] {
  const { box } = panels[index]!
  return Array.from({ length: dice.whole(0, 2) }, () => {
    const width = Math.min(box.width * 0.7, dice.whole(70, 170))
    const height = Math.min(box.height * 0.5, width * (0.4 + dice.next() * 0.5))
    const inside = { x: box.x + 14 + dice.next() * (box.width - width - 28), y: box.y + 14 + dice.next() * (box.height - height - 28), width, height } // biome-ignore format: one line
    const other = dice.chance(0.12) && panels.length > 1 ? beside(panels, index) : undefined
    const place = other === undefined ? inside : { ...inside, x: edgeBetween(box, panels[other]!.box) - width / 2 }
    return { box: place, svg: drawBalloon(dice, place), panels: other === undefined ? [index] : [index, other] }
  })
}

/** A panel of the same height to the right or left. */
function beside(panels: readonly Panel[], index: number): number | undefined {
  const { box } = panels[index]!
  const isLevel = ({ y, height }: Box) => Math.abs(y - box.y) < 30 && Math.abs(y + height - box.y - box.height) < 30
  const found = panels.findIndex((panel, other) => Math.abs(index - other) === 1 && isLevel(panel.box))
  return found < 0 ? undefined : found
}

const edgeBetween = (one: Box, other: Box) =>
  one.x < other.x ? (one.x + one.width + other.x) / 2 : (other.x + other.width + one.x) / 2

function drawBalloon(dice: Dice, { x, y, width, height }: Box): string {
  const lines = Math.max(1, Math.floor(height / 18) - 1)
  const words = Array.from({ length: lines }, (_, line) => {
    const size = width * (0.4 + dice.next() * 0.3)
    return `<rect x="${x + (width - size) / 2}" y="${y + 14 + line * 17}" width="${size}" height="8" fill="#222"/>`
  })
  const isRound = dice.chance(0.75)
  const body = isRound
    ? `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}" fill="#fff" stroke="#111" stroke-width="2.5"/>`
    : `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fffbe0" stroke="#111" stroke-width="2.5"/>`
  return body + words.join('')
}

function noise(dice: Dice): string {
  const spots = Array.from(
    { length: dice.whole(20, 120) },
    () => `<circle cx="${dice.whole(0, 800)}" cy="${dice.whole(0, 1200)}" r="${0.4 + dice.next()}" fill="#777"/>`,
  )
  return spots.join('')
}

/** Panels that a balloon joins are one view, at the place of the first. */
function joinedViews(panels: readonly Panel[], balloons: readonly Balloon[]): Box[] {
  const group = panels.map((_, index) => index)
  for (const { panels: touched } of balloons) {
    const [one, other] = touched.map((index) => group[index]!)
    if (other === undefined) continue
    for (let index = 0; index < group.length; index++)
      if (group[index] === Math.max(one!, other)) group[index] = Math.min(one!, other)
  }
  return [...new Set(group)].map((first) =>
    panels
      .filter((_, index) => group[index] === first)
      .map(({ box }) => box)
      .reduce(unionOf),
  )
}
