import { useEffect, useLayoutEffect, useRef, useState } from '../../html'
import { type Grid, moveFocus, scrollFor } from './virtual'

/** Handles a key that does not move the focus: the key, the focused entry, and a function that focuses another entry. */
export type OnKey = (event: KeyboardEvent, at: number, go: (at: number) => void) => void

/** Height of the bars over the list, so that a row focused by key is not hidden under them. */
const HEAD = 72
const FOOT = 88

type Roving = { count: number; grid: Grid; first: number; end: number; onKey: OnKey | undefined }

/** One entry is in the tab order. From there the arrow keys reach all entries, even those not in the page yet. */
export function useRoving(box: { current: HTMLDivElement | null }, { count, grid, first, end, onKey }: Roving) {
  const [chosen, setAt] = useState(0)
  const goal = useRef<number | undefined>(undefined)
  const inside = useRef(false)
  const at = chosen >= first && chosen < end ? chosen : first
  useLayoutEffect(() => {
    const focusGoal = () => {
      const entry = goal.current === undefined ? undefined : entryAt(box.current, goal.current)
      if (entry) {
        goal.current = undefined
        entry.focus({ preventScroll: true })
      } else if (inside.current && document.activeElement === document.body) {
        // The focused row was scrolled out of the page: keys must still continue from that row.
        box.current?.focus({ preventScroll: true })
      }
    }
    const watcher = new MutationObserver(focusGoal)
    if (box.current) watcher.observe(box.current, { childList: true })
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    const leaves = (event: FocusEvent) => {
      if (event.target !== document.body) inside.current = box.current?.contains(event.target as Node) ?? false
      // If the user has moved the focus elsewhere meanwhile, it stays there.
      if (!inside.current) goal.current = undefined
    }
    document.addEventListener('focusin', leaves)
    return () => document.removeEventListener('focusin', leaves)
  }, [])
  const seen = (event: FocusEvent) => {
    const own = numberOf(event.target)
    if (own !== undefined) setAt(own)
  }
  const keys = (event: KeyboardEvent) => {
    const own = event.target === box.current ? chosen : numberOf(event.target)
    if (own === undefined || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor((window.innerHeight - HEAD - FOOT) / grid.row))
    const next = event.ctrlKey ? undefined : moveFocus(event.key, { at: own, count, columns: grid.columns, page })
    if (next === undefined) return onKey?.(event, own, go)
    event.preventDefault()
    go(next)
  }
  const go = (next: number) => {
    setAt(next)
    reveal(box.current, Math.floor(next / grid.columns), grid.row)
    const entry = next >= first && next < end ? entryAt(box.current, next) : undefined
    goal.current = entry ? undefined : next
    entry?.focus({ preventScroll: true })
  }
  return { at, keys, seen, go }
}

function reveal(box: HTMLDivElement | null, row: number, height: number): void {
  const top = (box?.getBoundingClientRect().top ?? 0) + row * height
  const by = scrollFor(top, height, { height: window.innerHeight, head: HEAD, foot: FOOT })
  if (by !== 0) window.scrollBy(0, by)
}

function entryAt(box: HTMLDivElement | null, at: number): HTMLElement | null | undefined {
  return box?.querySelector<HTMLElement>(`[data-at="${at}"]`)
}

function numberOf(target: EventTarget | null): number | undefined {
  const text = (target as HTMLElement | null)?.dataset?.at
  return text === undefined ? undefined : Number(text)
}
