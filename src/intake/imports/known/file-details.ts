import type { Tx } from '../../../base/storage/database'
import type { IssueFacts } from '../../../library/metadata/providers/provider'
import { changeFileIssueFacts, type FactsChange } from '../../../library/metadata/sync/facts-from-files'
import { DETAIL_FIELDS, type FileDetails } from '../../../library/recognition/service'
import { fileOf, issuesIn } from '../../../library/series/file-store'
import { findIssue } from '../../../library/series/store'
import type { StatedFacts } from '../scan/read-facts'
import type { ChangeContext } from './rewrite'
import { type FileStatement, statementOf } from './statement'
import { findStatement, saveStatement } from './statement-store'

/** Keeps the details of files in the source rows of their issues. */

/**
 * The details that changed since the earlier statement. What an issue has from elsewhere, such as the writer of an
 * older program, stays until its file states a value.
 */
export function changedDetails(
  before: FileStatement = {},
  now: FileStatement,
  { age_rating, credits, ...others }: FileDetails,
): FactsChange<FileDetails> {
  const change: FactsChange<FileDetails> = {}
  if (before.age_rating !== now.age_rating) change.age_rating = age_rating
  const wasCredited = (before.credits ?? before.writer) !== undefined
  if (before.credits !== now.credits && (credits || wasCredited)) change.credits = credits
  if (before.details === now.details) return change
  const removed = DETAIL_FIELDS.filter(
    (field) => field !== 'age_rating' && field !== 'credits' && isGone(field, before),
  )
  return { ...change, ...Object.fromEntries(removed.map((field) => [field, undefined])), ...others }
}

/** An older statement lists the only details that its version kept. */
const isGone = (field: (typeof DETAIL_FIELDS)[number], before: FileStatement) =>
  before.details !== undefined || (before as Record<string, unknown>)[field] !== undefined

/** Saves the metadata of a file that was added, replaced or read again. Its issues get its details. */
export function saveDetails(tx: Tx, fileId: string, stated: StatedFacts, context: ChangeContext): void {
  const now = statementOf(stated)
  const change = changedDetails(findStatement(tx, fileId), now, stated.details)
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
