import { ApiError } from '../api/client'
import { useState } from '../html'
import { say } from './toasts'

/** Runs `work` and shows a toast with the result. Returns whether it succeeded. */
export async function runWithToast(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (done) say(done)
    return true
  } catch (cause) {
    say(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
    return false
  }
}

/** For work that takes a moment: whether it is running, and the function that starts it. */
export function useRunWithToast(): { busy: boolean; tell: typeof runWithToast } {
  const [busy, setBusy] = useState(false)
  const tell: typeof runWithToast = async (work, done) => {
    setBusy(true)
    const isDone = await runWithToast(work, done)
    setBusy(false)
    return isDone
  }
  return { busy, tell }
}
