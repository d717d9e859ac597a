import { useEffect, useRef } from '../../html'
import { withRoot } from '../../root'

const EACH_MS = 500

/** Once `isAwaited`, waits for another run of Panelkeep than now and opens it: the library, or this page when it is still damaged. */
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

/** Which run answers; undefined while none does. */
async function instance(): Promise<string | undefined> {
  try {
    const reply = await fetch(withRoot('/api/health'))
    return ((await reply.json()) as { instance?: string }).instance
  } catch {
    return undefined // between two runs
  }
}
