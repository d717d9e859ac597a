import { useEffect, useRef } from '../html'

/** Refetches every `ms` while `on`, for data that changes without an event. */
export function usePolling(on: boolean, ms: number, poll: () => void): void {
  const latest = useRef(poll)
  latest.current = poll
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [on, ms])
}
