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

function weightOf(size: Sizes[number]): number {
  const { width, height } = size ?? USUAL
  return width * height * BYTES_A_PIXEL
}
