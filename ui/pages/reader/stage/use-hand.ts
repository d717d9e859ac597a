import { useEffect, useRef } from '../../../html'
import { type Gesture, Hand, type Point } from './gestures'

export type HandProps = {
  onAct: (act: Gesture) => void
  /** A finger or mouse button went down. */
  onDown?: () => void
}

/** Passes gestures on an element to `onAct`, in coordinates of that element. */
export function useHand(stage: { current: HTMLElement | null }, props: HandProps): void {
  const now = useRef(props)
  now.current = props
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const hand = new Hand()
    const feed = (feel: (point: Point) => Gesture[]) => (event: PointerEvent) => {
      const { left, top } = element.getBoundingClientRect()
      const { pointerId: id, clientX, clientY, timeStamp: t } = event
      for (const act of feel({ id, x: clientX - left, y: clientY - top, t })) now.current.onAct(act)
    }
    const down = feed((point) => hand.down(point))
    const press = (event: PointerEvent) => {
      if (event.button !== 0 || ownsItsClicks(event.target as Element)) return
      // A mouse that leaves the window stays captured. A finger is captured anyway.
      if (event.pointerType === 'mouse') element.setPointerCapture?.(event.pointerId)
      now.current.onDown?.()
      down(event)
    }
    const listeners = {
      pointerdown: press,
      pointermove: feed((point) => hand.move(point)),
      pointerup: feed((point) => hand.up(point)),
      pointercancel: feed((point) => hand.cancel(point)),
    }
    // Two fingers zoom the page of the comic, not the whole window.
    const two = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    const names = Object.keys(listeners) as (keyof typeof listeners)[]
    for (const name of names) element.addEventListener(name, listeners[name])
    element.addEventListener('touchstart', two, { passive: false })
    element.addEventListener('touchmove', two, { passive: false })
    return () => {
      for (const name of names) element.removeEventListener(name, listeners[name])
      element.removeEventListener('touchstart', two)
      element.removeEventListener('touchmove', two)
    }
  }, [])
}

function ownsItsClicks(target: Element): boolean {
  return target.closest('button, a, input, label, select') !== null
}
