import type { Size } from '../layout/spreads'

/** How large a picture is asked for. Pure. */

export type Quality = 'auto' | 'original' | 'smaller'
export type Speed = 'slow' | 'middle' | 'fast'
export type Network = { saveData?: boolean; effectiveType?: string; deviceMemory?: number }

/** Browsers that do not tell are taken for fast: a library is mostly read at home. */
export function speedOf({ saveData, effectiveType }: Network): Speed {
  if (saveData || effectiveType === 'slow-2g' || effectiveType === '2g') return 'slow'
  return effectiveType === '3g' ? 'middle' : 'fast'
}

/** Few sizes, so that what was fetched once serves again after a turn of the phone or a drag of the window. */
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

/** Pixels to ask for; undefined asks for the page as it is in the file. */
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
