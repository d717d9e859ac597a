import type { Input } from '../../../api/contract'
import type { Quality } from '../pictures/quality'
import type { Direction } from '../stage/pan'
import type { ReadIssue } from '../wire'
import type { Fit, PageWindow } from './fit'
import type { Sizes } from './spreads'

/** The view settings of the series and of this device. */

export type Mode = 'auto' | 'single' | 'double' | 'strip'
export type SeriesReadingView = { mode: Mode; direction: Direction; fit: Fit; firstAlone: boolean; gap: boolean }
export type Ground = 'black' | 'dark' | 'paper' | 'white'
export type Ink = 'printed' | 'grey' | 'sepia'
export type DeviceView = {
  ground: Ground
  /** 0.3 to 1. */
  brightness: number
  ink: Ink
  quality: Quality
  oneHand: boolean
  /** Panel by panel where the panels of a page are known. */
  guided: boolean
  /** Without the empty margins of scans. */
  crop: boolean
  /** Wide pages in halves on an upright phone. */
  split: boolean
}

export const MODES: readonly Mode[] = ['auto', 'single', 'double', 'strip']
export const DIRECTIONS: readonly Direction[] = ['ltr', 'rtl', 'down']
export const LEAST_BRIGHTNESS = 0.3

const USUAL: DeviceView = {
  ground: 'black',
  brightness: 1,
  ink: 'printed',
  quality: 'auto',
  oneHand: false,
  guided: false,
  crop: false,
  split: false,
}
const CHOICES: { [K in keyof DeviceView]?: readonly DeviceView[K][] } = {
  ground: ['black', 'dark', 'paper', 'white'],
  ink: ['printed', 'grey', 'sepia'],
  quality: ['auto', 'original', 'smaller'],
  oneHand: [true, false],
  guided: [true, false],
  crop: [true, false],
  split: [true, false],
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

/** Series with the strip mode, which earlier versions kept on this device only. */
function downs(storage: Pick<Storage, 'getItem'>): string[] {
  const saved = parsed<unknown>(storage.getItem(DOWN_KEY), [])
  return Array.isArray(saved) ? saved.filter((one) => typeof one === 'string') : []
}

/** The choices for the series that this device has not sent to the server yet. */
export function unsentView(
  { comic_id }: ReadIssue,
  storage: Pick<Storage, 'getItem'>,
): Partial<SeriesReadingView> | undefined {
  return downs(storage).includes(comic_id) ? { direction: 'down' } : undefined
}

export function forgetUnsentView({ comic_id }: ReadIssue, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  keep(
    storage,
    DOWN_KEY,
    downs(storage).filter((one) => one !== comic_id),
  )
}

/** The server's view wins over choices kept on this device. */
export function seriesViewOf(issue: ReadIssue, storage: Pick<Storage, 'getItem'>): SeriesReadingView {
  const { view } = issue
  const layout = view.layout ?? issue.layout
  const unsent = view.direction_chosen ? undefined : unsentView(issue, storage)
  return {
    mode: layout === 'strip' ? 'strip' : (view.spread ?? 'auto'),
    direction: unsent?.direction ?? view.reading_direction,
    fit: view.fit ?? 'smart',
    firstAlone: view.first_alone ?? true,
    gap: view.gap ?? false,
  }
}

/** Whether the view of the series differs from the defaults and can be reset. */
export function isChosen({ direction_chosen, reading_direction: _, ...view }: ReadIssue['view']): boolean {
  return direction_chosen || Object.values(view).some((value) => value !== undefined)
}

export type WirePatch = NonNullable<Input<'PATCH /api/reading/series/:comic_id/view'>['body']>

/** The request for a change. */
export function patchOf({ mode, direction, fit, firstAlone, gap }: Partial<SeriesReadingView>): WirePatch {
  const patch: WirePatch = {}
  if (mode === 'strip') patch.layout = 'strip'
  else if (mode !== undefined) Object.assign(patch, { layout: 'paged', spread: mode })
  if (direction !== undefined) patch.reading_direction = direction
  if (fit !== undefined) patch.fit = fit
  if (firstAlone !== undefined) patch.first_alone = firstAlone
  if (gap !== undefined) patch.gap = gap
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
export function isDouble(mode: Mode, { width, height }: Pick<PageWindow, 'width' | 'height'>): boolean {
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
    // A private window has no storage; the choice lasts as long as the page.
  }
}
