import { useEffect, useRef } from '../../../html'

export type WheelProps = {
  onZoom: (factor: number, at: { x: number; y: number }) => void
  /** Left out where the browser scrolls itself. Returns whether there was room to scroll. */
  onScroll?: (dx: number, dy: number) => boolean
  onTurn?: (by: 1 | -1) => void
}

/** A turn of the wheel at the end of a page turns the page. Smaller moves come from a finger resting on the wheel. */
const TURN_PX = 60
/** A trackpad keeps sending events after the fingers have left it. */
const REST_MS = 260
const LINE_PX = 18
const ZOOM_SPEED = 0.0022

/** The wheel scrolls, turns the page at its end, and zooms at the pointer with Ctrl. */
export function useWheel(stage: { current: HTMLElement | null }, props: WheelProps): void {
  const now = useRef(props)
  now.current = props
  useEffect(() => {
    const element = stage.current
    if (!element) return
    let pushed = 0
    let last = 0
    let resting = false
    const wheel = (event: WheelEvent) => {
      const { onZoom, onScroll, onTurn } = now.current
      const unit = event.deltaMode === 1 ? LINE_PX : 1
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const { left, top, width, height } = element.getBoundingClientRect()
        const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
        return onZoom(Math.exp(-dy * ZOOM_SPEED), at)
      }
      if (!onScroll) return
      event.preventDefault()
      if (event.timeStamp - last > REST_MS) {
        pushed = 0
        resting = false
      }
      last = event.timeStamp
      if (resting) return
      if (onScroll(-dx, -dy)) {
        // A scroll that reaches the end of a page does not turn the page in the same movement.
        pushed = -Math.sign(dy) * TURN_PX
        return
      }
      pushed += Math.abs(dy) >= Math.abs(dx) ? dy : dx
      if (Math.abs(pushed) < TURN_PX) return
      resting = true
      onTurn?.(pushed > 0 ? 1 : -1)
      pushed = 0
    }
    element.addEventListener('wheel', wheel, { passive: false })
    return () => element.removeEventListener('wheel', wheel)
  }, [])
}
