import type { Tx } from '../../../base/storage/database'
import { saveCheckOf } from '../../../library/checks/store'
import type { FileInspection } from '../../../library/recognition/service'
import { fileWithId, issuesIn } from '../../../library/series/file-store'
import { readFactsOf } from '../scan/read-facts'
import { saveDetails } from './file-details'
import type { ChangeContext } from './rewrite'
import { addSharedFacts } from './shared-series-facts'
import { forgetStatement } from './statement-store'

/**
 * Saves the metadata of a file that was added or replaced, to detect later what changed in it, and keeps its details.
 * Does nothing when its row is gone.
 */
export function saveInspected(
  tx: Tx,
  fileId: string,
  inspection: FileInspection | undefined,
  context: ChangeContext,
): void {
  if (!fileWithId(tx, fileId)) return
  if (!inspection) {
    forgetStatement(tx, fileId)
    return
  }
  saveDetails(tx, fileId, readFactsOf(inspection), context)
  saveCheckOf(tx, fileId, inspection.check)
  for (const comicId of new Set(issuesIn(tx, fileId).map(({ comic_id }) => comic_id)))
    addSharedFacts(tx, comicId, context)
}
