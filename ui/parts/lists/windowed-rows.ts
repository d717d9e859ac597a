import { useEffect, useLayoutEffect, useRef, useState } from '../../html'
import { type EntryRange, entriesNear, spaceAround } from './windowed'

export type WindowedRows = { count: number; estimate: number; keep?: number | undefined }

/**
 * A list of any length whose entries differ in height. Only the entries from `first` up to `end` are in the page, as the
 * children of `box`; `style` has the space of the others. `estimate` is the height of an entry before any was measured,
 * and the entry `keep` stays in the page, such as one that is being dragged.
 */
export function useWindowedRows(box: { current: HTMLElement | null }, { count, estimate, keep }: WindowedRows) {
  const heights = useRef<number[]>([])
  const shown = useRef<EntryRange>({ first: 0, end: 0 })
  const rules = { count, estimate }
  const [range, setRange] = useState<EntryRange>(() => entriesNear({ above: 0, height: window.innerHeight }, [], rules))
  const measure = () => {
    const here = box.current
    if (!here) return
    noteHeights(here, shown.current, heights.current)
    const { top } = here.getBoundingClientRect()
    const near = entriesNear({ above: -top, height: window.innerHeight }, heights.current, rules)
    setRange((known) => (known.first === near.first && known.end === near.end ? known : near))
  }
  const first = Math.min(range.first, keep ?? count, count)
  const end = Math.min(count, Math.max(range.end, (keep ?? -1) + 1))
  shown.current = { first, end }
  useLayoutEffect(measure, [count, first, end])
  useEffect(() => {
    const watcher = new ResizeObserver(measure)
    if (box.current) watcher.observe(box.current)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      watcher.disconnect()
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [count])
  const { before, after } = spaceAround({ first, end }, heights.current, rules)
  return { first, end, style: { paddingTop: `${before}px`, paddingBottom: `${after}px` } }
}

/** An element that is not laid out has no height, and says nothing. */
function noteHeights(box: HTMLElement, { first }: EntryRange, heights: number[]): void {
  let at = first
  for (const entry of box.children) {
    const { height } = entry.getBoundingClientRect()
    if (height > 0) heights[at] = height
    at++
  }
}
