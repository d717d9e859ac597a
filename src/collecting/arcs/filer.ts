import { basename, dirname, join } from 'node:path'
import type { Clock, Files, Log } from '../../base/platform/ports'
import { pluralWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import { isBelow } from '../../library/filing/folders'
import type { FileImporter, Permissions } from '../../library/filing/importer'
import type { FileJournal } from '../../library/filing/journal'
import { freePath } from '../../library/filing/series-folder'
import type { PlaceMethod } from '../../library/filing/states'
import { batchOfOperation } from '../../library/filing/store'
import { type FileRow, fileOf, issuesIn } from '../../library/series/file-store'
import type { ArcFolders } from './arc-folders'
import * as filed from './files-store'
import { ARC_FILES } from './states'
import type { ArcIssueRow } from './store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  files: Files
  operations: Operations
  journal: FileJournal
  importer: Pick<FileImporter, 'import' | 'openFolder'>
  folders: ArcFolders
  settings: () => { isOn: boolean; placing: PlaceMethod; permissions: Permissions | undefined }
}

/** A scan changes many series one after the other, so filing waits until the changes end. */
const REST_MS = 2000

/** Also puts files of the library into the folders of their story arcs, after each change to the library or an arc. */
export class ArcFiler implements Handler {
  private readonly stopping = new AbortController()
  private waiting: Promise<void> | undefined

  constructor(private readonly deps: Deps) {}

  /** Starts soon; calls made before the start change nothing. */
  scheduleFiling(): void {
    if (this.stopping.signal.aborted || !this.deps.settings().isOn) return
    this.waiting ??= this.beginSoon().finally(() => {
      this.waiting = undefined
    })
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.waiting
  }

  async run(_payload: unknown, { signal, operation_id, report }: Tools) {
    const { db, log, journal } = this.deps
    const rows = filed.unfiledRows(db.read)
    const counts = { files: 0, failed: 0 }
    for (const [at, row] of rows.entries()) {
      if (signal.aborted) return undefined
      try {
        if (await this.file(row, operation_id)) counts.files += 1
      } catch (error) {
        counts.failed += 1
        const detail = error instanceof Refusal ? error.detail : undefined
        log.warn('arcs', 'file not added to the folder of its story arc', {
          row: row.issue_arc_id,
          detail,
          error,
        })
      }
      report((at + 1) / rows.length, counts)
    }
    const batch = batchOfOperation(db.read, operation_id)
    const title = (count: number) =>
      pluralWords(count, '{count} file added to story arcs', '{count} files added to story arcs')
    if (batch) journal.endBatch(batch.batch_id, title)
    return counts
  }

  private async beginSoon(): Promise<void> {
    const { db, clock, operations } = this.deps
    const { signal } = this.stopping
    await clock.after(REST_MS, signal)
    if (signal.aborted || operations.active(ARC_FILES).length > 0 || !filed.hasUnfiledRows(db.read)) return
    operations.enqueue({ kind: ARC_FILES, subject: 'all', payload: {} })
  }

  /** False when the folder already has a file of the issue, or when the only file is in another arc's folder. */
  private async file(row: ArcIssueRow, operationId: string): Promise<boolean> {
    const { db, folders, settings } = this.deps
    const { placing } = settings()
    const source = fileOf(db.read, row.issue_id!)
    if (!source) return false
    const folder = await folders.folderOf(row.arc_id)
    const all = filed.filesOfIssue(db.read, row.issue_id!)
    const isElsewhere = placing === 'move' && filed.isMovedToArc(db.read, source.file_id)
    const here = isElsewhere ? source : all.find(({ path }) => isBelow(path, folder))
    if (here) {
      db.write((tx) => filed.saveArcFile(tx, { issue_arc_id: row.issue_arc_id, file_id: here.file_id }))
      return false
    }
    const wanted = join(folder, folders.nameOf(row, basename(source.path)))
    const batch_id = this.batch(operationId)
    if (placing === 'move') await this.move(row, source, wanted, batch_id)
    else await this.add(row, source, wanted, { placing, batch_id })
    return true
  }

  /** Adds a second file of the same issues. */
  private async add(
    row: ArcIssueRow,
    source: FileRow,
    wanted: string,
    { placing, batch_id }: { placing: PlaceMethod; batch_id: string },
  ): Promise<void> {
    const { db, importer, settings, files } = this.deps
    const { issue_arc_id } = row
    const { target = null, target_hash = null } = filed.findArcFile(db.read, issue_arc_id) ?? {}
    await importer.import({
      id: issue_arc_id,
      path: source.path,
      // A link is readable only while the file that it was made for exists.
      source: (placing === 'softlink' && (await files.real(source.path))) || source.path,
      returns: false,
      placing,
      wanted,
      step: { target, target_hash },
      batch_id,
      permissions: settings().permissions,
      save: (step) => db.write((tx) => filed.saveArcFile(tx, { issue_arc_id, ...step })),
      issues(tx) {
        const linked = issuesIn(tx, source.file_id)
        const comic_id = linked[0]?.comic_id
        return comic_id === undefined ? undefined : { comic_id, issue_ids: linked.map(({ issue_id }) => issue_id) }
      },
      imported: (tx, { file_id }) => filed.saveArcFile(tx, { issue_arc_id, file_id }),
    })
  }

  /** Moves the file; when several arcs have the issue, the first arc gets it. */
  private async move(row: ArcIssueRow, source: FileRow, wanted: string, batchId: string): Promise<void> {
    const { db, importer, journal, settings, files } = this.deps
    await importer.openFolder(dirname(wanted), settings().permissions)
    const to = await freePath(files, dirname(wanted), basename(wanted))
    await journal.moveFile(batchId, { file_id: source.file_id, to })
    db.write((tx) => filed.saveArcFile(tx, { issue_arc_id: row.issue_arc_id, file_id: source.file_id }))
  }

  private batch(operation_id: string): string {
    const { db, journal } = this.deps
    const known = batchOfOperation(db.read, operation_id)
    return known?.batch_id ?? journal.beginBatch({ kind: 'arrival', comic_id: null, title: 'Story arcs', operation_id })
  }
}
