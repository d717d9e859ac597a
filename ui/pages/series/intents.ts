import { ApiError, call } from '../../api/client'
import { countWords } from '../../parts/text/format'
import { showToast } from '../../state/toasts'

/** Parallel requests: enough to be quick, few enough to leave room for the page's own. */
const ABREAST = 4

/** The user's choices for a missing issue. */
export type IssueIntent = 'want' | 'skip' | 'ignore'
export const INTENT_WORDS: Record<IssueIntent, string> = { want: 'wanted', skip: 'skipped', ignore: 'ignored' }

const ASK: Record<IssueIntent, (issue_id: string) => Promise<unknown>> = {
  want: (issue_id) => call('PUT /api/series/issues/:issue_id/queue', { params: { issue_id } }),
  skip: (issue_id) => call('PUT /api/series/issues/:issue_id/unqueue', { params: { issue_id } }),
  ignore: (issue_id) =>
    call('PUT /api/series/issues/:issue_id/status', { params: { issue_id }, body: { status: 'ignored' } }),
}

/** Sends the choice issue by issue. Stops at the first refusal and reports how many succeeded. */
export async function sendIntents(
  move: IssueIntent,
  issues: readonly { id: string }[],
): Promise<{ done: number; error?: string }> {
  const left = [...issues]
  let done = 0
  let error: string | undefined
  const work = async () => {
    for (let issue = left.shift(); issue && !error; issue = left.shift()) {
      try {
        await ASK[move](issue.id)
        done += 1
      } catch (cause) {
        error ??= cause instanceof ApiError ? cause.detail : String(cause)
      }
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, work))
  return { done, error }
}

/** The same with a toast; returns whether all choices were saved. */
export async function saveIntents(move: IssueIntent, issues: readonly { id: string }[]): Promise<boolean> {
  const { done, error } = await sendIntents(move, issues)
  if (error)
    showToast(`${countWords(done, 'issue')} of ${issues.length} ${INTENT_WORDS[move]}. ${error}`, { kind: 'error' })
  else showToast(`${countWords(done, 'issue')} ${INTENT_WORDS[move]}.`)
  return error === undefined
}
