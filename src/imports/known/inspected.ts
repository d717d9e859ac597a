import type { FileInspection } from '../../recognition/service'
import { fileWithId } from '../../series/file-store'
import type { Tx } from '../../storage/database'
import { factsOf } from '../scan/read-facts'
import { statementOf } from './statement'
import { forgetStatement, saveStatement } from './statement-store'

/**
 * A file came into the library, or took the place of another: what it states, to tell later what changed in it. Does
 * nothing when its row is gone.
 */
export function keepInspected(tx: Tx, fileId: string, inspection: FileInspection | undefined): void {
  if (!fileWithId(tx, fileId)) return
  if (inspection) saveStatement(tx, fileId, statementOf(factsOf(inspection)))
  else forgetStatement(tx, fileId)
}
