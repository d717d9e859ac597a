import { useLocation } from 'preact-iso'
import { useEffect, useLayoutEffect, useRef } from '../../html'
import { withoutRoot } from '../../root'

const KEY = 'panelkeep.places'
const KEPT = 40
const places = new Map<string, number>(saved())

function saved(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

/** The scroll positions of addresses, the newest last. */
function rememberPlace(url: string, y: number): void {
  places.delete(url)
  places.set(url, y)
  for (const old of places.keys()) {
    if (places.size <= KEPT) return
    places.delete(old)
  }
}

let returning: string | undefined

/** Marks the next visit of this address as a return, which restores the scroll position like Back. */
export function returnTo(url: string): void {
  returning = url
}

type Own = ReturnType<typeof useLocation> & { wasPush?: boolean }

/** The address while it belongs to this page: a page that is being left is rendered once more with the next address. */
export function useOwnLocation(): Own {
  const now = useLocation() as Own
  const own = useRef(now)
  if (now.path === own.current.path) own.current = now
  return own.current
}

/**
 * Restores the scroll position after Back or a reload. `ready` once the list has its full height; before that there is
 * nothing to scroll.
 */
export function useScrollPlace(ready: boolean): void {
  const { url, wasPush } = useOwnLocation()
  const due = useRef(!wasPush || returning === url)
  useLayoutEffect(() => {
    if (!ready || !due.current) return
    due.current = false
    returning = undefined
    const y = places.get(url)
    // After the frame's own scroll to the top, and still before anything is painted.
    if (y !== undefined) queueMicrotask(() => window.scrollTo(0, y))
  }, [ready])
  useEffect(() => {
    // While the next page is loading, this one is scrolled to the top: that position must not be saved.
    const remember = () => {
      if (withoutRoot(location.pathname + location.search) === url) rememberPlace(url, window.scrollY)
    }
    const keep = () => sessionStorage.setItem(KEY, JSON.stringify([...places]))
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', keep)
    }
  }, [url])
}
