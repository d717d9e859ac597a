import type { Tx } from '../../../base/storage/database'
import { findImportChange } from '../../../library/filing/store'
import { deleteMadeRows } from '../../../library/series/unmake-store'
import { changedByPerson, withoutListed } from '../confirm/edits-since'
import { forgetIssuesMade, issuesMadeFor } from '../confirm/made-store'
import { relistImported } from './store'

/**
 * Undoes an import from the import folder: the file is listed there again. Issues created for it are deleted, unless
 * they were changed since, have another file or are listed by a provider.
 */
export function relistInboxFile(tx: Tx, fileId: string): void {
  const change = findImportChange(tx, fileId)
  if (!change || !relistImported(tx, change.from_path)) return
  for (const issue_id of issuesMadeFor(tx, fileId)) {
    const links = [{ issue_id, file_id: fileId }]
    const made = { series: new Set<string>(), issues: new Set([issue_id]), files: new Set<string>(), links }
    if (changedByPerson(tx, made, made) === undefined) deleteMadeRows(tx, withoutListed(tx, made, made))
  }
  forgetIssuesMade(tx, fileId)
  tx.emit({ type: 'inbox.changed' })
}
