import type { Reply } from '../api/contract'
import type { Copy } from './copies'

export type Allowed = Reply<'POST /api/reading/kept'>

export type CopyChanges = {
  /** The user may not have these any more, or they are gone from the library. */
  removed: Copy[]
  /** The file was replaced: its pages are others. */
  outdated: Copy[]
  /** The same pages, with what was read on other devices. */
  updated: Copy[]
}

/** What the server's list means for the copies it was asked about. */
export function changesOf(copies: readonly Copy[], { issues }: Allowed): CopyChanges {
  const allowed = new Map(issues.map((issue) => [issue.issue_id, issue]))
  const changes: CopyChanges = { removed: [], outdated: [], updated: [] }
  for (const copy of copies) {
    const now = allowed.get(copy.issue.issue_id)
    if (!now) changes.removed.push(copy)
    else if (now.version !== copy.issue.version) changes.outdated.push(copy)
    else {
      const { progress, place } = now
      const issue = { ...copy.issue, progress, place }
      if (JSON.stringify(issue) !== JSON.stringify(copy.issue)) changes.updated.push({ ...copy, issue })
    }
  }
  return changes
}
