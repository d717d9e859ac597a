import { ApiError, call } from '../../api/client'
import type { Copy } from '../../kept/copies'
import { keptIssues } from '../../kept/kept-signal'
import { isOffline } from '../../kept/kept-user'
import { closeCopy, openCopy, wholeCopy } from '../../kept/open-copies'
import { isSilent } from '../../worker/routing'
import type { Neighbour, ReadIssue } from './wire'

/** The issue as the server knows it; while the server does not answer, as it was kept on this device. Throws ApiError. */
export async function issueToRead(issue_id: string, list: string | undefined): Promise<ReadIssue> {
  const copy = isOffline() ? await openCopy(issue_id) : undefined
  if (copy) return amongCopies(issueOf(copy))
  const order = list === undefined ? {} : { query: { list } }
  try {
    const issue = await call('GET /api/reading/issues/:issue_id', { params: { issue_id }, ...order })
    closeCopy(issue_id)
    return issue
  } catch (cause) {
    const isAway = cause instanceof ApiError && isSilent(cause)
    const kept = isAway ? await openCopy(issue_id) : undefined
    if (kept) return issueOf(kept)
    throw cause
  }
}

/** The server's time in a copy is that of its making, so the difference of the clocks since then gives the present one. */
function issueOf({ issue, kept_at }: Copy): ReadIssue {
  const ahead = Date.parse(issue.now) - Date.parse(kept_at)
  return { ...issue, now: new Date(Date.now() + ahead).toISOString() }
}

/** Only issues that are on this device can follow, also one that was added to the library after this copy was made. */
async function amongCopies(issue: ReadIssue): Promise<ReadIssue> {
  const here = async (other: Neighbour | null, back: 'previous' | 'next') => {
    if (other) return (await wholeCopy(other.issue_id)) ? other : null
    const copies = [...(keptIssues.peek()?.values() ?? [])]
    const found = copies.find((copy) => copy.state === 'whole' && copy.issue[back]?.issue_id === issue.issue_id)
    return found ? { issue_id: found.issue.issue_id, label: found.issue.label } : null
  }
  const [previous, next] = await Promise.all([here(issue.previous, 'next'), here(issue.next, 'previous')])
  return { ...issue, previous, next }
}
