import { useEffect, useRef } from '../html'

/** Looks again every `ms` while `on`: for what changes without being told. */
export function usePolling(on: boolean, ms: number, look: () => void): void {
  const latest = useRef(look)
  latest.current = look
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => latest.current(), ms)
    return () => clearInterval(timer)
  }, [on, ms])
}
