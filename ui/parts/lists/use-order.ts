import { useLayoutEffect, useRef, useState } from '../../html'

/**
 * A list that is reordered by dragging and by key. The page shows the new order at once; `onSave` gets the newest
 * order, one call at a time, and the old order is restored when `onSave` returns false. `reply` is a new object for each
 * reply of the server: the order in the reply wins then, even when it is the previous order, as after an undo.
 */
export function useOrder(ids: readonly string[], onSave: (ids: string[]) => Promise<boolean>, reply?: object) {
  const [order, setOrder] = useState<readonly string[] | undefined>(undefined)
  const [dragged, setDragged] = useState<string | undefined>(undefined)
  const due = useRef<string[] | undefined>(undefined)
  const saving = useRef(false)
  const list = useRef<HTMLOListElement>(null)
  /** The place of the list's first child, of a long list that draws only a part. */
  const firstShown = useRef(0)
  const shown = order
    ? [...order.filter((id) => ids.includes(id)), ...ids.filter((id) => !order.includes(id))]
    : [...ids]
  const now = useRef(shown)
  now.current = shown
  // An order that was drawn while a newer one was being saved does not count.
  useLayoutEffect(() => {
    if (!saving.current && dragged === undefined) setOrder(undefined)
  }, [ids.join(' '), reply])

  const save = async (next: string[]) => {
    due.current = next
    if (saving.current) return
    saving.current = true
    while (due.current) {
      const ids = due.current
      due.current = undefined
      if (!(await onSave(ids))) setOrder(undefined)
    }
    saving.current = false
  }
  const moved = (id: string, to: number) => {
    const next = now.current.filter((one) => one !== id)
    next.splice(Math.min(Math.max(0, to), next.length), 0, id)
    return next
  }
  const keys = (id: string) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = now.current.indexOf(id) + step
    if (to < 0 || to >= now.current.length) return
    const next = moved(id, to)
    setOrder(next)
    void save(next)
  }
  const grab = (id: string) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget as HTMLElement
    const before = now.current.join(' ')
    handle.setPointerCapture(event.pointerId)
    setDragged(id)
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
      const from = now.current.indexOf(id)
      const child = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
      const over = child + firstShown.current
      if (child >= 0 && over !== from && passed(rows[child] as DOMRect, clientY, over > from)) setOrder(moved(id, over))
    }
    const drop = () => {
      handle.removeEventListener('pointermove', follow)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', drop)
      setDragged(undefined)
      if (now.current.join(' ') !== before) void save([...now.current])
    }
    handle.addEventListener('pointermove', follow)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', drop)
  }
  return {
    shown,
    dragged,
    list,
    firstShown,
    handle: (id: string) => ({ onKeyDown: keys(id), onPointerDown: grab(id) }),
  }
}

/** Rows may differ in height: two of them must not change places back and forth under a resting pointer. */
function passed({ top, height }: DOMRect, y: number, down: boolean): boolean {
  return down ? y > top + height / 2 : y < top + height / 2
}
