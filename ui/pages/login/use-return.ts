import { useEffect, useRef } from '../../html'
import { withRoot } from '../../root'

const EACH_MS = 500

/**
 * Once `isAwaited`, waits until another run of Panelkeep answers, then reloads: to the library, or to this page when the
 * library is still damaged.
 */
export function useReturn(isAwaited: boolean): void {
  const now = useRef<string | undefined>(undefined)
  useEffect(() => {
    void instance().then((found) => {
      now.current = found
    })
  }, [])
  useEffect(() => {
    if (!isAwaited) return
    const check = async () => {
      const found = await instance()
      if (found !== undefined && found !== now.current) location.assign(withRoot('/'))
    }
    const timer = setInterval(() => void check(), EACH_MS)
    return () => clearInterval(timer)
  }, [isAwaited])
}

/** The id of the run that answers; undefined while no run answers. */
async function instance(): Promise<string | undefined> {
  try {
    const reply = await fetch(withRoot('/api/health'))
    return ((await reply.json()) as { instance?: string }).instance
  } catch {
    return undefined // no run answers between two runs
  }
}
