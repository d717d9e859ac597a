import { ApiError, call } from '../../api/client'

/** Requests at a time: many enough to be quick, few enough not to crowd out the page's own. */
const ABREAST = 4

/** Wants (`queue`) or skips (`unqueue`) issues one by one. Stops at the first refusal and says how far it came. */
export async function setIntents(
  move: 'queue' | 'unqueue',
  issues: readonly { id: string }[],
): Promise<{ done: number; error?: string }> {
  const left = [...issues]
  let done = 0
  let error: string | undefined
  const work = async () => {
    for (let issue = left.shift(); issue && !error; issue = left.shift()) {
      try {
        await call(`PUT /api/series/issues/:issue_id/${move}`, { params: { issue_id: issue.id } })
        done += 1
      } catch (cause) {
        error ??= cause instanceof ApiError ? cause.detail : String(cause)
      }
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, work))
  return { done, error }
}
