import { rootPath } from '../root'
import type { SessionUser } from '../state/user'
import { Copies, type Copy } from './copies'
import { keptIssues } from './kept-signal'
import { keptUser, keptUserKey } from './kept-user'

export const copies = (): Copies => new Copies(caches, rootPath())

/** The copies of the user. Those of an earlier one are removed, should any be left. */
export async function readKeptIssues(): Promise<ReadonlyMap<string, Copy>> {
  const user = keptUser()
  const own = new Map<string, Copy>()
  for (const copy of await copies().all()) {
    const { issue_id } = copy.issue
    if (copy.user_id === user?.user_id) own.set(issue_id, copy)
    else await copies().remove({ user_id: copy.user_id, issue_id })
  }
  keptIssues.value = own
  return own
}

/** The whole copy of an issue, for the reader. */
export async function wholeCopy(issueId: string): Promise<Copy | undefined> {
  const user = keptUser()
  const copy = user && (await copies().find({ user_id: user.user_id, issue_id: issueId }))
  return copy?.state === 'whole' ? copy : undefined
}

/** Stores how far an issue was read, or its bookmarks, for the next time it is opened without a connection. */
export async function saveInCopy(
  issueId: string,
  read: Partial<Pick<Copy['issue'], 'progress' | 'place' | 'bookmarks'>>,
): Promise<void> {
  const copy = await wholeCopy(issueId)
  if (!copy) return
  await copies().save({ ...copy, issue: { ...copy.issue, ...read } })
  // The user may have logged out meanwhile.
  if (keptUser()?.user_id !== copy.user_id) await copies().remove({ user_id: copy.user_id, issue_id: issueId })
}

export function storeKeptUser({ picture: _, ...user }: SessionUser): void {
  localStorage.setItem(keptUserKey(), JSON.stringify(user))
}
