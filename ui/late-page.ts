import './late-page.css'
import { type ComponentChildren, html, useEffect, useMemo, useRef, useState } from './html'
import { Skeleton } from './parts/status/skeleton'
import type { Page } from './router'

/** Most pages load sooner; the previous page stays until then. */
const LATE_MS = 120

export type LatePageProps = {
  /** The page of the current address. */
  page: Page | undefined
  /** Draws the router with the callbacks that it calls when the code of a page starts to load, and when it is loaded. */
  router: (loading: { onLoadStart: () => void; onLoadEnd: () => void }) => ComponentChildren
}

/** On a slow network, shows the outline of the next page in place of the one before. */
export function LatePage({ page, router }: LatePageProps) {
  const [late, setLate] = useState(false)
  const [wasLate, setWasLate] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const shown = useRef(false)
  const loading = useMemo(() => {
    const end = () => {
      clearTimeout(timer.current)
      shown.current = true
      setLate(false)
    }
    const start = () => {
      clearTimeout(timer.current)
      setWasLate(false)
      // The first page has no previous page to show.
      timer.current = setTimeout(
        () => {
          setLate(true)
          setWasLate(true)
        },
        shown.current ? LATE_MS : 0,
      )
    }
    return { onLoadStart: start, onLoadEnd: end }
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return html`
    ${late && html`<div class="late-page"><${Skeleton} kind=${page?.outline ?? 'rows'} count=${12} label=${`Loading ${page?.title ?? 'the page'}`} /></div>`}
    <div class="present-page" hidden=${late} data-late=${wasLate || undefined}>${router(loading)}</div>
  `
}
