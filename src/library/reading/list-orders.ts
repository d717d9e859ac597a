import type { ReadHandle } from '../../base/storage/database'
import { currentIssues } from './progress-store'

/** The next issue to read of a list. */
export interface NextInList {
  list_id: string
  name: string
  issue_id: string
}

/** What the reader needs to know about reading lists. */
export interface ListOrders {
  /** The readable issues of a list in order; undefined for an unknown list. */
  orderOf(listId: string): { name: string; issue_ids: string[] } | undefined
  /** The first unread issue of each list. */
  nextIssues(): NextInList[]
}

/** The next issues of reading lists, each once, without issues that are continued anyway. */
export function nextInLists(db: ReadHandle, lists: ListOrders): NextInList[] {
  const all = lists.nextIssues()
  const seen = currentIssues(
    db,
    all.map(({ issue_id }) => issue_id),
  )
  return all.filter(({ issue_id }) => {
    if (seen.has(issue_id)) return false
    seen.add(issue_id)
    return true
  })
}
