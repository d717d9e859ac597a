import type { Size } from '../layout/spreads'
import { type Gesture, turnedBy } from './gestures'
import { clampPan, type Direction, LEAST_ZOOM, movePan, type Pan, roomOf, startOf, stepPan, zoomPan } from './pan'

/** The moving element, and the sizes that limit it. */
export type MotionScene = {
  track: HTMLElement
  /** The visible spread; none on the card at the end. */
  spread: HTMLElement | null
  box: Size
  view: Size
  direction: Direction
  can: { next: boolean; back: boolean }
  turn: (by: 1 | -1) => void
  zoomed: (zoom: number) => void
  /** Where the spread stops on the way through it, in reading order; absent: it is shown whole. */
  stops?: readonly Pan[]
  stopped?: (stop: number | undefined) => void
  /** Whether the spread may have stops that are not known yet: then it is not pulled away, as with stops. */
  waits?: boolean
}
type Grip = 'nothing' | 'turn' | 'pan' | 'stop' | 'undecided'

const TURN_MS = 180
const DOUBLE_ZOOM = 2.2
/** The speed that remains of a glide after each sixtieth of a second. */
const GLIDE = 0.94
const STILL = 0.02
const FRAME_MS = 16
/** The first and the last page can be pulled a little and spring back. */
const GIVE = 0.25

/** Moves the pages under the finger by setting styles directly, since rendering would take longer than a frame. */
export class Motion {
  private scene: MotionScene | undefined
  private pan: Pan = { x: 0, y: 0, zoom: 1 }
  private grip: Grip = 'nothing'
  private from: Pan = this.pan
  private across = true
  private offset = 0
  private sliding: { timer: ReturnType<typeof setTimeout>; done: () => void } | undefined
  private frame = 0
  /** The user moved the page, so a redraw keeps its place. */
  private touched = false
  /** The stop that is shown. */
  private stop: number | undefined
  /** The last stop of this spread, which a phone on its side may show whole. */
  private lastStop: number | undefined

  /**
   * Sets a new spread, size or direction. `fresh` moves the page to the corner where reading starts; `isSame` is the same
   * spread in another shape, which keeps its stop.
   */
  set(scene: MotionScene, fresh: boolean, forwards: boolean, isSame = false): void {
    const before = this.scene
    this.scene = scene
    if (fresh && !isSame) this.lastStop = undefined
    // A zoomed part would be another one in a turned window, so the panel is shown again.
    if (scene.stops && before && hasTurned(before.view, scene.view)) this.touched = false
    if (fresh || !this.touched) {
      this.stopGlide()
      this.touched = false
      this.setStop(this.stopAfter(forwards))
      this.pan = this.stopPan ?? startOf(scene.box, scene.view, scene.direction, forwards)
      if (fresh) {
        this.offset = 0
        this.grip = 'nothing'
        scene.zoomed(1)
      }
    } else {
      this.pan = clampPan(samePlace(this.pan, before?.box, scene.box), scene.box, scene.view)
    }
    this.draw()
  }

  act(act: Gesture, middle: { x: number; y: number }): void {
    if (act.act === 'grab') this.grab(act.across)
    else if (act.act === 'drag') this.drag(act.dx, act.dy)
    else if (act.act === 'drop') this.drop(act)
    else if (act.act === 'pinch') this.pinch(act.factor, { x: act.x - middle.x, y: act.y - middle.y }, act.dx, act.dy)
  }

  /** Called when a finger touches: a glide stops, and a running turn ends at once. */
  catch(): void {
    this.stopGlide()
    this.sliding?.done()
  }

  zoomBy(factor: number, at = { x: 0, y: 0 }): void {
    const { scene } = this
    if (!scene?.spread) return
    this.touched = true
    this.stopGlide()
    this.show(zoomPan(this.pan, factor, at, scene.box, scene.view))
  }

  unzoom(): void {
    const { scene } = this
    if (!scene) return
    this.touched = false
    this.show(this.stopPan ?? startOf(scene.box, scene.view, scene.direction, true))
  }

  /** Shows the spread from its start again. */
  begin(): void {
    const { scene } = this
    if (!scene) return
    this.stopGlide()
    this.touched = false
    this.lastStop = undefined
    this.setStop(this.stopAfter(true))
    this.show(this.stopPan ?? startOf(scene.box, scene.view, scene.direction, true))
  }

  get isZoomed(): boolean {
    return this.pan.zoom > (this.stopPan?.zoom ?? LEAST_ZOOM) + 0.01
  }

  toggleZoom(at: { x: number; y: number }): void {
    if (this.isZoomed) this.unzoom()
    else this.zoomBy(DOUBLE_ZOOM, at)
  }

  /** Scrolls on within the page; false at its end. */
  step(by: 1 | -1): boolean {
    const { scene } = this
    if (scene?.stops) return this.stepTo((this.stop ?? -1) + by)
    return this.slide(scene?.spread ? stepPan(this.pan, scene.box, scene.view, scene.direction, by) : undefined)
  }

  private stepTo(stop: number): boolean {
    const pan = this.scene?.stops?.[stop]
    if (!pan) return false
    this.setStop(stop)
    this.slide(pan)
    this.touched = false
    return true
  }

  /** The stop for a new spread is its first in the direction of reading; a redraw keeps the present one. */
  private stopAfter(forwards: boolean): number | undefined {
    const { stops } = this.scene ?? {}
    if (!stops) return undefined
    return Math.min(this.lastStop ?? (forwards ? 0 : stops.length - 1), stops.length - 1)
  }

  private setStop(stop: number | undefined): void {
    this.lastStop = stop ?? this.lastStop
    if (this.stop === stop) return
    this.stop = stop
    this.scene?.stopped?.(stop)
  }

  private get stopPan(): Pan | undefined {
    return this.stop === undefined ? undefined : this.scene?.stops?.[this.stop]
  }

  /** Moves the page by pixels; false at its edge. */
  moveBy(dx: number, dy: number, smooth = false): boolean {
    const { scene } = this
    const next = scene?.spread ? movePan(this.pan, dx, dy, scene.box, scene.view) : undefined
    if (smooth) return this.slide(next)
    if (!next) return false
    this.touched = true
    this.show(next)
    return true
  }

  close(): void {
    this.stopGlide()
    clearTimeout(this.sliding?.timer)
    this.sliding = undefined
  }

  private slide(next: Pan | undefined): boolean {
    if (!next) return false
    this.touched = true
    const spread = this.scene?.spread
    if (spread && !calm()) spread.style.transition = `transform ${TURN_MS}ms ease-out`
    this.show(next, true)
    return true
  }

  private grab(across: boolean): void {
    const { scene } = this
    if (!scene) return
    this.across = across
    this.from = this.pan
    const along = across !== (scene.direction === 'down')
    if ((this.stopPan || scene.waits) && !this.isZoomed) {
      this.grip = along ? 'stop' : 'nothing'
      return
    }
    const room = scene.spread ? roomOf(scene.box, scene.view, this.pan.zoom) : { x: 0, y: 0 }
    if (along && !this.isZoomed && (across ? room.x : room.y) === 0) this.grip = 'turn'
    else if (room.x > 0 || room.y > 0) this.grip = along && !this.isZoomed ? 'undecided' : 'pan'
    else this.grip = 'nothing'
  }

  private drag(dx: number, dy: number): void {
    const { scene } = this
    if (!scene) return
    const by = this.across ? dx : dy
    if (this.grip === 'undecided') {
      const room = roomOf(scene.box, scene.view, this.pan.zoom)
      const at = this.across ? this.from.x : this.from.y
      const most = this.across ? room.x : room.y
      const stuck = by > 0 ? at >= most - 1 : at <= -most + 1
      this.grip = stuck ? 'turn' : 'pan'
    }
    if (this.grip === 'pan') {
      this.touched = true
      this.show(clampPan({ ...this.from, x: this.from.x + dx, y: this.from.y + dy }, scene.box, scene.view))
    } else if (this.grip === 'turn') {
      const leads = this.leads(by > 0 ? 1 : -1)
      this.offset = (leads > 0 ? scene.can.next : scene.can.back) ? by : by * GIVE
      this.draw()
    }
  }

  private drop({ dx, dy, vx, vy }: Extract<Gesture, { act: 'drop' }>): void {
    const { scene, grip } = this
    this.grip = 'nothing'
    if (scene && grip === 'pan') this.glide(vx, vy)
    if (!scene || (grip !== 'turn' && grip !== 'stop')) return
    const length = this.across ? scene.view.width : scene.view.height
    const way = turnedBy(this.across ? dx : dy, this.across ? vx : vy, length)
    const by = way === 0 ? 0 : this.leads(way)
    if (grip === 'stop') {
      if (by !== 0 && !this.step(by)) scene.turn(by)
      return
    }
    const may = by > 0 ? scene.can.next : by < 0 && scene.can.back
    this.slideTo(may ? way * length : 0, may ? () => scene.turn(by as 1 | -1) : () => undefined)
  }

  /** A finger moving right turns back when reading left to right, and forward when reading right to left. */
  private leads(way: 1 | -1): 1 | -1 {
    return this.scene?.direction === 'rtl' ? way : (-way as 1 | -1)
  }

  private slideTo(offset: number, then: () => void): void {
    const track = this.scene?.track
    if (!track) return
    this.offset = offset
    const done = () => {
      clearTimeout(timer)
      this.sliding = undefined
      track.style.transition = ''
      then()
      if (offset === 0) this.draw()
    }
    const timer = setTimeout(done, calm() ? 0 : TURN_MS)
    this.sliding = { timer, done }
    if (!calm()) track.style.transition = `transform ${TURN_MS}ms ease-out`
    this.draw()
  }

  private pinch(factor: number, at: { x: number; y: number }, dx: number, dy: number): void {
    const { scene } = this
    if (!scene?.spread) return
    this.touched = true
    const next = zoomPan(this.pan, factor, at, scene.box, scene.view)
    this.show(clampPan({ ...next, x: next.x + dx, y: next.y + dy }, scene.box, scene.view))
  }

  private glide(vx: number, vy: number): void {
    const { scene } = this
    if (!scene || calm()) return
    const step = () => {
      vx *= GLIDE
      vy *= GLIDE
      if (Math.hypot(vx, vy) < STILL || !this.moveBy(vx * FRAME_MS, vy * FRAME_MS)) return
      this.frame = requestAnimationFrame(step)
    }
    this.frame = requestAnimationFrame(step)
  }

  private stopGlide(): void {
    cancelAnimationFrame(this.frame)
  }

  private show(pan: Pan, smooth = false): void {
    const zoom = this.pan.zoom
    this.pan = pan
    if (!smooth && this.scene?.spread) this.scene.spread.style.transition = ''
    this.draw()
    if (zoom !== pan.zoom) this.scene?.zoomed(pan.zoom)
  }

  private draw(): void {
    const { scene, offset, pan } = this
    if (!scene) return
    const down = scene.direction === 'down'
    scene.track.style.transform = offset === 0 ? '' : `translate3d(${down ? 0 : offset}px, ${down ? offset : 0}px, 0)`
    if (!scene.spread) return
    scene.spread.style.transform = transformOf(pan)
    // Zoomed out, the whole page is to be seen.
    scene.spread.toggleAttribute('data-whole', pan.zoom < (this.stopPan?.zoom ?? 0) - 0.01)
  }
}

/** Whether a phone was turned, and not only resized by the browser's bars. */
const hasTurned = (before: Size, now: Size): boolean => before.width !== now.width

/** What was in the middle stays there when the page is drawn in another size. */
function samePlace(pan: Pan, before: Size | undefined, now: Size): Pan {
  if (!before?.width || !before.height) return pan
  return { ...pan, x: (pan.x * now.width) / before.width, y: (pan.y * now.height) / before.height }
}

export function transformOf({ x, y, zoom }: Pan): string {
  if (x === 0 && y === 0 && zoom === 1) return ''
  return `translate3d(${x.toFixed(2)}px, ${y.toFixed(2)}px, 0)${zoom === 1 ? '' : ` scale(${zoom.toFixed(4)})`}`
}

/** Whether the user prefers reduced motion. */
function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
