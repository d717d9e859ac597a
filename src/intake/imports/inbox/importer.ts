import { basename, dirname } from 'node:path'
import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import { ArchiveError } from '../../../base/formats/archives/archive-error'
import { fileFacts } from '../../../base/formats/archives/file-facts'
import { diskReason } from '../../../base/platform/disk-reason'
import type { Clock, Files, Log, Random } from '../../../base/platform/ports'
import { pluralWords } from '../../../base/platform/words'
import type { ProviderName } from '../../../base/providers/descriptors'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import { removeEmptyFolders } from '../../../library/filing/folders'
import type { FileImport, FileImporter, Permissions } from '../../../library/filing/importer'
import type { FileJournal } from '../../../library/filing/journal'
import type { Homes } from '../../../library/filing/series-folder'
import { batchOfOperation } from '../../../library/filing/store'
import { type FileInspection, inspectFile } from '../../../library/recognition/service'
import { findSeries, type SeriesRow } from '../../../library/series/store'
import { resolveItemsAt } from '../../downloads/journal/stage-changes'
import { saveMadeRows } from '../confirm/made-store'
import { saveInspected } from '../known/inspected'
import { recordInboxImport } from '../timeline'
import { fileIssues } from './issues'
import { libraryPathParts } from './library-path'
import * as store from './store'

const GONE = 'The series or the issue was removed from the library in the meantime.'

export interface InboxPayload {
  imp_ids: string[]
  /** The originals are removed once the library has the files. */
  move: boolean
}

/** Result of an import from the inbox. */
export interface InboxImportResult {
  imported: number
  moved: number
  errors: { imp_id: string; error: string }[]
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  archives: ArchiveDeps & { files: Files }
  filing: { importer: Pick<FileImporter, 'import' | 'pathFor'>; journal: Pick<FileJournal, 'beginBatch' | 'endBatch'> }
  places: {
    /** The import folder. */
    inbox: () => string
    homes: (series: SeriesRow) => Pick<Homes, 'roots' | 'naming'>
    /** Whether imported files are renamed by the templates. */
    renames: () => boolean
    permissions?: () => Permissions | undefined
  }
  /** Providers, the preferred one first. */
  order: () => readonly ProviderName[]
}

/**
 * Imports files of the import folder. Each step is stored before it runs, and the original stays until the copy is
 * verified, renamed and linked. After a crash at any point, the next start resumes with one complete file and makes no
 * second copy.
 */
export class InboxImporter implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, { signal, report, operation_id }: Tools): Promise<InboxImportResult | undefined> {
    const { imp_ids, move } = payload as InboxPayload
    for (const [at, impId] of imp_ids.entries()) {
      if (signal.aborted) break
      await this.finish(impId, operation_id, signal)
      report((at + 1) / imp_ids.length)
    }
    this.endBatch(operation_id)
    if (signal.aborted) return undefined
    this.recordRows(imp_ids, operation_id)
    return this.outcome(imp_ids, move)
  }

  /** Files that were not placed stay in the import folder and can be chosen again. */
  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    const { imp_ids } = payload as InboxPayload
    const problem = state === 'failed' ? error : 'The import was cancelled.'
    for (const impId of imp_ids) this.fail(impId, problem)
    this.recordRows(imp_ids, imp_ids[0] ?? '')
  }

  private recordRows(impIds: string[], key: string): void {
    const { db, clock } = this.deps
    const rows = store.inboxRowsById(db.read, impIds)
    db.write((tx) => recordInboxImport(tx, rows, { at: clock.now(), key }))
  }

  private outcome(impIds: string[], move: boolean): InboxImportResult {
    const rows = store.inboxRowsById(this.deps.db.read, impIds)
    const imported = rows.filter(({ status }) => status === 'Imported')
    return {
      imported: imported.length,
      moved: move ? imported.filter(({ problem }) => problem === null).length : 0,
      errors: rows.flatMap(({ imp_id, status, problem }) =>
        status === 'Failed' ? [{ imp_id, error: problem ?? 'It was not imported.' }] : [],
      ),
    }
  }

  private async finish(impId: string, operationId: string, signal: AbortSignal): Promise<void> {
    const row = store.findInboxRow(this.deps.db.read, impId)
    try {
      if (row?.status === 'Importing') await this.place(row, operationId)
    } catch (error) {
      if (!signal.aborted) this.fail(impId, this.sentence(impId, error))
    }
    if (!signal.aborted) await this.removeSource(impId)
  }

  private async place(row: store.InboxRow, operationId: string): Promise<void> {
    const { db, places } = this.deps
    const { importer } = this.deps.filing
    const series = findSeries(db.read, row.comic_id ?? '')
    if (!series) throw new Refusal('missing', GONE)
    const permissions = places.permissions?.()
    const home = { ...places.homes(series), permissions }
    const name = places.renames() ? libraryPathParts(db.read, row, series, home.naming) : [basename(row.path)]
    let inspection: FileInspection | undefined
    const imported = await importer.import({
      id: row.imp_id,
      path: row.path,
      source: row.path,
      returns: row.removes_source,
      placing: row.removes_source ? 'move' : 'copy',
      wanted: await importer.pathFor(series, name, home),
      step: row,
      batch_id: this.batch(row, operationId),
      permissions,
      check: async () => {
        inspection = await this.checkSource(row)
      },
      save: (step) => db.write((tx) => store.changeInboxRow(tx, row.imp_id, step)),
      ...this.linking(row, operationId, () => inspection),
    })
    if (!imported) throw new Refusal('missing', GONE)
  }

  /** Links the file to its issues. Issues created for it are recorded, so that undo removes them too. */
  private linking(
    row: store.InboxRow,
    operationId: string,
    inspection: () => FileInspection | undefined,
  ): Pick<FileImport, 'issues' | 'imported'> {
    const { clock, random, order } = this.deps
    let made: string[] = []
    return {
      issues: (tx) => {
        // A file cancelled in the meantime is not imported.
        if (store.findInboxRow(tx, row.imp_id)?.status !== 'Importing') return undefined
        const found = fileIssues(tx, row, clock.now(), random)
        made = found?.made ?? []
        return found
      },
      imported: (tx, { file_id, path }) => {
        saveMadeRows(tx, operationId, [
          ...made.map((id) => ({ kind: 'issue' as const, id })),
          ...made.map((id) => ({ kind: 'link' as const, id, file_id })),
        ])
        saveInspected(tx, file_id, inspection(), { at: clock.now(), order: order() })
        const change = { status: 'Imported', problem: null, target: path, imported_at: clock.now() } as const
        store.changeInboxRow(tx, row.imp_id, change)
        resolveItemsAt(tx, row.path, clock.now())
        tx.emit({ type: 'inbox.changed' })
      },
    }
  }

  /** Files that are imported together are undone together. */
  private batch({ comic_id }: store.InboxRow, operation_id: string): string {
    const { db } = this.deps
    const { journal } = this.deps.filing
    const known = batchOfOperation(db.read, operation_id)
    return known?.batch_id ?? journal.beginBatch({ kind: 'arrival', comic_id, title: 'Import folder', operation_id })
  }

  private endBatch(operationId: string): void {
    const { db, filing } = this.deps
    const batch = batchOfOperation(db.read, operationId)
    if (batch)
      filing.journal.endBatch(batch.batch_id, (files) =>
        pluralWords(files, '{count} file imported', '{count} files imported'),
      )
  }

  private async checkSource(row: store.InboxRow): Promise<FileInspection> {
    const { archives } = this.deps
    const facts = await fileFacts(archives.files, row.path)
    if (facts.size !== row.size || facts.modifiedMs !== row.modified_ms)
      throw new Refusal('conflict', 'The file changed after the scan. Scan the import folder again.')
    return inspectFile(row.path, archives)
  }

  /** Removes the original only once the library has the file, and only if it is unchanged since the copy. */
  private async removeSource(impId: string): Promise<void> {
    const { db, log, archives } = this.deps
    const row = store.findInboxRow(db.read, impId)
    if (row?.status !== 'Imported' || !row.removes_source || row.target === null) return
    let problem: string | null = null
    try {
      const [source, target] = [await archives.files.stat(row.path), await archives.files.stat(row.target)]
      const same = source?.size === row.size && source.modifiedMs === row.modified_ms
      if (same && target?.size === row.size && !(await this.isOne(row.path, row.target))) await this.takeOut(row.path)
    } catch (error) {
      problem = 'The library has it, but the file in the import folder could not be removed.'
      log.warn('imports', 'imported file could not be removed from the import folder', { path: row.path, error })
    }
    db.write((tx) => store.changeInboxRow(tx, impId, { removes_source: false, problem }))
  }

  /** Removes the file and the folders that are empty then, but never the import folder itself. */
  private async takeOut(path: string): Promise<void> {
    const { archives, log, places } = this.deps
    await archives.files.remove(path)
    try {
      const inbox = places.inbox()
      await removeEmptyFolders(archives.files, dirname(path), inbox === '' ? [] : [inbox])
    } catch (error) {
      log.warn('imports', 'empty folder in the import folder could not be removed', { path, error })
    }
  }

  private async isOne(path: string, other: string): Promise<boolean> {
    const { files } = this.deps.archives
    return (await files.real(path)) === (await files.real(other))
  }

  private fail(impId: string, problem: string): void {
    const { db } = this.deps
    db.write((tx) => {
      const change = { status: 'Failed', problem, removes_source: false } as const
      if (store.moveInboxRow(tx, impId, 'Importing', change)) tx.emit({ type: 'inbox.changed' })
    })
  }

  private sentence(impId: string, error: unknown): string {
    if (error instanceof Refusal || error instanceof ArchiveError) return error.detail
    this.deps.log.warn('imports', 'file not imported', { imp_id: impId, error })
    return `It could not be copied: ${diskReason(error)}`
  }
}
