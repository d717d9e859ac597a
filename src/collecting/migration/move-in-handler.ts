import { join } from 'node:path'
import { nextTurn } from '../../base/platform/event-loop'
import type { Ports } from '../../base/platform/ports'
import type { Thread } from '../../base/platform/threads'
import { tidy } from '../../base/platform/tidy'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle, Tx } from '../../base/storage/database'
import { DISK_FULL, isDiskFull, isLocked, passingSentence } from '../../base/storage/write-errors'
import type { Handler, Operations, Tools } from '../../base/work/operations'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import type { Fence, Maintenance } from '../../intake/acquisition/maintenance'
import { coverFolders } from './cover-folders'
import { openSource, reading } from './open-source'
import { mapPath } from './path-map'
import { COPY } from './private-copy'
import { migrationProgress } from './progress'
import { runStep } from './run-step'
import type { MigrationSource, OpenSource, SettingsPorts } from './source'
import { FIND_FILES } from './states'
import * as store from './store'
import { TableThread } from './table-thread'

export interface MoveInDeps extends Pick<Ports, 'clock' | 'random' | 'files' | 'log'> {
  db: Database
  sources: readonly MigrationSource[]
  operations: Pick<Operations, 'enqueue' | 'active'>
  gate: AcquisitionGate
  maintenance: Maintenance
  /** Folder of the private copies. */
  copies: string
  settings: SettingsPorts
  ownerName: () => string
  /** Backs up this library. */
  backup: () => Promise<void>
  /** Starts the thread that moves tables; absent: the event loop does. */
  thread?: () => Thread
}

/** Wait between two attempts to write to a full disk. */
const ROOM_MS = 5000
/** Longest wait for requests that have begun: later their writes are refused with a sentence. */
const KEPT_MS = 3000

interface Moving {
  run: store.MigrationRunRow
  source: MigrationSource
  open: OpenSource
  fence: Fence
  tools: Tools
}

/** Runs a move: validates, waits for other work, moves the tables one by one, then applies the settings. */
export class MoveInHandler implements Handler {
  constructor(private readonly deps: MoveInDeps) {}

  async run(payload: unknown, tools: Tools): Promise<unknown> {
    const { run_id } = payload as { run_id: string }
    const run = store.findMigrationRun(this.deps.db.read, run_id)
    if (!run) return undefined
    if (run.finished_at !== null) {
      // The run was interrupted after its last row.
      await this.conclude(run)
      return undefined
    }
    if (!(await this.deps.files.stat(join(this.copyOf(run), COPY))) && (await this.forgetRestored(run, tools)))
      return undefined
    try {
      await this.moveAll(run, tools)
      return undefined
    } catch (error) {
      // The next start or retry continues with the first step that is not done.
      if (tools.signal.aborted || isLocked(error)) throw error
      throw await this.fail(run, error, tools)
    }
  }

  private async moveAll(run: store.MigrationRunRow, tools: Tools): Promise<void> {
    const { db, files, sources, thread, ownerName } = this.deps
    const source = sources.find(({ kind }) => kind === run.source)
    if (!source) throw new Refusal('invalid', `This version cannot move from ${run.source}.`)
    const opened = await openSource(source, this.copyOf(run), files, thread !== undefined)
    let tables: TableThread | undefined
    let warnings: string[] | undefined
    try {
      const opening = { database: db.path, folder: this.copyOf(run), run, roots: this.roots(), ownerName: ownerName() }
      if (thread) tables = await reading(source, () => TableThread.open(thread(), opening))
      const fence = await this.closeGate(run, tools)
      if (fence !== undefined) {
        const moving = { run, source, open: opened.open, fence, tools }
        await reading(source, () => this.moveTables(moving, tables))
        warnings = await this.applySettings(moving)
      }
    } finally {
      await tables?.end()
      opened.close()
    }
    // Close the copy first: it is removed now, and Windows cannot remove an open file.
    if (warnings === undefined) await this.conclude({ ...run, state: 'blocked' })
    else await this.finish({ run, source, tools }, warnings)
  }

  /** Waits until all searches and grabs have ended, and makes a backup. Undefined when searches do not end. */
  private async closeGate(run: store.MigrationRunRow, tools: Tools): Promise<Fence | undefined> {
    const { db, clock, gate, maintenance, backup } = this.deps
    const reason = 'A migration is running.'
    const fence = maintenance.close({ owner: 'migration', run_id: run.run_id, reason })
    // A resumed run has already waited and made its backup.
    if (store.stepsOf(db.read, run.run_id).length > 0) return fence
    await this.change(run, tools, { state: 'waiting_for_quiescence' })
    if (!(await maintenance.drained(fence, tools.signal))) {
      tools.signal.throwIfAborted()
      const error =
        'Searches and grabs did not end within five minutes, so nothing was copied. Start again when they have ended.'
      await this.change(run, tools, { state: 'blocked', error, finished_at: clock.now() })
      return undefined
    }
    // The backup comes first: a library restored from it must not be marked as migrating.
    await backup()
    gate.reconcile('migrating', reason)
    return fence
  }

  /**
   * Ends the run as if it had never begun, when the library was restored from the backup before its first table.
   * False for a run that has copied tables.
   */
  private async forgetRestored({ run_id, source }: store.MigrationRunRow, { persist }: Tools): Promise<boolean> {
    const { db, gate, log } = this.deps
    if (store.stepsOf(db.read, run_id).length > 0) return false
    const { maintenance, reconciliation, epoch } = gate.read()
    if (maintenance?.run_id === run_id) this.deps.maintenance.open({ owner: maintenance.owner, run_id, epoch })
    await persist((tx) => {
      store.deleteRun(tx, run_id)
      tx.emit({ type: 'migration.progress', progress: migrationProgress(tx, store.latestRun(tx), reconciliation) })
    })
    if (reconciliation.state === 'migrating')
      gate.reconcile(store.hasMoved(db.read) ? 'pending_preview' : 'ready', 'The library was restored from a backup.')
    log.info('moving', 'run ended: the library was restored from its backup', { run_id, source })
    return true
  }

  /** In a thread where there is one, so that the event loop is free while a table is moved. */
  private moveTables(moving: Moving, tables: TableThread | undefined): Promise<void> {
    if (tables) return this.eachTable(moving, (table) => this.moveBeside(moving, table, tables))
    const roots = this.roots()
    return this.eachTable(moving, (table) => this.moveHere(moving, table, roots))
  }

  /** Library folders of both kinds. */
  private roots(): string[] {
    const { settings } = this.deps
    return [...settings.libraryFolders(), ...(settings.view().manga_dirs as string[])]
  }

  private async eachTable(
    { run, source, fence, tools }: Moving,
    move: (table: { position: number; name: string; at: string }) => Promise<unknown>,
  ): Promise<void> {
    const { db, clock, log, maintenance } = this.deps
    const done = new Set(store.stepsOf(db.read, run.run_id).map(({ name }) => name))
    for (const [position, step] of source.steps.entries()) {
      if (done.has(step.name)) continue
      await this.change(run, tools, { state: 'migrating', current_step: step.name })
      await nextTurn() // so that a progress request can read the name of the table
      tools.signal.throwIfAborted()
      maintenance.beat(fence)
      const since = performance.now()
      await move({ position, name: step.name, at: clock.now() })
      const took_ms = Math.round(performance.now() - since)
      log.info('moving', 'table moved', { run_id: run.run_id, table: step.name, took_ms })
    }
  }

  private moveHere(
    { run, source, open, fence, tools }: Moving,
    { position, at }: { position: number; at: string },
    roots: readonly string[],
  ): Promise<unknown> {
    const { random, ownerName } = this.deps
    const of = { run, source: open, step: source.steps[position]!, position, at, random, roots, ownerName: ownerName() }
    return tools.persist((tx) => {
      this.expectFence(tx, fence)
      runStep({ ...of, tx })
      this.announce(tx, run.run_id)
    })
  }

  private async moveBeside(
    { run, fence, tools }: Moving,
    { name, at }: { name: string; at: string },
    tables: TableThread,
  ): Promise<void> {
    const { db, clock, log } = this.deps
    const move = () => {
      // Nothing else writes while the database is lent, so this holds until the commit.
      this.expectFence(db.read, fence)
      return tables.move({ name, at }, tools.signal)
    }
    for (let isMoved = false; !isMoved; ) {
      try {
        await this.unkept(tools.signal)
        await db.lend(move)
        isMoved = true
      } catch (error) {
        if (!isDiskFull(error)) throw error
        log.warn('moving', 'a table waits', { table: name, why: DISK_FULL })
        await clock.after(ROOM_MS, tools.signal)
        tools.signal.throwIfAborted()
      }
    }
    await tools.persist((tx) => this.announce(tx, run.run_id))
  }

  /** A request is not to be halved by a table: it may write more than once. */
  private async unkept(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.deps
    const ended = new AbortController()
    await Promise.race([db.unkept(), clock.after(KEPT_MS, AbortSignal.any([ended.signal, signal]))])
    ended.abort()
  }

  private expectFence(db: ReadHandle, fence: Fence): void {
    if (!this.deps.maintenance.holds(db, fence)) throw new Refusal('conflict', 'The maintenance was aborted.')
  }

  /** Applies the settings. Settings that cannot be applied do not fail the run, since the tables are in. */
  private async applySettings({ run, source, open }: Moving): Promise<string[]> {
    const { settings, db, files, log } = this.deps
    const localPath = (path: string) => mapPath(path, run.path_mappings)
    const warnings: string[] = []
    const before = store.settingKeys(db.read)
    try {
      warnings.push(...((await source.applySettings?.({ ...open, localPath, settings })) ?? []))
    } catch (error) {
      log.error('moving', 'settings were not applied', { run_id: run.run_id, error })
      warnings.push('Some settings were not copied. See the log.')
    }
    db.write((tx) => store.recordMadeSettings(tx, run.run_id, before))
    const folders = store.everyFolder(db.read, run.run_id)
    warnings.push(...(await coverFolders({ folders, mappings: run.path_mappings, settings, files })))
    return warnings
  }

  private async finish({ run, source, tools }: Omit<Moving, 'open' | 'fence'>, warnings: string[]): Promise<void> {
    const { clock, gate, log } = this.deps
    tools.signal.throwIfAborted()
    gate.reconcile('pending_preview', `The library was moved in from ${source.label}.`)
    const finished_at = clock.now()
    await this.change(run, tools, { state: 'complete', current_step: null, warnings, finished_at })
    await this.conclude({ ...run, state: 'complete' })
    log.info('moving', 'library moved in', { run_id: run.run_id, source: source.kind, warnings: warnings.length })
  }

  /** Work after the last row of a run; safe to repeat. */
  private async conclude({ run_id, state }: store.MigrationRunRow): Promise<void> {
    const { db, gate, maintenance, operations, files, log, copies } = this.deps
    // The copy contains the passwords of the source's settings.
    await tidy({ files, log }, 'moving', join(copies, run_id))
    const { maintenance: now, epoch } = gate.read()
    if (now?.run_id === run_id) maintenance.open({ owner: now.owner, run_id, epoch })
    const isSought = store.nextSeries(db.read, run_id) !== undefined
    if (state !== 'complete' || !isSought || operations.active(FIND_FILES, run_id).length > 0) return
    operations.enqueue({ kind: FIND_FILES, subject: run_id, payload: { run_id } })
  }

  /** Records why the run stopped and which tables are done. */
  private async fail(run: store.MigrationRunRow, error: unknown, tools: Tools): Promise<Refusal> {
    const { db, clock, gate, log } = this.deps
    if (!(error instanceof Refusal)) log.error('moving', 'moving a library in failed', { run_id: run.run_id, error })
    const sentence = sentenceOf(error, db, run.run_id)
    await this.change(run, tools, { state: 'error', error: sentence, finished_at: clock.now() })
    if (gate.read().reconciliation.state === 'migrating') gate.reconcile('failed', sentence)
    await this.conclude({ ...run, state: 'error' })
    return new Refusal('conflict', sentence, {}, { cause: error })
  }

  private async change(
    run: store.MigrationRunRow,
    tools: Tools,
    change: Partial<store.MigrationRunRow>,
  ): Promise<void> {
    const { clock } = this.deps
    await tools.persist((tx) => {
      store.changeMigrationRun(tx, run.run_id, { ...change, updated_at: clock.now() })
      this.announce(tx, run.run_id)
    })
  }

  private announce(tx: Tx, runId: string): void {
    const run = store.findMigrationRun(tx, runId)
    const progress = migrationProgress(tx, run, this.deps.gate.read(tx).reconciliation)
    tx.emit({ type: 'migration.progress', progress })
  }

  private copyOf = (run: store.MigrationRunRow) => join(this.deps.copies, run.run_id)
}

function sentenceOf(error: unknown, db: Database, runId: string): string {
  const why = error instanceof Refusal ? error.detail : (passingSentence(error) ?? 'The log says why.')
  const at = store.findMigrationRun(db.read, runId)?.current_step
  if (at === null || at === undefined) return why
  const steps = store.stepsOf(db.read, runId).map(({ name }) => name)
  const already = steps.length === 0 ? 'No table was moved yet.' : `These tables are in: ${steps.join(', ')}.`
  return `Moving stopped at the table ${at}. ${why} ${already} Start again to continue: what is in stays as it is.`
}
