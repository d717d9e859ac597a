import type { Size } from '../layout/spreads'
import type { Direction } from './pan'

/** The meaning of a tap by its position. Pure. */

export type Zone = 'next' | 'back' | 'middle'
export type ZoneRule = {
  direction: Direction
  /** In a strip the zones are above and below, not left and right. */
  strip: boolean
  /** For a phone in one hand: every tap within the thumb's reach turns forward. */
  oneHand: boolean
}

const SIDE = 0.3
const THUMB = 0.62
const EDGE = 0.24

export function zoneAt(x: number, y: number, { width, height }: Size, { direction, strip, oneHand }: ZoneRule): Zone {
  const across = x / width
  const down = y / height
  if (oneHand) {
    if (down >= THUMB) return 'next'
    return down >= 1 - THUMB && (across < EDGE || across > 1 - EDGE) ? 'back' : 'middle'
  }
  const along = strip || direction === 'down' ? down : direction === 'rtl' ? 1 - across : across
  if (along < SIDE) return 'back'
  return along > 1 - SIDE ? 'next' : 'middle'
}
