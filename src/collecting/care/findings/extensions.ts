import { isMislabelled } from '../../../base/formats/formats'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Log } from '../../../base/platform/ports'
import { countWords } from '../../../base/platform/words'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import type { FileJournal } from '../../../library/filing/journal'
import { changesOf } from '../../../library/filing/store'
import { fileWithId } from '../../../library/series/file-store'
import { foundFiles } from './finding-store'
import { rightPath } from './rules'

interface ExtensionsPayload {
  batch_id: string
  /** Absent: every file on the list. */
  file_ids?: string[]
}

interface Deps {
  db: Database
  log: Log
  journal: FileJournal
}

const AT_ONCE = 50
export const renamedTitle = (count: number) => `${countWords(count, 'extension')} corrected`

/** Gives files the extension of their content. Each is one move of the journal. */
export class ExtensionFix implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<{ batch_id: string; renamed: number } | undefined> {
    const { db, journal } = this.deps
    const { batch_id, file_ids } = payload as ExtensionsPayload
    await journal.ready()
    const done = new Set(changesOf(db.read, batch_id).map(({ file_id }) => file_id))
    let count = 0
    for (const fileId of wrongFiles(db, file_ids)) {
      if (tools.signal.aborted) return undefined
      if (!done.has(fileId)) await this.rename(batch_id, fileId)
      count += 1
      tools.report(file_ids ? count / file_ids.length : 0, { batch_id, files: count })
      await nextTurn()
    }
    journal.endBatch(batch_id, renamedTitle)
    const changes = changesOf(db.read, batch_id)
    const renamed = changes.filter(({ state }) => state === 'done').length
    const [first] = changes.filter(({ error }) => error !== null)
    if (renamed === 0 && first) throw new Refusal('conflict', first.error!)
    return { batch_id, renamed }
  }

  ended(payload: unknown): void {
    this.deps.journal.endBatch((payload as ExtensionsPayload).batch_id, renamedTitle)
  }

  private async rename(batchId: string, fileId: string): Promise<void> {
    const { db, journal, log } = this.deps
    const row = fileWithId(db.read, fileId)
    if (!row || !isMislabelled(row.path, row.format)) return
    try {
      await journal.moveFile(batchId, { file_id: fileId, to: rightPath(row.path, row.format) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the row has the reason
      log.info('care', 'extension not corrected', { path: row.path, reason: error.detail })
    }
  }
}

/** These files, or all on the list. */
export function* wrongFiles(db: Database, fileIds: readonly string[] | undefined): Generator<string> {
  if (fileIds) return yield* fileIds
  for (let after = ''; ; ) {
    const files = foundFiles(db.read, 'wrong_extension', after, AT_ONCE)
    if (files.length === 0) return
    yield* files.map(({ file_id }) => file_id)
    after = files.at(-1)!.file_id
  }
}
