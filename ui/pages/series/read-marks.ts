import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { countWords } from '../../parts/text/format'
import { progress } from '../../state/progress'
import { say } from '../../state/toasts'
import type { ReadState } from './issue-card'

/** What reading an issue is called from where one stands. */
export const READ_WORDS: Record<ReadState, string> = { unread: 'Read', reading: 'Continue', read: 'Read again' }

/** Marks issues as read or unread, says so, and answers whether it worked. */
export async function markRead(issues: readonly { id: string }[], read: boolean): Promise<boolean> {
  // A place that waits for a connection would say otherwise later.
  for (const { id } of issues) progress().drop(id)
  try {
    await call('POST /api/reading/mark', { body: { issue_ids: issues.map(({ id }) => id), read } })
  } catch (cause) {
    say((cause as Error).message, { kind: 'error' })
    return false
  }
  invalidate('GET /api/reading')
  say(`${countWords(issues.length, 'issue')} marked ${read ? 'read' : 'unread'}.`)
  return true
}
