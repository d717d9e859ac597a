import { ApiError } from '../../api/client'
import { useEffect, useRef, useState } from '../../html'
import { isSilent } from '../../worker/routing'

/** A server that takes longer is as silent as one that is gone. */
const PATIENCE_MS = 10_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

export type ServerLink = {
  /** Whether the server is silent. */
  lost: boolean
  /** Called after a failed request: checks whether the server still answers. */
  suspect: () => void
}

/** Whether the server answers. While it does not, `probe` is repeated at growing intervals. */
export function useServerLink(probe: (signal: AbortSignal) => Promise<unknown>, onBack: () => void): ServerLink {
  const [lost, setLost] = useState(false)
  const state = useRef({ lost: false, asking: false, wait: FIRST_WAIT_MS, probe, onBack })
  Object.assign(state.current, { probe, onBack })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  const set = (value: boolean) => {
    const was = state.current.lost
    state.current.lost = value
    setLost(value)
    if (was && !value) state.current.onBack()
  }
  const ask = async () => {
    clearTimeout(timer.current)
    if (state.current.asking) return
    state.current.asking = true
    const answers = await state.current.probe(AbortSignal.timeout(PATIENCE_MS)).then(
      () => true,
      (error: unknown) => error instanceof ApiError && !isSilent(error),
    )
    state.current.asking = false
    if (answers) {
      state.current.wait = FIRST_WAIT_MS
      return set(false)
    }
    set(true)
    timer.current = setTimeout(ask, state.current.wait)
    state.current.wait = Math.min(state.current.wait * 2, LONGEST_WAIT_MS)
  }
  useEffect(() => {
    const again = () => void ask()
    addEventListener('online', again)
    addEventListener('offline', again)
    return () => {
      removeEventListener('online', again)
      removeEventListener('offline', again)
      clearTimeout(timer.current)
    }
  }, [])
  return { lost, suspect: () => void ask() }
}
