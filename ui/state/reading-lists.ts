import { ApiError, call } from '../api/client'
import type { Reply } from '../api/contract'
import { invalidate } from '../api/query'
import { signal } from '../html'
import { countWords, numberWords, pluralWords } from '../parts/text/format'
import { showToast } from './toasts'

export type ReadingList = Reply<'GET /api/readlists'>['lists'][number]
/** An issue to add. `label` names it: "Saga #12". */
export type ListedIssue = { id: string; label: string }

/** The issues that wait for the user to choose a list. */
export const listChoice = signal<{ issues: readonly ListedIssue[]; lists: readonly ReadingList[] } | undefined>(
  undefined,
)

/** Adds issues to the user's reading list, or opens the choice where there are several. */
export async function addToReadingList(issues: readonly ListedIssue[]): Promise<void> {
  const lists = await replyOrToast(async () => (await call('GET /api/readlists')).lists.filter(({ mine }) => mine))
  if (!lists || issues.length === 0) return
  const [only, second] = lists
  if (only && !second) return addToList(only, issues)
  listChoice.value = { issues, lists }
}

/** Adds them to one list, with a toast that can undo it. */
export async function addToList({ list_id, name }: ReadingList, issues: readonly ListedIssue[]): Promise<void> {
  const issue_ids = issues.map(({ id }) => id)
  const added = await replyOrToast(() =>
    call('POST /api/readlists/:list_id/issues', { params: { list_id }, body: { issue_ids } }),
  )
  if (!added) return
  invalidate('GET /api/readlists')
  const [one] = issues
  const what = issues.length === 1 && one ? one.label : countWords(issues.length, 'issue')
  if (added.changed === 0)
    return showToast(pluralWords(issues.length, `${what} is already in ${name}.`, `${what} are already in ${name}.`))
  const whole = added.changed === issues.length
  const undo = () => removeFromList(list_id, issue_ids)
  showToast(
    whole ? `${what} added to ${name}.` : `${numberWords(added.changed)} of ${what} added to ${name}.`,
    whole ? { action: { label: 'Undo', run: undo } } : {},
  )
}

/** Removes issues from a list; returns whether that succeeded. */
export async function removeFromList(list_id: string, issue_ids: string[]): Promise<boolean> {
  const done = await replyOrToast(() =>
    call('DELETE /api/readlists/:list_id/issues', { params: { list_id }, body: { issue_ids } }),
  )
  invalidate('GET /api/readlists')
  return done !== undefined
}

/** The reply, or undefined after a toast with the error. */
async function replyOrToast<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (cause) {
    showToast(cause instanceof ApiError ? cause.detail : String(cause), { kind: 'error' })
    return undefined
  }
}
