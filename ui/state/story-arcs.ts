import { call } from '../api/client'
import type { Reply } from '../api/contract'
import { invalidate } from '../api/query'
import { signal } from '../html'
import type { ListedIssue } from './reading-lists'
import { runWithToast } from './run-with-toast'
import { showToast } from './toasts'

export type StoryArc = Reply<'GET /api/storyarcs'>[number]

/** The issues that wait for the user to choose a story arc. */
export const arcChoice = signal<{ issues: readonly ListedIssue[]; arcs: readonly StoryArc[] } | undefined>(undefined)

/** Opens the choice of a story arc for these issues. */
export async function addToStoryArc(issues: readonly ListedIssue[]): Promise<void> {
  await runWithToast(async () => {
    arcChoice.value = { issues, arcs: await call('GET /api/storyarcs') }
  })
}

/** Adds them to an arc, or to a new one of that name. Rejects with the reason of a refusal. */
export async function addToArc(
  to: { arc_id: string } | { name: string },
  issues: readonly ListedIssue[],
): Promise<void> {
  const issue_ids = issues.map(({ id }) => id)
  const { message } =
    'arc_id' in to
      ? await call('POST /api/storyarcs/:arc_id/issues', { params: to, body: { issue_ids } })
      : await call('POST /api/storyarcs', { body: { name: to.name, issue_ids } })
  invalidate('GET /api/storyarcs')
  showToast(message)
}
