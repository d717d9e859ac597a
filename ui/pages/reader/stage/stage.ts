import type { ComponentChildren } from '../../../html'
import type { Picture } from '../pictures/pictures'
import type { Direction } from './pan'
import type { Zone } from './zones'

/** The props of both stages: pages side by side, and the strip. */

export type PageSource = {
  at: (page: number) => Picture | undefined
  fault: (page: number) => string | undefined
  retry: (page: number) => void
}

export type StageEvents = {
  onTurn: (by: 1 | -1) => void
  onTap: (zone: Zone) => void
  /** A double tap zooms: the controls that appeared with the first tap hide again. */
  onTwice: () => void
  onZoomed: (zoom: number) => void
}

/** The commands of keys and buttons to the stage. */
export type StageHandle = {
  /** Scrolls on by one window; false at the end. */
  step: (by: 1 | -1) => boolean
  moveBy: (dy: number) => boolean
  zoomBy: (factor: number) => void
  unzoom: () => void
  isZoomed: () => boolean
  goTo: (page: number) => unknown
}

export type EndCards = {
  before: ComponentChildren
  end: ComponentChildren
}

export type Grip = { direction: Direction; oneHand: boolean }
