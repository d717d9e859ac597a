import { signal, useEffect } from '../html'

/** On a page that never rests. */
const MOST_MS = 2_000
const later = signal(false)

/**
 * False until the browser has nothing else to do after the first page was drawn: what the frame shows beside the page
 * must not come before its covers.
 */
export function useLater(): boolean {
  useEffect(() => {
    if (later.peek()) return
    const begin = () => {
      later.value = true
    }
    if (window.requestIdleCallback) window.requestIdleCallback(begin, { timeout: MOST_MS })
    else setTimeout(begin)
  }, [])
  return later.value
}
