import type { Tx } from '../../../base/storage/database'
import type { FileInspection } from '../../../library/recognition/service'
import { fileWithId } from '../../../library/series/file-store'
import { readFactsOf } from '../scan/read-facts'
import { statementOf } from './statement'
import { forgetStatement, saveStatement } from './statement-store'

/**
 * Saves the metadata of a file that was added or replaced, to detect later what changed in it. Does nothing when its
 * row is gone.
 */
export function saveInspected(tx: Tx, fileId: string, inspection: FileInspection | undefined): void {
  if (!fileWithId(tx, fileId)) return
  if (inspection) saveStatement(tx, fileId, statementOf(readFactsOf(inspection)))
  else forgetStatement(tx, fileId)
}
