import { ApiError } from '../../../api/client'
import { say } from '../../../state/toasts'

/** Does one thing and says what came of it. Answers whether it was done. */
export async function told(work: () => Promise<unknown>, done?: string): Promise<boolean> {
  try {
    await work()
    if (done) say(done)
    return true
  } catch (cause) {
    say(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
    return false
  }
}
