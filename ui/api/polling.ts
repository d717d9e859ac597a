import { useEffect, useRef } from '../html'

/** Refetches every `ms` while `on`, for data that changes without an event. */
export function usePolling(on: boolean, ms: number, look: () => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [on, ms])
}
