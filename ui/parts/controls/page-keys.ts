import { useLayoutEffect, useRef } from '../../html'

/**
 * Calls `keys` for every key pressed on the page while `on`. The keys work as soon as the component is on screen:
 * an effect after painting would lose a key pressed at once.
 */
export function usePageKeys(on: boolean, keys: (event: KeyboardEvent) => unknown): void {
  const newest = useRef(keys)
  newest.current = keys
  useLayoutEffect(() => {
    if (!on) return
    const pressed = (event: KeyboardEvent) => void newest.current(event)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [on])
}
