import type { Tx } from '../../../base/storage/database'
import type { IssueFacts } from '../../../library/metadata/providers/provider'
import { changeFileIssueFacts, type FactsChange } from '../../../library/metadata/sync/facts-from-files'
import type { FileDetails } from '../../../library/recognition/service'
import { fileOf, issuesIn } from '../../../library/series/file-store'
import { findIssue } from '../../../library/series/store'
import type { ChangeContext } from './rewrite'
import { differsIn, type FileStatement } from './statement'
import { findStatement, saveStatement } from './statement-store'

/** Keeps the details of files in the source rows of their issues. */

const DETAILS = ['age_rating', 'genres', 'tags'] as const satisfies (keyof FileDetails)[]

/** The details that changed since the earlier statement. Without one, none counts as removed. */
export function changedDetails(before: FileStatement = {}, now: FileStatement): FactsChange<FileDetails> {
  const changed = DETAILS.filter((field) => differsIn(field, before, now))
  return Object.fromEntries(changed.map((field) => [field, now[field]]))
}

/** Saves the metadata of a file that was added, replaced or read again. Its issues get its details. */
export function saveDetails(tx: Tx, fileId: string, now: FileStatement, context: ChangeContext): void {
  const change = changedDetails(findStatement(tx, fileId), now)
  saveStatement(tx, fileId, now)
  if (Object.keys(change).length > 0) changeIssuesIn(tx, fileId, change, context)
}

/** If an issue has several files, only the one that is opened counts. */
export function changeIssuesIn(tx: Tx, fileId: string, change: FactsChange<IssueFacts>, context: ChangeContext): void {
  for (const { issue_id, comic_id } of issuesIn(tx, fileId)) {
    const row = fileOf(tx, issue_id)?.file_id === fileId ? findIssue(tx, issue_id) : undefined
    if (row && changeFileIssueFacts(tx, row, { change, ...context }))
      tx.emit({ type: 'issue.changed', issue_id, comic_id })
  }
}
