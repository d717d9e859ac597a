import { findIssue } from '../../../library/series/store'
import type { LibraryMove } from './library-move'

/** Schedules the search for files that the library lacks. They are opened in the background and never moved. */
export function moveSourceFiles({ move, library, label, matches }: LibraryMove): void {
  const { tally } = move
  for (const { id, path, issue_ids } of library.files()) {
    const issues = issue_ids.flatMap((issueId) => move.ownId('issue', issueId) ?? [])
    const match = matches.get(id)
    if (match !== undefined && match.own.file_id !== null) {
      tally.merged(id, path, 'The library already has this file.')
      tally.countRemark(`Files that the library has already, known by their ${match.by}`)
    } else if (issues.length === 0) tally.left(id, path, `Its issue was not copied, or ${label} lists none for it.`)
    else {
      tally.taken()
      for (const issue_id of new Set(issues)) {
        const comic_id = findIssue(move.tx, issue_id)?.comic_id
        if (comic_id !== undefined) move.expectFile({ comic_id, issue_id, path: move.localPath(path) })
      }
    }
  }
}
