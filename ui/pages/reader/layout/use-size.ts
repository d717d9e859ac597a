import { useLayoutEffect, useState } from '../../../html'
import type { View } from './fit'

/** The size and pixel density of the window. */
export function useWindowView(): View {
  const [view, setView] = useState<View>(measured)
  useLayoutEffect(() => {
    const measure = () => setView((known) => (same(known, measured()) ? known : measured()))
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  return view
}

function measured(): View {
  return { width: innerWidth, height: innerHeight, density: devicePixelRatio || 1 }
}

function same(a: View, b: View): boolean {
  return a.width === b.width && a.height === b.height && a.density === b.density
}
