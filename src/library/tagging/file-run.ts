import type { Files, Log } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { Handler, Tools } from '../../base/work/operations'
import { findOperation } from '../../base/work/store'
import type { FileJournal } from '../filing/journal'
import type { BatchKind } from '../filing/states'
import { batchesIn } from '../filing/store'
import { type FileRow, fileWithId } from '../series/file-store'
import { errorSentence, type TagOutcome } from './outcome'
import { issuesInFile } from './store'

export interface FilesPayload {
  file_ids: string[]
  /** The series; null when the files belong to several. */
  comic_id: string | null
  /** Tag the files afterwards, like imported ones. */
  then_tag?: boolean
}

/** The result of a run; while the run is active only the counts. */
export interface TagRunResult {
  /** The batch to undo; null when nothing was changed. */
  batch_id: string | null
  total: number
  done: number
  changed: number
  failed: number
  results?: TagOutcome[]
}

export interface TagStep {
  kind: BatchKind
  /** Title of the batch, without a full stop. */
  title: (count: number) => string
  /** Returns whether the file changed. Throws Refusal or ArchiveError when the file was left unchanged. */
  one(
    batch: () => string,
    file: FileRow,
    issueId: string,
    signal: AbortSignal,
  ): Promise<{ changed: boolean; remark?: string }>
  /** Writes the timeline, at the start and with the outcomes. */
  begun?(tx: Tx, payload: FilesPayload): void
  ended?(tx: Tx, payload: FilesPayload, outcomes: readonly TagOutcome[]): void
  after?(payload: FilesPayload): void
}

interface Deps {
  db: Database
  log: Log
  files: Pick<Files, 'stat'>
  journal: Pick<FileJournal, 'beginBatch' | 'endBatch' | 'settleFile'>
  /** A new step for each run: the step caches failures of providers. */
  step: (payload: FilesPayload) => TagStep
}

/**
 * Applies one step to each file and reports the outcomes. After a crash a run starts again with the first file:
 * finished files count as unchanged, and the batch is continued.
 */
export class FileRun implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<TagRunResult | undefined> {
    const { db, journal } = this.deps
    const filesPayload = payload as FilesPayload
    const { file_ids, comic_id } = filesPayload
    const step = this.deps.step(filesPayload)
    let batch_id = batchesIn(db.read, 'running').find(
      ({ operation_id }) => operation_id === tools.operation_id,
    )?.batch_id
    const batch = () => {
      const title = step.title(file_ids.length)
      batch_id ??= journal.beginBatch({ kind: step.kind, comic_id, title, operation_id: tools.operation_id })
      return batch_id
    }
    const results: TagOutcome[] = []
    const counts = () => ({
      batch_id: batch_id ?? null,
      total: file_ids.length,
      done: results.length,
      changed: results.filter(({ state }) => state === 'done').length,
      failed: results.filter(({ state }) => state === 'failed').length,
    })
    await tools.persist((tx) => step.begun?.(tx, filesPayload))
    for (const fileId of file_ids) {
      if (tools.signal.aborted) break
      results.push(await this.one(step, batch, fileId, tools.signal))
      tools.report(results.length / file_ids.length, counts())
    }
    if (tools.signal.aborted) {
      const isCancelled = findOperation(db.read, tools.operation_id)?.state === 'cancelled'
      if (isCancelled && batch_id !== undefined) journal.endBatch(batch_id, step.title)
      return undefined
    }
    if (batch_id !== undefined) journal.endBatch(batch_id, step.title)
    await tools.persist((tx) => step.ended?.(tx, filesPayload, results))
    step.after?.(filesPayload)
    return { ...counts(), results }
  }

  private async one(step: TagStep, batch: () => string, fileId: string, signal: AbortSignal): Promise<TagOutcome> {
    const { db, log, journal } = this.deps
    // Until then the row of a file that a kill interrupted describes the earlier file.
    await journal.settleFile(fileId)
    const file = fileWithId(db.read, fileId)
    const issueId = issuesInFile(db.read, fileId)[0]
    const about = { file_id: fileId, issue_id: issueId ?? null, path: file?.path ?? '' }
    if (!file || file.gone_at !== null || issueId === undefined)
      return { ...about, state: 'failed', sentence: 'The file is no longer in the library.' }
    try {
      const problem = await this.problem(file)
      if (problem) return { ...about, state: 'failed', sentence: problem }
      const { changed, remark } = await step.one(batch, file, issueId, signal)
      const path = fileWithId(db.read, fileId)?.path ?? file.path
      return { ...about, path, state: changed ? 'done' : 'unchanged', sentence: remark ?? null }
    } catch (error) {
      const sentence = errorSentence(error)
      if (sentence === undefined) log.error('tagging', 'metadata not written', { path: file.path, error })
      return { ...about, state: 'failed', sentence: sentence ?? `It was left as it is: ${String(error)}` }
    }
  }

  /** Why a file must not be written. */
  private async problem({ path, size, modified_ms }: FileRow): Promise<string | undefined> {
    const facts = await this.deps.files.stat(path)
    if (!facts) return 'File not found. Scan the library folders.'
    if (facts.kind === 'link') return 'The file is a link to another file and is skipped.'
    const isKnown = facts.size === size && facts.modifiedMs === modified_ms
    return isKnown ? undefined : 'The file changed since the last scan. Scan the library folders first.'
  }
}
