import type { Reply } from '../api/contract'
import type { Copy } from './copies'

export type Allowed = Reply<'POST /api/reading/kept'>

export type CopyChanges = {
  /** Copies that the user may no longer keep, or whose issue was deleted. */
  removed: Copy[]
  /** Copies whose file was replaced by other pages. */
  outdated: Copy[]
  /** Copies with newer progress or other bookmarks from other devices. */
  updated: Copy[]
}

/** The changes of copies that follow from the server's reply about them. */
export function changesOf(copies: readonly Copy[], { issues }: Allowed): CopyChanges {
  const allowed = new Map(issues.map((issue) => [issue.issue_id, issue]))
  const changes: CopyChanges = { removed: [], outdated: [], updated: [] }
  for (const copy of copies) {
    const now = allowed.get(copy.issue.issue_id)
    if (!now) changes.removed.push(copy)
    else if (now.version !== copy.issue.version) changes.outdated.push(copy)
    else {
      const { progress, place, bookmarks } = now
      const issue = { ...copy.issue, progress, place, bookmarks }
      if (JSON.stringify(issue) !== JSON.stringify(copy.issue)) changes.updated.push({ ...copy, issue })
    }
  }
  return changes
}
