import { USUAL } from '../layout/fit'
import { type Sizes, type Spread, spreadAt } from '../layout/spreads'
import { type Network, speedOf } from './quality'

/** Chooses the pages to preload. Pure. */

const MEGABYTE = 1024 * 1024
const BYTES_A_PIXEL = 4

export type PreloadRange = {
  /** The number of spreads to preload after and before this one. */
  ahead: number
  behind: number
  /** The memory for decoded pages, in bytes. */
  memory: number
}

const SPREADS = { slow: { ahead: 1, behind: 0 }, middle: { ahead: 2, behind: 1 }, fast: { ahead: 4, behind: 2 } }

/** `touch` for touch devices: browsers that do not report their memory are mostly on phones. */
export function preloadRange(network: Network, touch: boolean): PreloadRange {
  const gigabytes = network.deviceMemory ?? (touch ? 4 : 8)
  const memory = gigabytes <= 2 ? 64 : gigabytes <= 4 ? 160 : 384
  return { ...SPREADS[speedOf(network)], memory: memory * MEGABYTE }
}

export type PreloadRule = {
  spreads: readonly Spread[]
  page: number
  /** The direction of the last turns; after turning back, earlier pages come first. */
  forwards: boolean
  reach: PreloadRange
  sizes: Sizes
}

export type StripPreloadRule = {
  /** The first and the last page near the window. */
  near: readonly [number, number]
  page: number
  forwards: boolean
  count: number
}

/** The pages to load, the most urgent first: this spread, the next one, the last one, then further ahead. */
export function pagesToHave({ spreads, page, forwards, reach, sizes }: PreloadRule): number[] {
  const at = spreadAt(spreads, page)
  const sign = forwards ? 1 : -1
  const steps = [0, 1]
  for (let far = 2; far <= reach.ahead; far++) steps.push(far)
  for (let far = 1; far <= reach.behind; far++) steps.splice(far === 1 ? 2 : steps.length, 0, -far)
  const wanted = steps.flatMap((step) => spreads[at + step * sign] ?? [])
  const here = spreads[at]?.length ?? 0
  // The current and the next spread are loaded regardless of their size.
  const least = here + (spreads[at + sign]?.length ?? 0)
  let left = reach.memory
  return wanted.filter((own, order) => {
    left -= weightOf(sizes[own])
    return order < least || left >= 0
  })
}

/** The pages of a strip to load: this one and the next, then those near the window on the way of the last scrolling. */
export function stripPagesToHave({ near: [first, last], page, forwards, count }: StripPreloadRule): number[] {
  const near = Array.from({ length: Math.max(0, Math.min(last, count - 1) - first + 1) }, (_, at) => first + at)
  const here = [page, page + 1].filter((own) => own < count)
  const on = near.filter((own) => (forwards ? own > page : own < page))
  return [...new Set([...here, ...(forwards ? on : on.reverse()), ...near])]
}

function weightOf(size: Sizes[number]): number {
  const { width, height } = size ?? USUAL
  return width * height * BYTES_A_PIXEL
}
