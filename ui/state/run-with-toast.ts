import { showToast } from './toasts'
import { errorSentence, useBusy } from './use-busy'

/** Runs `work` and shows a toast with the result. Returns whether it succeeded. */
export async function runWithToast(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (done) showToast(done)
    return true
  } catch (cause) {
    showToast(errorSentence(cause), { kind: 'error' })
    return false
  }
}

/** For work that takes a moment: whether it is running, and the function that starts it. */
export function useRunWithToast(): { busy: boolean; perform: typeof runWithToast } {
  const { busy, run } = useBusy()
  const perform: typeof runWithToast = async (work, done) => (await run(() => runWithToast(work, done))) ?? false
  return { busy, perform }
}
