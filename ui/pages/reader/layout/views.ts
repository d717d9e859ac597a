import type { Input } from '../../../api/contract'
import type { Quality } from '../pictures/quality'
import type { Direction } from '../stage/pan'
import type { ReadIssue } from '../wire'
import type { Fit, View } from './fit'
import type { Sizes } from './spreads'

/** How issues are shown: settings of the series and of this device. */

export type Mode = 'auto' | 'single' | 'double' | 'strip'
export type SeriesView = { mode: Mode; direction: Direction; fit: Fit; firstAlone: boolean }
export type Ground = 'black' | 'dark' | 'paper' | 'white'
export type Ink = 'printed' | 'grey' | 'sepia'
export type DeviceView = {
  ground: Ground
  /** 0.3 to 1. */
  brightness: number
  ink: Ink
  quality: Quality
  oneHand: boolean
}

export const MODES: readonly Mode[] = ['auto', 'single', 'double', 'strip']
export const DIRECTIONS: readonly Direction[] = ['ltr', 'rtl', 'down']
export const LEAST_BRIGHTNESS = 0.3

const USUAL: DeviceView = { ground: 'black', brightness: 1, ink: 'printed', quality: 'auto', oneHand: false }
const CHOICES: { [K in keyof DeviceView]?: readonly DeviceView[K][] } = {
  ground: ['black', 'dark', 'paper', 'white'],
  ink: ['printed', 'grey', 'sepia'],
  quality: ['auto', 'original', 'smaller'],
  oneHand: [true, false],
}
const DEVICE_KEY = 'panelkeep.reader'
const DOWN_KEY = 'panelkeep.reader.down'

export function readDeviceView(storage: Pick<Storage, 'getItem'>): DeviceView {
  const saved = parsed<Partial<DeviceView>>(storage.getItem(DEVICE_KEY), {})
  const view: DeviceView = { ...USUAL }
  const take = <K extends keyof DeviceView>(key: K) => {
    const value = saved[key] as DeviceView[K]
    if (CHOICES[key]?.includes(value)) view[key] = value
  }
  for (const key of Object.keys(CHOICES) as (keyof DeviceView)[]) take(key)
  const { brightness } = saved
  if (typeof brightness === 'number' && brightness >= LEAST_BRIGHTNESS && brightness < 1) view.brightness = brightness
  return view
}

export function keepDeviceView(storage: Pick<Storage, 'setItem'>, view: DeviceView): void {
  keep(storage, DEVICE_KEY, view)
}

/** Turning pages downwards depends on the device, so only the device stores it. */
function downs(storage: Pick<Storage, 'getItem'>): string[] {
  const saved = parsed<unknown>(storage.getItem(DOWN_KEY), [])
  return Array.isArray(saved) ? saved.filter((one) => typeof one === 'string') : []
}

const MOST_DOWNS = 500

export function keepDown(storage: Pick<Storage, 'getItem' | 'setItem'>, comicId: string, down: boolean): void {
  const others = downs(storage).filter((one) => one !== comicId)
  keep(storage, DOWN_KEY, down ? [...others, comicId].slice(-MOST_DOWNS) : others)
}

export function seriesViewOf(issue: ReadIssue, storage: Pick<Storage, 'getItem'>): SeriesView {
  const { view, comic_id } = issue
  const layout = view.layout ?? issue.layout
  return {
    mode: layout === 'strip' ? 'strip' : (view.spread ?? 'auto'),
    direction: downs(storage).includes(comic_id) ? 'down' : (view.reading_direction ?? issue.reading_direction),
    fit: view.fit ?? 'smart',
    firstAlone: view.first_alone ?? true,
  }
}

export type WirePatch = NonNullable<Input<'PATCH /api/reading/series/:comic_id/view'>['body']>

/** The request for a change. */
export function patchOf({ mode, direction, fit, firstAlone }: Partial<SeriesView>): WirePatch {
  const patch: WirePatch = {}
  if (mode === 'strip') patch.layout = 'strip'
  else if (mode !== undefined) Object.assign(patch, { layout: 'paged', spread: mode })
  if (direction === 'ltr' || direction === 'rtl') patch.reading_direction = direction
  if (fit !== undefined) patch.fit = fit
  if (firstAlone !== undefined) patch.first_alone = firstAlone
  return patch
}

const PIECE = 2

/** Whether most pages are pieces of a strip, for an issue that the server has not measured yet. */
export function looksLikeStrip(sizes: Sizes): boolean {
  const known = sizes.filter((size) => size != null)
  return known.filter(({ width, height }) => height > width * PIECE).length * 2 > sizes.length
}

const BROAD = 1.15
const ROOMY = 700

const NARROW = 560

/**
 * Whether two pages are shown side by side in this window. A choice made on a desktop applies to the series
 * everywhere, except on an upright phone, where two pages would be too small.
 */
export function isDouble(mode: Mode, { width, height }: Pick<View, 'width' | 'height'>): boolean {
  if (mode === 'double') return width >= NARROW || width > height
  return mode === 'auto' && width >= ROOMY && width >= height * BROAD
}

/** The next mode of the key M. */
export function nextMode(mode: Mode, double: boolean): Mode {
  if (mode === 'auto') return double ? 'single' : 'double'
  return mode === 'single' ? 'double' : mode === 'double' ? 'strip' : 'single'
}

export function nextDirection(direction: Direction): Direction {
  return DIRECTIONS[(DIRECTIONS.indexOf(direction) + 1) % DIRECTIONS.length] as Direction
}

function parsed<T>(text: string | null, otherwise: T): T {
  try {
    return text === null ? otherwise : (JSON.parse(text) ?? otherwise)
  } catch {
    return otherwise
  }
}

function keep(storage: Pick<Storage, 'setItem'>, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // A private window keeps nothing; the choice lasts as long as the page.
  }
}
