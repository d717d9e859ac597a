import { basename, dirname } from 'node:path'
import { allPages } from '../../base/formats/archives/page-order'
import { diskSentence } from '../../base/platform/disk-sentence'
import type { Clock, Files, Log, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { activeStates } from '../../base/work/machine'
import { findOperation } from '../../base/work/store'
import { type FileContent, type FileRow, fileWithId } from '../series/file-store'
import { type ChangeResult, ChangeRun, checkIdle } from './change-run'
import type { MetadataRestorer } from './change-steps'
import { ChangeUndo } from './change-undo'
import { FileRows, type FileStamp, type OnFileLeft, type OnFileMoved, tempOf } from './changes'
import { makeFolderLike } from './folders'
import { makeRoomToKeep } from './recycle'
import { changedMeanwhile, FILE_GONE } from './refusals'
import type {
  BatchRequest,
  ImportRequest,
  MetadataRequest,
  MoveRequest,
  RemovalRequest,
  ReplaceRequest,
  UndoOptions,
  UndoResult,
} from './requests'
import type { ChangeKind } from './states'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  files: Files
  log: Log
  library: {
    /** Library folders of both kinds. */
    roots: () => readonly string[]
    /** Called in the transaction that gives a file another path. */
    follow: OnFileMoved
    /** Called in the transaction that removes a file from the library. */
    left?: OnFileLeft
  }
}

const wholeContent = (row: FileRow): FileContent => {
  const { format, content_hash } = row
  return { format, ...allPages(row), content_hash }
}

/** The sentence for a file that could be settled at neither end of its change. */
const stuck = ({ from_path, to_path }: store.FileChangeRow) =>
  `${basename(to_path)} is stuck between ${from_path} and ${to_path}: the disk refuses changes. Try again later.`

/**
 * Changes the user's files crash-safely: each change is a row before the disk is touched, and `recover` finishes or
 * reverts what a crash interrupted, so every file ends whole at its old or its new path. Changes of one operation are
 * undone together. Methods that change a file throw Refusal with a sentence when the file was left unchanged; the row
 * stores the same sentence.
 */
export class FileJournal {
  private readonly rows: FileRows
  private readonly changes: ChangeRun
  private readonly undoing: ChangeUndo
  private recovered = Promise.resolve()

  constructor(private readonly deps: Deps) {
    this.rows = new FileRows({ clock: deps.clock, files: deps.files, ...deps.library })
    this.changes = new ChangeRun({ ...deps, rows: this.rows })
    this.undoing = new ChangeUndo({ ...deps, rows: this.rows, changes: this.changes })
  }

  /** Begins a batch of changes that are undone together. Call `endBatch` after the last attempt. */
  beginBatch(request: BatchRequest): string {
    const { db, clock, random } = this.deps
    const batch_id = random.id()
    const row = { operation_id: null, ...request, batch_id, state: 'running' as const, created_at: clock.now() }
    db.write((tx) => store.addBatch(tx, row))
    return batch_id
  }

  /** Records moves that `runPlannedMove` will run, in this order. */
  planMoves(batchId: string, moves: readonly MoveRequest[]): void {
    this.deps.db.write((tx) => {
      for (const { file_id, from, to, size, modified_ms } of moves) {
        const paths = { from_path: from, to_path: to, before_size: size, before_modified_ms: modified_ms }
        this.add(tx, batchId, { kind: 'move', state: 'planned', file_id, ...paths })
      }
    })
  }

  /** Records, in the transaction that adds it to the library, that a file came from outside. */
  recordImport(tx: Tx, batchId: string, { file_id, from, to, size, modified_ms, returns }: ImportRequest): void {
    const before = returns ? { before_size: size, before_modified_ms: modified_ms } : {}
    const paths = { from_path: from, to_path: to, after_size: size, after_modified_ms: modified_ms, ...before }
    this.add(tx, batchId, { kind: 'arrive', state: 'done', file_id, ...paths })
  }

  /** Runs a planned move. */
  async runPlannedMove(change: store.FileChangeRow): Promise<ChangeResult> {
    await this.settleFile(change.file_id)
    const row = fileWithId(this.deps.db.read, change.file_id)
    const started = this.deps.db.write((tx) => {
      checkIdle(tx, change.file_id)
      return store.setChange(tx, change.change_id, { state: 'started', error: null })
    })
    this.changes.hold(started)
    if (!row && change.file_id !== '') throw this.changes.fail(started, 'apply', FILE_GONE)
    if (row && row.path !== change.from_path)
      throw this.changes.fail(started, 'apply', `It is at ${row.path} now, so the file was not changed.`)
    return this.changes.run(started, 'apply')
  }

  /**
   * New path, same bytes: on the same disk a rename that never replaces a file, and hard links stay; on another disk a
   * copy that is checked before the original is removed.
   */
  async moveFile(batchId: string, { file_id, to }: { file_id: string; to: string }): Promise<ChangeResult> {
    await this.settleFile(file_id)
    const row = this.fileRow(file_id)
    const now = await this.rows.facts(row.path)
    const started = this.start(batchId, 'move', row, to, now)
    return this.changes.run(started, 'apply')
  }

  /** New bytes: the old file moves to the recycle folder after the new one was checked, which then gets its name. */
  async replaceFile(batchId: string, { file_id, to, was, ...request }: ReplaceRequest): Promise<ChangeResult> {
    await this.settleFile(file_id)
    const { files, library, db } = this.deps
    const row = this.fileRow(file_id)
    const started = this.start(batchId, 'replace', row, to ?? row.path, await this.unchanged(row.path, was))
    const made = await this.make(started, request)
    const kept_path = await this.guarded(made, () =>
      makeRoomToKeep(files, { path: row.path, changeId: made.change_id, roots: library.roots() }),
    )
    return this.changes.run(
      db.write((tx) => store.setChange(tx, made.change_id, { kept_path })),
      'apply',
    )
  }

  /** New metadata for the same pages: only the older metadata is kept. */
  async writeMetadata(
    batchId: string,
    { file_id, was, make, verify, before_notes }: MetadataRequest,
  ): Promise<ChangeResult> {
    await this.settleFile(file_id)
    const row = this.fileRow(file_id)
    const started = this.start(batchId, 'note', row, row.path, await this.unchanged(row.path, was), before_notes)
    const facts = { format: row.format, ...allPages(row) }
    return this.changes.run(await this.make(started, { make, verify, facts }), 'apply')
  }

  /** Moves a file of a series that is being deleted into the recycle folder. The row stays unchanged. */
  async recycleFile(batchId: string, fileId: string): Promise<ChangeResult> {
    await this.settleFile(fileId)
    const { files, library, db } = this.deps
    const row = this.fileRow(fileId)
    const started = this.start(batchId, 'recycle', row, row.path, await this.rows.facts(row.path))
    const kept_path = await this.guarded(started, () =>
      makeRoomToKeep(files, { path: row.path, changeId: started.change_id, roots: library.roots() }),
    )
    const change = db.write((tx) => store.setChange(tx, started.change_id, { to_path: kept_path, kept_path }))
    return this.changes.run(change, 'apply')
  }

  /** Records files that `runPlannedRemoval` will move to the recycle folder. */
  planRemovals(tx: Tx, batchId: string, removals: readonly RemovalRequest[]): store.FileChangeRow[] {
    return removals.map(({ file_id, path, size, modified_ms, copy_id }) => {
      const before = { before_size: size, before_modified_ms: modified_ms }
      const paths = { from_path: path, to_path: path }
      return this.add(tx, batchId, { kind: 'remove', state: 'planned', file_id, copy_id, ...paths, ...before })
    })
  }

  /**
   * Moves a file that leaves the library to the recycle folder, unless it or the copy that stays changed since the plan.
   * `verify` opens both and throws Refusal when the copy does not stand in for the file.
   */
  async runPlannedRemoval(change: store.FileChangeRow, verify: () => Promise<void>): Promise<ChangeResult> {
    const { db, files, library } = this.deps
    await this.settleFile(change.file_id)
    const started = db.write((tx) => {
      checkIdle(tx, change.file_id)
      return store.setChange(tx, change.change_id, { state: 'started', error: null })
    })
    this.changes.hold(started)
    const kept_path = await this.guarded(started, async () => {
      const row = fileWithId(db.read, change.file_id)
      if (!row || row.path !== change.from_path) throw new Refusal('missing', FILE_GONE)
      const now = await this.rows.facts(row.path)
      if (now.size !== change.before_size || now.modified_ms !== change.before_modified_ms)
        throw new Refusal('conflict', 'The file has changed since the preview, so it was not removed.')
      await verify()
      return makeRoomToKeep(files, { path: row.path, changeId: change.change_id, roots: library.roots() })
    })
    const ready = db.write((tx) => store.setChange(tx, change.change_id, { to_path: kept_path, kept_path }))
    return this.changes.run(ready, 'apply')
  }

  /** Records how the batch ended, under a title that counts the changes. A batch without changes is deleted. */
  endBatch(batchId: string, title?: (changed: number) => string): void {
    const { db, clock } = this.deps
    db.write((tx) => {
      const changes = store.changesOf(tx, batchId)
      if (changes.length === 0) return store.dropBatch(tx, batchId)
      const isUndoing = store.findBatch(tx, batchId)?.state === 'undoing'
      if (isUndoing && changes.some(({ state }) => state === 'started')) return
      const changed = changes.filter(({ state }) => state === 'done').length
      store.setBatch(tx, batchId, {
        state: changed === changes.length ? 'done' : 'partial',
        finished_at: clock.now(),
        ...(title && changed > 0 ? { title: title(changed) } : {}),
      })
    })
  }

  /**
   * Undoes a batch, the last change first, and returns the files that could not be undone. A second undo continues with
   * the rest.
   */
  async undoBatch(
    batchId: string,
    restoreMetadata?: MetadataRestorer,
    { signal, onEach }: UndoOptions = {},
  ): Promise<UndoResult> {
    await this.ready()
    const { db, clock } = this.deps
    // Unfinished changes are settled first: only then is it known whether there is anything to undo.
    await this.settleBatch(batchId)
    const waiting = this.startedIn(batchId)
    db.write((tx) => store.setBatch(tx, batchId, { state: 'undoing' }))
    const changes = store.changesOf(db.read, batchId).filter(({ state }) => state === 'done' || state === 'undo_failed')
    const result: UndoResult = {
      undone: 0,
      failed: waiting.map((change) => ({ path: change.to_path, error: change.error ?? stuck(change) })),
    }
    for (const [at, change] of changes.reverse().entries()) {
      if (signal?.aborted) return result
      try {
        await this.settleFile(change.file_id)
        await this.undoing.undo(change, restoreMetadata)
        result.undone += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        result.failed.push({ path: change.to_path, error: error.detail })
      }
      onEach?.(at + 1, changes.length)
    }
    // A change whose file cannot be reached now is settled later, in the same direction.
    const isStuck = this.startedIn(batchId).length > waiting.length
    const state = isStuck ? 'undoing' : result.failed.length > 0 ? 'partial' : 'undone'
    db.write((tx) => store.setBatch(tx, batchId, { state, finished_at: clock.now() }))
    return result
  }

  /** Call at start: finishes or reverts changes that a crash interrupted. Changes requested meanwhile wait for it. */
  recover(): Promise<void> {
    const { db } = this.deps
    const states = ['running', 'undoing'] as const
    const left = states.flatMap((state) => store.batchesIn(db.read, state)).filter((batch) => !this.isAtWork(batch))
    this.recovered = this.changes.settleStarted(store.changesIn(db.read, 'started')).then(() => {
      for (const { batch_id } of left) this.endBatch(batch_id)
    })
    return this.recovered
  }

  /** Resolves when nothing is left of the last process. */
  ready(): Promise<void> {
    return this.recovered
  }

  /** Checks again the changes of a batch whose disk did not respond. */
  async settleBatch(batchId: string): Promise<void> {
    await this.changes.settleStarted(store.changesOf(this.deps.db.read, batchId))
  }

  /**
   * Waits until no change of this file is left from the last process or from a disk that did not respond. Only then may
   * the row be compared with the disk.
   */
  async settleFile(fileId: string): Promise<void> {
    await this.ready()
    await this.changes.settleStarted(store.startedOf(this.deps.db.read, fileId))
  }

  /** Throws Refusal 'conflict' when the file is no longer the one that a change was prepared from. */
  private async unchanged(path: string, was: FileStamp | undefined): Promise<FileStamp> {
    const now = await this.rows.facts(path)
    if (was && (now.size !== was.size || now.modified_ms !== was.modified_ms)) throw changedMeanwhile(path)
    return now
  }

  private startedIn(batchId: string): store.FileChangeRow[] {
    return store.changesOf(this.deps.db.read, batchId).filter(({ state }) => state === 'started')
  }

  private isAtWork({ operation_id }: store.FileBatchRow): boolean {
    const operation = operation_id === null ? undefined : findOperation(this.deps.db.read, operation_id)
    return operation !== undefined && activeStates.includes(operation.state as (typeof activeStates)[number])
  }

  private start(
    batch_id: string,
    kind: ChangeKind,
    row: FileRow,
    to: string,
    now: { size: number; modified_ms: number },
    before_notes: Record<string, string | null> | null = null,
  ): store.FileChangeRow {
    const started = this.deps.db.write((tx) => {
      checkIdle(tx, row.file_id)
      const before = { before_size: now.size, before_modified_ms: now.modified_ms, before_notes }
      const paths = { file_id: row.file_id, from_path: row.path, to_path: to }
      return this.add(tx, batch_id, { kind, state: 'started', ...paths, ...before })
    })
    return this.changes.hold(started)
  }

  private add(
    tx: Tx,
    batch_id: string,
    row: Omit<store.NewFileChangeRow, 'change_id' | 'batch_id'>,
  ): store.FileChangeRow {
    const change_id = this.deps.random.id()
    return store.addChange(tx, { ...row, batch_id, change_id, changed_at: this.deps.clock.now() })
  }

  /**
   * Writes the new file under a hidden name, checks it, gives it the access rights of the old one, and stores its
   * facts.
   */
  private make(
    started: store.FileChangeRow,
    { make, verify, facts, hasOwnMode, sharedWith }: Omit<ReplaceRequest, 'file_id' | 'to'>,
  ) {
    const { db, files } = this.deps
    const temp = tempOf(dirname(started.to_path), started.change_id)
    return this.guarded(started, async () => {
      db.write((tx) => store.setChange(tx, started.change_id, { temp_path: temp }))
      await makeFolderLike(files, dirname(temp), dirname(started.from_path))
      await make(temp)
      await verify(temp)
      const now = await this.rows.facts(temp)
      const after_file = await this.rows.content(temp, facts)
      const row = fileWithId(db.read, started.file_id)
      const isShared = sharedWith !== undefined && (await files.same(sharedWith, temp))
      if (!isShared) await files.keepAccess(started.from_path, temp, hasOwnMode ? 'owner' : 'all')
      const before_file = row ? wholeContent(row) : after_file
      const after = { after_size: now.size, after_modified_ms: now.modified_ms, after_file, before_file }
      return db.write((tx) => store.setChange(tx, started.change_id, after))
    })
  }

  /** Work before the old file is touched: on failure nothing has changed. */
  private async guarded<T>(change: store.FileChangeRow, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await this.deps.files.remove(tempOf(dirname(change.to_path), change.change_id)).catch(() => undefined)
      throw this.changes.fail(change, 'apply', diskSentence(error, change.to_path))
    }
  }

  private fileRow(fileId: string): FileRow {
    const row = fileWithId(this.deps.db.read, fileId)
    if (!row) throw new Refusal('missing', FILE_GONE)
    return row
  }
}
