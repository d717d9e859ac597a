/** Recognises gestures. Pure: the result depends on the input only, without a clock or a page. */

export type Point = { id: number; x: number; y: number /** Milliseconds. */; t: number }
export type Gesture =
  | { act: 'tap'; x: number; y: number; double: boolean }
  /** The first move of one finger; `across` when it is horizontal. */
  | { act: 'grab'; across: boolean }
  /** The distance from the start of the touch. */
  | { act: 'drag'; dx: number; dy: number }
  /** `vx` and `vy` in pixels a millisecond. */
  | { act: 'drop'; dx: number; dy: number; vx: number; vy: number }
  /** Since the last event: the factor between the fingers' distances, and the move of their middle. */
  | { act: 'pinch'; factor: number; x: number; y: number; dx: number; dy: number }
  | { act: 'loose' }

/** A resting finger is never quite still, so smaller moves are ignored. */
const SLACK = 8
const TAP_MS = 400
const DOUBLE_MS = 300
const DOUBLE_REACH = 40
/** The speed of a finger is measured over this last time. */
const SPEED_MS = 80

type Doing = 'nothing' | 'pressing' | 'dragging' | 'pinching' | 'spent'

export class Hand {
  private readonly fingers = new Map<number, Point>()
  private doing: Doing = 'nothing'
  private start: Point = { id: 0, x: 0, y: 0, t: 0 }
  private trail: Point[] = []
  private lastTap: Point | undefined

  down(point: Point): Gesture[] {
    this.fingers.set(point.id, point)
    if (this.fingers.size === 1) {
      this.doing = 'pressing'
      this.start = point
      this.trail = [point]
      return []
    }
    const acts: Gesture[] = this.doing === 'dragging' ? [this.dropped(0)] : []
    this.doing = this.fingers.size === 2 ? 'pinching' : 'spent'
    return acts
  }

  move(point: Point): Gesture[] {
    const before = this.fingers.get(point.id)
    if (!before) return []
    if (this.doing === 'pinching') return [this.pinched(point)]
    this.fingers.set(point.id, point)
    if (this.doing !== 'pressing' && this.doing !== 'dragging') return []
    const [dx, dy] = [point.x - this.start.x, point.y - this.start.y]
    this.trail = [...this.trail.filter((old) => point.t - old.t <= SPEED_MS), point]
    if (this.doing === 'dragging') return [{ act: 'drag', dx, dy }]
    if (Math.hypot(dx, dy) < SLACK) return []
    this.doing = 'dragging'
    return [
      { act: 'grab', across: Math.abs(dx) > Math.abs(dy) },
      { act: 'drag', dx, dy },
    ]
  }

  up(point: Point): Gesture[] {
    if (!this.fingers.delete(point.id)) return []
    const doing = this.doing
    if (doing === 'pinching') {
      // The remaining finger must not start a drag.
      this.doing = 'spent'
      return [{ act: 'loose' }]
    }
    if (this.fingers.size > 0) return []
    this.doing = 'nothing'
    if (doing === 'dragging') return [this.dropped(point.t)]
    return doing === 'pressing' ? this.tapped(point) : []
  }

  /** The browser took the finger away, for instance to scroll. */
  cancel(point: Point): Gesture[] {
    if (!this.fingers.delete(point.id)) return []
    const doing = this.doing
    this.doing = this.fingers.size > 0 ? 'spent' : 'nothing'
    if (doing === 'pinching') return [{ act: 'loose' }]
    return doing === 'dragging' ? [{ act: 'drop', dx: 0, dy: 0, vx: 0, vy: 0 }] : []
  }

  private tapped(point: Point): Gesture[] {
    if (point.t - this.start.t > TAP_MS) return []
    const last = this.lastTap
    const near = last && Math.hypot(point.x - last.x, point.y - last.y) <= DOUBLE_REACH
    const double = Boolean(near && point.t - last.t <= DOUBLE_MS)
    this.lastTap = double ? undefined : point
    return [{ act: 'tap', x: point.x, y: point.y, double }]
  }

  private dropped(t: number): Gesture {
    const last = this.trail.at(-1) ?? this.start
    const first = this.trail[0] ?? this.start
    const ms = Math.max(1, last.t - first.t)
    const rested = t - last.t > SPEED_MS
    const speed = (to: number, from: number) => (rested ? 0 : (to - from) / ms)
    return {
      act: 'drop',
      dx: last.x - this.start.x,
      dy: last.y - this.start.y,
      vx: speed(last.x, first.x),
      vy: speed(last.y, first.y),
    }
  }

  private pinched(point: Point): Gesture {
    const before = span(this.fingers)
    this.fingers.set(point.id, point)
    const after = span(this.fingers)
    const factor = before.apart > 0 ? after.apart / before.apart : 1
    return { act: 'pinch', factor, x: after.x, y: after.y, dx: after.x - before.x, dy: after.y - before.y }
  }
}

function span(fingers: Map<number, Point>): { x: number; y: number; apart: number } {
  const [a, b] = [...fingers.values()] as [Point, Point]
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) }
}

/** A page is turned by a fifth of the window, or by a quick flick. */
const TURN_SHARE = 0.2
const FLICK = 0.35
const FLICK_REACH = 16

/** The direction after a finger is lifted: 1 towards higher coordinates, -1 towards lower ones, 0 back. */
export function turnedBy(moved: number, speed: number, length: number): 1 | -1 | 0 {
  const flick = Math.abs(speed) >= FLICK && Math.abs(moved) >= FLICK_REACH
  // A finger that moves back at the end cancels the turn.
  if (flick && Math.sign(speed) !== Math.sign(moved)) return 0
  if (!flick && Math.abs(moved) < length * TURN_SHARE) return 0
  return moved > 0 ? 1 : -1
}
