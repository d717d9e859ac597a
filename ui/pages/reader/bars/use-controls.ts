import { useEffect, useRef, useState } from '../../../html'

/** How long the controls stay without input. */
const SHOWN_MS = 2_000
/** Smaller mouse moves are ignored, such as on a shaking table. */
const SHAKE = 3

export type Controls = {
  shown: boolean
  show: () => void
  hide: () => void
  toggle: () => void
  /** Handlers for the bars, which stay visible under the mouse or with the focus. */
  bar: Record<string, unknown>
  move: (event: PointerEvent) => void
}

/** The bars appear with a touch or a mouse move and hide automatically. `held` keeps them while a list is open. */
export function useControls(pinned: boolean): Controls {
  const [shown, setShown] = useState(false)
  const inside = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const last = useRef<{ x: number; y: number } | undefined>(undefined)
  const stays = useRef(pinned)
  stays.current = pinned
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  const wait = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!inside.current && !stays.current) setShown(false)
    }, SHOWN_MS)
  }
  const show = () => {
    setShown(true)
    wait()
  }
  useEffect(() => {
    if (shown && !pinned) wait()
  }, [pinned])
  useEffect(() => () => clearTimeout(timer.current), [])
  const enter = () => {
    inside.current = true
  }
  const go = () => {
    inside.current = false
    wait()
  }
  return {
    shown: shown || pinned,
    show,
    hide,
    toggle: () => (shown ? hide() : show()),
    bar: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && enter(),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && go(),
      onPointerDown: () => wait(),
      // A click on a control returns the focus to the reader, so that the keys keep turning pages.
      onClick: ({ detail, currentTarget }: MouseEvent) =>
        detail > 0 && (currentTarget as Element).closest<HTMLElement>('.reader')?.focus({ preventScroll: true }),
      onFocusIn: (event: FocusEvent) => {
        if (!(event.target as Element).matches(':focus-visible')) return
        enter()
        setShown(true)
      },
      onFocusOut: go,
    },
    move: ({ pointerType, clientX: x, clientY: y }) => {
      if (pointerType !== 'mouse') return
      const before = last.current
      last.current = { x, y }
      if (before && Math.hypot(x - before.x, y - before.y) >= SHAKE) show()
    },
  }
}
