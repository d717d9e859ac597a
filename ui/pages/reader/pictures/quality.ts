import type { Size } from '../layout/spreads'

/** The size in which a picture is requested. Pure. */

export type Quality = 'auto' | 'original' | 'smaller'
export type Speed = 'slow' | 'middle' | 'fast'
export type Network = { saveData?: boolean; effectiveType?: string; deviceMemory?: number }

/** A connection of unknown speed counts as fast: most reading happens at home. */
export function speedOf({ saveData, effectiveType }: Network): Speed {
  if (saveData || effectiveType === 'slow-2g' || effectiveType === '2g') return 'slow'
  return effectiveType === '3g' ? 'middle' : 'fast'
}

/** A few fixed sizes, so that a cached picture still fits after a rotation or a resize. */
const STEPS = [480, 720, 960, 1280, 1600, 2000, 2560, 3200]
const SMALLER = 0.66
/** A larger picture costs a phone more memory than its sharpness is worth. */
const HEAVY = 14_000_000

export type WidthRule = {
  quality: Quality
  speed: Speed
  /** Width of the page on the window in CSS pixels, zoom not counted. */
  shown: number
  zoom: number
  density: number
  size: Size | null | undefined
}

/** The width to request; undefined for the original page of the file. */
export function widthFor({ quality, speed, shown, zoom, density, size }: WidthRule): number | undefined {
  const sharp = shown * density * Math.max(1, zoom)
  const want = neededOf(quality, speed, sharp, size)
  if (want === undefined) return undefined
  const width = STEPS.find((step) => step >= want)
  return width === undefined || (size && width >= size.width) ? undefined : width
}

function neededOf(quality: Quality, speed: Speed, sharp: number, size: WidthRule['size']): number | undefined {
  if (quality === 'original') return undefined
  if (quality === 'smaller' || speed === 'slow') return sharp * SMALLER
  if (speed === 'middle') return sharp
  return size && size.width * size.height > HEAVY ? sharp * 1.5 : undefined
}
