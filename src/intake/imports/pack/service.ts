import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { ContentType } from '../../../library/series/states'
import { CONFIRM, PACK, SCAN } from '../states'
import { currentScan } from '../store'
import type { PackPayload } from './picture-packer'
import { packablePaths } from './store'

interface Deps {
  db: Database
  operations: Operations
}

/** Packs folders of loose pictures from the newest scan, at the user's request. */
export class Packing {
  constructor(private readonly deps: Deps) {}

  /**
   * Starts in the background and returns the operation's id; without paths, all listed folders are packed. Throws
   * Refusal 'invalid' for a path that the scan did not list, 'conflict' while a scan or an import runs.
   */
  begin(kind: ContentType, { scan_id, paths }: { scan_id: string; paths?: readonly string[] }): string {
    const { db, operations } = this.deps
    return db.write((tx) => {
      const scan = currentScan(tx, kind)
      if (scan?.scan_id !== scan_id)
        throw new Refusal('conflict', 'A newer scan has finished. Review its results and try again.')
      if (operations.active(SCAN, kind).length > 0 || operations.active(CONFIRM, kind).length > 0)
        throw new Refusal('conflict', 'A scan or an import is running. Wait until it has finished.')
      const listed = packablePaths(tx, scan_id, paths)
      const unknown = paths?.find((path) => !listed.includes(path))
      if (unknown !== undefined)
        throw new Refusal('invalid', `The scan did not list ${unknown} as a folder of loose pictures.`)
      if (listed.length === 0) throw new Refusal('invalid', 'The scan found no folders of loose pictures.')
      const payload: PackPayload = { kind, scan_id, paths: listed }
      return operations.enqueue({ kind: PACK, subject: kind, payload }).operation_id
    })
  }
}
