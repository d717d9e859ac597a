import { useLayoutEffect, useRef } from '../../html'
import { hasModifier } from '../controls/modifier-keys'

/** Keys that mean something on a stop; `id` is its `data-stop`. Returns true when the stop handled the key. */
export type StopKey = (key: string, id: string) => boolean

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A list with arrow-key navigation: elements with `data-stop`, one of which is in the tab order. Elements with
 * `data-stop-later` are still being fetched: arrow keys wait before them. Returns the props of the list's element. When the focused element is removed, the one in its place gets the focus.
 */
export function useStops(onKey: StopKey) {
  const box = useRef<HTMLDivElement>(null)
  const at = useRef<string | undefined>(undefined)
  const order = useRef<readonly (string | undefined)[]>([])
  const hadFocus = useRef(false)
  const stops = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
  const mark = (here: HTMLElement | undefined) => {
    for (const stop of stops()) stop.tabIndex = stop === here ? 0 : -1
    if (here) at.current = here.dataset.stop
  }
  const settle = () => {
    const all = stops()
    const was = Math.max(0, order.current.indexOf(at.current))
    const here = all.find(({ dataset }) => dataset.stop === at.current) ?? all[Math.min(was, all.length - 1)]
    mark(here)
    order.current = all.map(({ dataset }) => dataset.stop)
    // A dialog that closes at the same time must return the focus first.
    queueMicrotask(() => {
      if (hadFocus.current && document.activeElement === document.body) here?.focus({ preventScroll: true })
    })
  }
  useLayoutEffect(settle)
  // A long list draws other elements as it is scrolled, without this component.
  useLayoutEffect(() => {
    const watcher = new MutationObserver(() => {
      const all = stops()
      if (all.length > 0 && !all.some(({ tabIndex }) => tabIndex === 0)) settle()
    })
    if (box.current) watcher.observe(box.current, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const here = event.target as HTMLElement
    const id = here.dataset?.stop
    if (id === undefined || hasModifier(event)) return
    const step = STEP[event.key]
    if (step) {
      const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-stop], [data-stop-later]') ?? [])]
      const near = all[all.indexOf(here) + step]
      const next = near?.dataset.stop === undefined ? undefined : near
      mark(next ?? here)
      next?.focus()
      // Scrolling by focus alone would leave the element below the sticky head.
      next?.scrollIntoView?.({ block: 'nearest' })
    } else if (!onKey(event.key, id)) return
    event.preventDefault()
  }
  const onFocusIn = (event: FocusEvent) => {
    const stop = (event.target as HTMLElement).closest?.<HTMLElement>('[data-stop]')
    if (stop) mark(stop)
    hadFocus.current = true
  }
  // A closing dialog returns the focus itself; after the removal of an element no element has the focus.
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    const next = relatedTarget as Element | null
    if (next && !next.closest('dialog') && !box.current?.contains(next)) hadFocus.current = false
  }
  return { ref: box, onKeyDown, onFocusIn, onFocusOut }
}
