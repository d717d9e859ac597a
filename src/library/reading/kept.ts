import { currentCaller } from '../../base/platform/caller'
import type { Database } from '../../base/storage/database'
import { filesOfIssues, versionOf } from '../series/file-store'
import { bookmarksOf } from './bookmark-store'
import { issuePlace, progressOfIssues } from './progress-store'
import { shownProgress } from './reader'
import type { KeptReply } from './schema'

/**
 * Which issues a browser may keep on its device, or still keep. Copies are deleted by the browser, so the reply is
 * always a whole list: a missing issue was deleted, hidden from the user, or has no pages any more.
 */
export class KeptIssues {
  constructor(private readonly deps: { db: Database }) {}

  check(issueIds: readonly string[]): KeptReply {
    const { read } = this.deps.db
    if (currentCaller().limits?.may_download === false) return { may_keep: false, issues: [] }
    const files = filesOfIssues(read, issueIds)
    const progress = progressOfIssues(read, issueIds)
    const issues = [...files].flatMap(([issue_id, file]) => {
      const { page_count } = file
      if (page_count === 0) return []
      const own = progress.get(issue_id)
      return [
        {
          issue_id,
          version: versionOf(file),
          progress: own ? shownProgress(own, page_count) : null,
          // The first page alone is no progress, but may have a place: it can be many windows high.
          place: issuePlace(read, issue_id, page_count),
          bookmarks: bookmarksOf(read, issue_id),
        },
      ]
    })
    return { may_keep: true, issues }
  }
}
