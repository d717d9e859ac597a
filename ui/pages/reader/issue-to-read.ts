import { ApiError, call } from '../../api/client'
import { isOffline } from '../../kept/kept-user'
import { closeCopy, openCopy, wholeCopy } from '../../kept/open-copies'
import type { Neighbour, ReadIssue } from './wire'

/** No answer, or that of a proxy whose server is down. */
const SILENT = [0, 502, 504]

/** The issue as the server knows it; while the server does not answer, as it was kept on this device. Throws ApiError. */
export async function issueToRead(issue_id: string, list: string | undefined): Promise<ReadIssue> {
  const copy = isOffline() ? await openCopy(issue_id) : undefined
  if (copy) return amongCopies(copy.issue)
  const order = list === undefined ? {} : { query: { list } }
  try {
    const issue = await call('GET /api/reading/issues/:issue_id', { params: { issue_id }, ...order })
    closeCopy(issue_id)
    return issue
  } catch (cause) {
    const isSilent = cause instanceof ApiError && SILENT.includes(cause.status)
    const kept = isSilent ? await openCopy(issue_id) : undefined
    if (kept) return kept.issue
    throw cause
  }
}

/** Only issues that are on this device can follow. */
async function amongCopies(issue: ReadIssue): Promise<ReadIssue> {
  const here = async (other: Neighbour | null) => (other && (await wholeCopy(other.issue_id)) ? other : null)
  const [previous, next] = await Promise.all([here(issue.previous), here(issue.next)])
  return { ...issue, previous, next }
}
