import { useLayoutEffect, useState } from '../../../html'
import type { PageWindow } from './fit'

/** The size and pixel density of the window. */
export function useWindowView(): PageWindow {
  const [view, setView] = useState<PageWindow>(measured)
  useLayoutEffect(() => {
    const measure = () => setView((known) => (same(known, measured()) ? known : measured()))
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return view
}

function measured(): PageWindow {
  return { width: innerWidth, height: innerHeight, density: devicePixelRatio || 1 }
}

function same(a: PageWindow, b: PageWindow): boolean {
  return a.width === b.width && a.height === b.height && a.density === b.density
}
