import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { countWords } from '../../parts/text/format'
import { progress } from '../../state/progress'
import { showToast } from '../../state/toasts'
import type { ReadState } from './issue-card'

/** The text of the read button. */
export const READ_WORDS: Record<ReadState, string> = { unread: 'Read', reading: 'Continue', read: 'Read again' }

/** Marks issues as read or unread with a toast; returns whether it succeeded. */
export async function markRead(issues: readonly { id: string }[], read: boolean): Promise<boolean> {
  // Unsent progress would overwrite the mark later.
  for (const { id } of issues) progress().drop(id)
  try {
    await call('POST /api/reading/mark', { body: { issue_ids: issues.map(({ id }) => id), read } })
  } catch (cause) {
    showToast((cause as Error).message, { kind: 'error' })
    return false
  }
  invalidate('GET /api/reading')
  const marked = countWords(issues.length, 'issue')
  showToast(read ? `${marked} marked read.` : `${marked} marked unread.`)
  return true
}
