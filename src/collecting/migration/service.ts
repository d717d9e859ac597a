import { basename, join } from 'node:path'
import { nameKeyOf } from '../../base/auth/login-names'
import type { Users } from '../../base/auth/users'
import { SUCCESS } from '../../base/http/success'
import { plus } from '../../base/platform/clock'
import type { Ports } from '../../base/platform/ports'
import { SerialQueue } from '../../base/platform/serial-queue'
import type { Thread } from '../../base/platform/threads'
import { tidy } from '../../base/platform/tidy'
import { legacy, Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { DISK_FULL, isNoRoom } from '../../base/storage/write-errors'
import { WriteMemo } from '../../base/storage/write-memo'
import type { Operations } from '../../base/work/operations'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import { keepsLog } from './log-header'
import { makeCopy, openSource, reading } from './open-source'
import type { SourcePathMapping } from './path-map'
import { type MigrationPreview, previewOfSource, readSource, type SourceReading } from './preview'
import { type MigrationProgress, migrationProgress } from './progress'
import type { MigrationProblem, MigrationSource, SourceReader } from './source'
import { type RecognisedFolder, recogniseFolder } from './source-folder'
import { FIND_FILES, MOVE_IN, UNDO_MOVE } from './states'
import * as store from './store'
import { TableThread } from './table-thread'
import type { UndoMovePayload } from './undo/undo-move'
import { previewUndo, UNDO_MS, type UndoPreview, undoableUntil } from './undo/undo-preview'
import { type ChosenUser, type UserChoices, userChoicesOf } from './user-choices'
import { findUsualPlaces, type UsualPlace } from './usual-places'

interface Deps extends Pick<Ports, 'clock' | 'random' | 'files' | 'log'> {
  db: Database
  operations: Pick<Operations, 'enqueue' | 'active' | 'cancel'>
  sources: readonly MigrationSource[]
  gate: AcquisitionGate
  dataDir: string
  /** The home folder of the user. */
  home: string
  copies: string
  /** Library folders, which may contain the user's comics. */
  roots: () => string[]
  users: Pick<Users, 'list'>
  /** Starts the thread that reads large tables; absent: the event loop does. */
  thread?: () => Thread
}

export interface MigrationRequest {
  path: string
  path_mappings?: SourcePathMapping[]
  reader?: string
  users?: ChosenUser[]
}

/** Moving in from another program: preview, run and report. */
export class Migration {
  /** Copies of large databases are made one at a time. */
  private readonly copying = new SerialQueue()
  private readonly memo: WriteMemo
  /** The reasons of the run that was asked for last. */
  private counted: { of: string | undefined; reasons: ReturnType<typeof store.omissionReasons> } | undefined

  constructor(private readonly deps: Deps) {
    this.memo = new WriteMemo(deps.db)
  }

  /** Programs found at their usual places on this machine. */
  async places(): Promise<{ places: UsualPlace[] }> {
    const { sources, files, home } = this.deps
    return { places: await findUsualPlaces(sources, { files, home }) }
  }

  /** Changes nothing. Throws Refusal 'invalid' for a database that cannot be used. */
  async preview({ path, path_mappings = [] }: MigrationRequest): Promise<MigrationPreview> {
    const found = await this.recognise(path)
    return this.copying.run(async () => {
      await this.removeLeftovers()
      const folder = join(this.deps.copies, this.deps.random.id())
      try {
        return await this.look(found, folder, path_mappings)
      } finally {
        await tidy(this.deps, 'moving', folder)
      }
    })
  }

  /**
   * Throws Refusal: `invalid` when the source cannot be moved, `conflict` while a run is open, `locked` during other
   * maintenance.
   */
  async start({
    path,
    path_mappings = [],
    ...chosen
  }: MigrationRequest): Promise<{ status: 'started'; run_id: string }> {
    const { db, clock, random, operations, users } = this.deps
    this.refuseSecond()
    const found = await this.recognise(path)
    await this.checkMappings(path_mappings)
    return this.copying.run(async () => {
      this.refuseSecond()
      await this.removeLeftovers()
      const run_id = random.id()
      const folder = join(this.deps.copies, run_id)
      let choices: UserChoices
      try {
        const { readers } = await this.look(found, folder, path_mappings)
        choices = userChoicesOf(chosen, { readers, known: users.list(), label: found.source.label })
      } catch (error) {
        await tidy(this.deps, 'moving', folder)
        throw error
      }
      const at = clock.now()
      const { source } = found
      db.write((tx) => {
        store.insertMigrationRun(tx, {
          run_id,
          source: source.kind,
          path: found.folder,
          state: 'validating',
          path_mappings,
          reader: choices.reader,
          current_step: null,
          steps_total: source.steps.length,
          error: null,
          warnings: [],
          created_at: at,
          updated_at: at,
          finished_at: null,
        })
        store.insertMovedUsers(
          tx,
          choices.rows.map((row) => ({ ...row, run_id })),
        )
      })
      operations.enqueue({ kind: MOVE_IN, subject: 'library', payload: { run_id } })
      return { status: 'started' as const, run_id }
    })
  }

  progress(): MigrationProgress {
    const { db, gate } = this.deps
    return migrationProgress(db.read, store.latestRun(db.read), gate.read().reconciliation, (read, runId) =>
      this.memo.get(`sought ${runId}`, () => store.expectedFileCounts(read, runId)),
    )
  }

  /** Rows that were not moved: the count for each reason, and one page of rows. */
  omitted({ run_id, after = 0, limit = 100 }: { run_id?: string; after?: number; limit?: number }) {
    const { db } = this.deps
    const run = this.needRun(run_id)
    const rows = store.omissionsOf(db.read, run.run_id, after, limit)
    return {
      run_id: run.run_id,
      reasons: this.reasonsOf(run),
      rows: rows.map(({ run_id: _run, ...row }) => row),
      next: rows.length < limit ? null : rows.at(-1)!.omission_id,
    }
  }

  /**
   * Counted once for a run that has ended: every page of the rows names rows. runs.
   */
  private reasonsOf({
    run_id,
    finished_at,
    updated_at,
  }: store.MigrationRunRow): ReturnType<typeof store.omissionReasons> {
    const of = finished_at === null ? undefined : `${run_id} ${updated_at}`
    if (of === undefined || this.counted?.of !== of)
      this.counted = { of, reasons: store.omissionReasons(this.deps.db.read, run_id) }
    return this.counted.reasons
  }

  /** Looks again for the files of the last run, after a disk was connected. Throws Refusal 'conflict' while it does. */
  seekAgain(): { success: true } {
    const { db, operations } = this.deps
    const { run_id, state } = this.needRun()
    if (state !== 'complete' || operations.active(FIND_FILES, run_id).length > 0)
      throw new Refusal('conflict', 'Files are already being searched for, or the library is not imported yet.')
    db.write((tx) => store.searchFilesAgain(tx, run_id))
    operations.enqueue({ kind: FIND_FILES, subject: run_id, payload: { run_id } })
    return SUCCESS
  }

  /**
   * The rows that undoing the run would remove. Throws Refusal 'missing' when the run does not exist, 'conflict' when
   * it cannot be undone.
   */
  previewUndo(runId: string): Promise<UndoPreview> {
    return previewUndo(this.deps.db, this.undoable(runId))
  }

  /** Throws Refusal like `previewUndo`, and while another run or other maintenance is open. */
  undo(runId: string): { success: true; operation_id: string } {
    const { db, clock, operations } = this.deps
    const { state } = this.undoable(runId)
    this.refuseSecond()
    for (const { operation_id } of operations.active(FIND_FILES, runId)) operations.cancel(operation_id)
    return db.write((tx) => {
      store.changeMigrationRun(tx, runId, { state: 'undoing', error: null, updated_at: clock.now() })
      const payload: UndoMovePayload = { run_id: runId, state }
      const { operation_id } = operations.enqueue({ kind: UNDO_MOVE, subject: 'library', payload })
      return { success: true as const, operation_id }
    })
  }

  private undoable(runId: string): store.MigrationRunRow {
    const { db, clock } = this.deps
    const run = this.needRun(runId)
    if (run.state === 'undone') throw new Refusal('conflict', 'This move was undone already.')
    if (run.state === 'undoing') throw new Refusal('conflict', 'This move is being undone.')
    const until = undoableUntil(run)
    if (until === null || !store.isRecorded(db.read, runId))
      throw new Refusal('conflict', 'There is nothing to undo: this move copied nothing, or is still running.')
    if (until < clock.now()) throw new Refusal('conflict', 'A move can be undone for 30 days. This one is older.')
    return run
  }

  /** The daily clean-up. */
  async prune(): Promise<void> {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneExpectedFiles(tx, plus(clock.now(), -UNDO_MS)))
    await this.copying.run(() => this.removeLeftovers())
  }

  /** The run. Throws Refusal 'missing' when it does not exist. */
  needRun(runId?: string): store.MigrationRunRow {
    const { db } = this.deps
    const run = runId === undefined ? store.latestRun(db.read) : store.findMigrationRun(db.read, runId)
    if (!run) throw new Refusal('missing', 'Nothing was migrated yet.')
    return run
  }

  private recognise(path: string): Promise<RecognisedFolder> {
    return recogniseFolder(path, this.deps)
  }

  private async look(
    found: RecognisedFolder,
    folder: string,
    mappings: SourcePathMapping[],
  ): Promise<MigrationPreview> {
    const { files, roots } = this.deps
    const read = await this.readCopy(found, folder)
    const running = await this.runningProblem(found)
    const knownUser = this.userFinder(found)
    return previewOfSource(found.source, found.folder, read, { files, roots: roots(), mappings, running, knownUser })
  }

  /** Finds the user whom an earlier move made of a user of the source, or who has the same name. */
  private userFinder({ source, folder }: RecognisedFolder): (reader: SourceReader) => string | null {
    const { db, users } = this.deps
    const known = users.list()
    const earlier = store.idsFrom(db.read, { source: source.kind, path: folder }, 'user')
    return ({ id, name }) => {
      const same = known.find(({ user_id }) => user_id === earlier.get(id))
      return (same ?? known.find((user) => nameKeyOf(user.name) === nameKeyOf(name)))?.user_id ?? null
    }
  }

  /** Throws Refusal 'unavailable' when the disk of the data directory is too full for the copy. */
  private async readCopy(found: RecognisedFolder, folder: string): Promise<SourceReading> {
    try {
      await makeCopy(found, folder, this.deps)
      return await reading(found.source, () => this.readOpened(found.source, folder))
    } catch (error) {
      throw isNoRoom(error) ? legacy('unavailable', DISK_FULL) : error
    }
  }

  private async readOpened(source: MigrationSource, folder: string): Promise<SourceReading> {
    const { files, thread } = this.deps
    if (thread !== undefined) return TableThread.inspect(thread(), source.kind, folder)
    const opened = await openSource(source, folder, files)
    try {
      return readSource(source, opened.open)
    } finally {
      opened.close()
    }
  }

  /** Reports a journal beside the database: the program runs or was killed. */
  private async runningProblem({ source, database }: RecognisedFolder): Promise<MigrationProblem[]> {
    const { files } = this.deps
    const [log, journal] = await Promise.all(['-wal', '-journal'].map((end) => files.stat(`${database}${end}`)))
    if (log === undefined && (await keepsLog(files, database))) return [logMissing(source, database)]
    if (!log?.size && !journal?.size) return []
    const message = `${source.label} is running, or ended in the middle of a change. Its finished changes are included.`
    return [{ severity: 'info', code: 'journal_present', message, help: `Stop ${source.label} before you start.` }]
  }

  private refuseSecond(): void {
    if (store.openMigrationRun(this.deps.db.read))
      throw legacy('conflict', 'A migration is already running. Wait until it has finished.')
    const { maintenance } = this.deps.gate.read()
    if (maintenance)
      throw legacy('locked', `Maintenance of ${maintenance.owner} is running. Start again when it has finished.`)
  }

  private async checkMappings(mappings: readonly SourcePathMapping[]): Promise<void> {
    const { files } = this.deps
    for (const { from, to } of mappings) {
      const real = await files.real(to).catch(() => undefined)
      if (real === undefined || (await files.stat(real))?.kind !== 'folder')
        throw legacy('invalid', `There is no folder at ${to}, which was given for ${from}.`)
    }
  }

  /** Removes copies that a killed preview or start left: they contain the passwords of the source's settings. */
  private async removeLeftovers(): Promise<void> {
    const { db, files, copies } = this.deps
    const open = store.openMigrationRun(db.read)?.run_id
    const entries = await files.list(copies).catch(() => [])
    for (const { name } of entries) if (name !== open) await tidy(this.deps, 'moving', join(copies, name))
  }
}

const logMissing = ({ label }: MigrationSource, database: string): MigrationProblem => ({
  severity: 'warning',
  code: 'log_missing',
  message: `${label} writes its newest changes to ${basename(database)}-wal first, and that file is not there.`,
  help: `That is right after ${label} was stopped. If you copied the database while it ran, copy the file too.`,
})
