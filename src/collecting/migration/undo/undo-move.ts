import { nextTurn } from '../../../base/platform/event-loop'
import type { Clock, Log } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import { isLocked, passingSentence } from '../../../base/storage/write-errors'
import type { Handler, Tools } from '../../../base/work/operations'
import type { AcquisitionGate } from '../../../intake/acquisition/gate'
import type { Maintenance } from '../../../intake/acquisition/maintenance'
import { recount } from '../../../library/series/counts-store'
import type { SeriesLibrary } from '../../../library/series/service'
import { deleteMadeRows } from '../../../library/series/unmake-store'
import { DEFAULT_LIST } from '../../readlist/states'
import { announceList } from '../../readlist/store'
import { migrationProgress } from '../progress'
import type { MigrationRunState } from '../states'
import * as store from '../store'
import * as undo from './undo-store'
import { madeUsers, removeUsers } from './undo-users-store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  gate: AcquisitionGate
  maintenance: Maintenance
  library: Pick<SeriesLibrary, 'removeAll'>
}

/** Series removed in one turn of the event loop, rows of the history, and records of the run. */
const AT_ONCE = 4
const HISTORY_AT_ONCE = 50
const RECORDS_AT_ONCE = 2000

export interface UndoMovePayload {
  run_id: string
  /** The state before, to restore when the undo fails. */
  state: MigrationRunState
}

/**
 * Removes what a move added and the user did not change since, and restores the earlier values of other rows. Files
 * stay unchanged. Series are removed a few at a time, so an interrupted undo continues with the rest.
 */
export class UndoMove implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<{ series: number; kept: number } | undefined> {
    const { run_id, state } = payload as UndoMovePayload
    const { db, maintenance } = this.deps
    const now = store.findMigrationRun(db.read, run_id)?.state
    // The run was undone, but the process stopped before all its records were deleted.
    if (now === 'undone') await this.forget(run_id, tools)
    if (now !== 'undoing') return undefined
    try {
      const fence = maintenance.close({ owner: 'migration', run_id, reason: 'A move is being undone.' })
      if (!(await maintenance.drained(fence, tools.signal))) {
        tools.signal.throwIfAborted()
        throw new Refusal('conflict', 'Searches and grabs did not end within five minutes. Undo the move again.')
      }
      const result = await this.removeAll(run_id, tools)
      if (!result) return undefined
      await this.finish(run_id, result, tools)
      await this.forget(run_id, tools)
      return result
    } catch (error) {
      if (tools.signal.aborted || isLocked(error)) throw error
      throw await this.fail(run_id, state, error, tools)
    } finally {
      if (!tools.signal.aborted) this.openGate(run_id)
    }
  }

  private async removeAll(runId: string, { signal, persist, report }: Tools) {
    const { db } = this.deps
    let [series, kept] = [0, 0]
    for (let after: number | undefined = 0; after !== undefined; await nextTurn()) {
      if (signal.aborted) return undefined
      const behind: number = after
      after = await persist((tx) => undo.deleteSomeHistory(tx, runId, behind, HISTORY_AT_ONCE))
    }
    const total = Math.max(1, undo.countMadeSeries(db.read, runId))
    for (let after = ''; ; await nextTurn()) {
      if (signal.aborted) return undefined
      const ids = undo.madeSeries(db.read, runId, after, AT_ONCE)
      if (ids.length === 0) break
      after = ids.at(-1)!
      await persist((tx) => {
        const stays = new Set(undo.changedAmong(tx, runId, ids).map(({ comic_id }) => comic_id))
        const going = ids.filter((id) => !stays.has(id))
        undo.deleteReading(tx, going)
        this.deps.library.removeAll(going)
        series += going.length
        kept += stays.size
      })
      report((series + kept) / total, { series, kept })
    }
    await persist((tx) => this.removeRest(tx, runId))
    return { series, kept }
  }

  /** Removes what the run added to older series, lists and history, and restores what it changed. */
  private removeRest(tx: Tx, runId: string): void {
    const touched = new Set(undo.changedSeries(tx, runId))
    // Before their reading is removed, which shows what changed since.
    const leaving = madeUsers(tx, runId).filter(({ reason }) => reason === null)
    undo.restoreBefore(tx, runId)
    const issues = new Set(undo.looseIssues(tx, runId))
    undo.deleteReading(tx, [], [...issues])
    const links = undo.madeLinks(tx, runId)
    undo.deleteOtherRows(tx, runId)
    deleteMadeRows(tx, { series: new Set(), issues, files: new Set(), links })
    deleteMadeRows(tx, { series: new Set(), issues: new Set(), files: new Set(undo.unusedFiles(tx, runId)), links: [] })
    removeUsers(tx, leaving.map(({ user_id }) => user_id)) // biome-ignore format: one line
    for (const comicId of touched) recount(tx, comicId)
    tx.emit({ type: 'library.changed' })
    announceList(tx, DEFAULT_LIST)
    tx.emit({ type: 'collection.changed', collection_id: '' })
    tx.emit({ type: 'clients.changed' })
    tx.emit({ type: 'config.changed', keys: ['newznab', 'enable_torznab'] })
  }

  private async finish(runId: string, { series, kept }: { series: number; kept: number }, { persist }: Tools) {
    const { clock, gate, log, db } = this.deps
    await persist((tx) =>
      store.changeMigrationRun(tx, runId, { state: 'undone', undone_at: clock.now(), updated_at: clock.now() }),
    )
    // No rows of a move are left to be reviewed.
    const waits = gate.read().reconciliation.state
    const isReviewed = waits === 'pending_preview' || waits === 'failed'
    if (isReviewed && kept === 0 && !store.hasMoved(db.read)) gate.reconcile('ready', 'The move was undone.')
    await persist((tx) => this.announce(tx, runId))
    log.info('moving', 'move undone', { run_id: runId, series, kept })
  }

  /** Last, since what a resumed undo removes is among the records. */
  private async forget(runId: string, { persist, signal }: Tools): Promise<void> {
    while (!signal.aborted && (await persist((tx) => undo.forgetSome(tx, runId, RECORDS_AT_ONCE)))) await nextTurn()
  }

  private async fail(runId: string, state: MigrationRunState, error: unknown, { persist }: Tools): Promise<Refusal> {
    const { clock, log } = this.deps
    if (!(error instanceof Refusal)) log.error('moving', 'undoing a move failed', { run_id: runId, error })
    const why = error instanceof Refusal ? error.detail : (passingSentence(error) ?? 'The log says why.')
    const sentence = `The move was not undone completely. ${why}`
    await persist((tx) => {
      store.changeMigrationRun(tx, runId, { state, error: sentence, updated_at: clock.now() })
      this.announce(tx, runId)
    })
    return new Refusal('conflict', sentence, {}, { cause: error })
  }

  private openGate(runId: string): void {
    const { gate, maintenance } = this.deps
    const { maintenance: now, epoch } = gate.read()
    if (now?.run_id === runId) maintenance.open({ owner: now.owner, run_id: runId, epoch })
  }

  private announce(tx: Tx, runId: string): void {
    const progress = migrationProgress(tx, store.findMigrationRun(tx, runId), this.deps.gate.read(tx).reconciliation)
    tx.emit({ type: 'migration.progress', progress })
  }
}
