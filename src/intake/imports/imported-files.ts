import type { Database, ReadHandle } from '../../base/storage/database'
import type { Handler, Tools } from '../../base/work/operations'
import { fileAt } from '../../library/series/file-store'
import { filesMade } from './confirm/made-store'
import type { InboxPayload } from './inbox/importer'
import { inboxRowsById } from './inbox/store'

/** Library files that an import added, without those that it left out. */
type Brought = (db: ReadHandle, payload: unknown, operationId: string) => string[]

export const filesOfConfirm: Brought = (db, _payload, operationId) => filesMade(db, operationId)

export const filesOfInboxImport: Brought = (db, payload) =>
  inboxRowsById(db, (payload as InboxPayload).imp_ids).flatMap(({ status, target }) => {
    const file = status === 'Imported' && target !== null ? fileAt(db, target) : undefined
    return file ? [file.file_id] : []
  })

/** An import that reports its new files when it ends, for tagging and conversion. */
export function reportImportedFiles(
  handler: Handler,
  deps: { db: Database; brought: Brought; arrived: (fileIds: string[]) => void },
): Handler {
  return {
    async run(payload: unknown, tools: Tools) {
      const outcome = await handler.run(payload, tools)
      if (!tools.signal.aborted) deps.arrived(deps.brought(deps.db.read, payload, tools.operation_id))
      return outcome
    },
    ended: (payload, state, error) => handler.ended?.(payload, state, error),
  }
}
