import { addTimelineRow } from '../../base/activity/store'
import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Files, Log } from '../../base/platform/ports'
import { countWords, pluralWords } from '../../base/platform/words'
import { legacy } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import type { Fence, Maintenance } from '../../intake/acquisition/maintenance'
import { fileWithId } from '../../library/series/file-store'
import { runAfter } from './machine'
import { openPermit } from './permit-store'
import { isOnDisk } from './preview'
import { conflict, locked, wrongState } from './refusals'
import { applyItems, rollBackItems } from './row-change'
import { OWNER, type RunAction, type RunGoal } from './states'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Pick<Files, 'stat'>
  log: Log
  gate: AcquisitionGate
  maintenance: Maintenance
}

export interface ApplyOptions {
  max_items?: number
  canary_only?: boolean
}

/** Items in one transaction. */
const CHUNK = 50

/**
 * Changes the rows of a run and restores them, under the maintenance fence and one run at a time. Each chunk is one
 * transaction with the state of its items, so an interrupted run continues with the first unfinished item.
 */
export class RunWorker {
  private current: string | undefined
  private background: Promise<unknown> = Promise.resolve()
  private readonly stopping = new AbortController()

  constructor(private readonly deps: Deps) {}

  /** Returns how many rows were changed. */
  apply(run: store.RepairRun, { max_items, canary_only = false }: ApplyOptions): Promise<number> {
    if (canary_only && run.state === 'canary_complete')
      throw conflict('canary_complete', 'The first issue is already repaired. Apply the others.')
    const goal = max_items === undefined && !canary_only ? 'apply_all' : 'apply_some'
    return this.underFence(run, 'apply', { goal }, 'A repair is changing the states of issues.', async (fence) => {
      const count = await this.changeItems(run, fence, canary_only, max_items)
      this.finishApply(run, fence, canary_only)
      return count
    })
  }

  /** Returns how many rows were restored. */
  rollBack(run: store.RepairRun, reason: string): Promise<number> {
    const begin = { goal: 'roll_back' as const, rollback_reason: reason }
    return this.underFence(run, 'roll_back', begin, 'A repair is being rolled back.', async (fence) => {
      const { db, clock } = this.deps
      this.write(fence, (tx) => store.beginRollbackOfItems(tx, run.run_id))
      const count = await this.inChunks(fence, Number.POSITIVE_INFINITY, (size) => {
        const items = store.pendingRollbacks(db.read, run.run_id, size)
        const batch = { comic_id: run.comic_id, at: clock.now() }
        return { items, work: async () => (tx: Tx) => rollBackItems(tx, batch, items) }
      })
      this.finishRollback(run, fence)
      return count
    })
  }

  /** After a start: continues runs that the user started and frees the gate from the rest. */
  resume(): void {
    const { db, gate, maintenance, log } = this.deps
    const owner = gate.read().maintenance
    if (owner?.owner !== OWNER) return
    const run = store.findRepairRun(db.read, owner.run_id)
    if (run && openPermit(db.read)?.run_id === run.run_id) return
    const again = run && this.again(run)
    if (again)
      this.background = again.catch((error) =>
        log.error('repair', 'repair run stopped', { run_id: owner.run_id, error }),
      )
    else maintenance.open(maintenance.close(owner))
  }

  stop(): Promise<unknown> {
    this.stopping.abort()
    return this.background
  }

  /** Resolves when a resumed run has ended. */
  idle(): Promise<unknown> {
    return this.background
  }

  private again(run: store.RepairRun): Promise<number> | undefined {
    if (run.goal === 'apply_all' && (run.state === 'waiting_for_drain' || run.state === 'applying'))
      return this.apply(run, {})
    if (run.state === 'rollback_waiting_for_drain' || run.state === 'rolling_back')
      return this.rollBack(run, run.rollback_reason ?? '')
    return undefined
  }

  private async underFence(
    run: store.RepairRun,
    action: RunAction,
    begin: { goal: RunGoal; rollback_reason?: string },
    reason: string,
    work: (fence: Fence) => Promise<number>,
  ): Promise<number> {
    const { maintenance, clock, db } = this.deps
    const { run_id } = run
    const state = runAfter(run.state, action)
    if (!state) throw wrongState(run.state)
    if (this.current !== undefined) throw locked('run_working', 'A repair is already running. Wait until it has ended.')
    if (openPermit(db.read)) throw locked('permit_open', 'A canary permit is open. Release it first.')
    this.current = run_id
    try {
      const fence = maintenance.close({ owner: OWNER, run_id, reason })
      const started_at = run.started_at ?? clock.now()
      this.write(fence, (tx) => store.changeRepairRun(tx, run_id, { ...begin, state, started_at, completed_at: null }))
      await this.drain(fence)
      this.move(run_id, fence, 'drained')
      const count = await work(fence)
      maintenance.open(fence)
      return count
    } finally {
      this.current = undefined
    }
  }

  private async drain(fence: Fence): Promise<void> {
    const { maintenance, gate } = this.deps
    if (await maintenance.drained(fence, this.stopping.signal)) return
    if (this.stopping.signal.aborted) throw stopped()
    if (!maintenance.open(fence)) throw lost()
    const active = gate.leases.active().length
    throw legacy('locked', 'Searches or grabs are still running. Nothing was changed. Try again when they have ended.', { code: 'leases_active', active_leases: active }) // biome-ignore format: one sentence
  }

  private changeItems(run: store.RepairRun, fence: Fence, canaryOnly: boolean, most = Number.POSITIVE_INFINITY) {
    const { db, clock } = this.deps
    return this.inChunks(fence, canaryOnly ? 1 : most, (size) => {
      const items = canaryOnly ? this.canaryItem(run) : store.pendingItems(db.read, run.run_id, size)
      return {
        items,
        work: async () => {
          const proven = await this.proven(items)
          return (tx: Tx) => applyItems(tx, { comic_id: run.comic_id, at: clock.now() }, items, proven)
        },
      }
    })
  }

  private canaryItem({ run_id, canary_key }: store.RepairRun): store.RepairItem[] {
    const items = store.pendingItems(this.deps.db.read, run_id, Number.MAX_SAFE_INTEGER)
    return items.filter(({ entity_type, issue_id }) => `${entity_type}:${issue_id}` === canary_key)
  }

  private async inChunks(
    fence: Fence,
    most: number,
    next: (size: number) => { items: readonly unknown[]; work: () => Promise<(tx: Tx) => number> },
  ): Promise<number> {
    let count = 0
    for (let left = most; left > 0; ) {
      if (this.stopping.signal.aborted) throw stopped()
      const { items, work } = next(Math.min(CHUNK, left))
      if (items.length === 0) break
      const change = await work()
      count += this.write(fence, change)
      if (!this.deps.maintenance.beat(fence)) throw lost()
      left -= items.length
      await nextTurn()
    }
    return count
  }

  /** Files of these items that are unchanged on disk since they were opened. */
  private async proven(items: readonly store.RepairItem[]): Promise<Set<string>> {
    const { db, files } = this.deps
    const proven = new Set<string>()
    for (const { reason, basis } of items) {
      if (reason !== 'verified_file' || basis.file_id === null) continue
      const file = fileWithId(db.read, basis.file_id)
      if (file && (await isOnDisk(files, file))) proven.add(file.file_id)
    }
    return proven
  }

  private finishApply({ run_id }: store.RepairRun, fence: Fence, canaryOnly: boolean): void {
    const { db } = this.deps
    if (canaryOnly) this.move(run_id, fence, 'finish_canary')
    else if (store.countPending(db.read, run_id) === 0) this.recordApplied(run_id, fence)
  }

  private recordApplied(run_id: string, fence: Fence): void {
    const { db } = this.deps
    const { applied_count, conflict_count } = store.countRepairItems(db.read, run_id)
    const left =
      conflict_count === 0
        ? ''
        : pluralWords(
            conflict_count,
            ' {count} issue had changed since the preview and stayed as it was.',
            ' {count} issues had changed since the preview and stayed as they were.',
          )
    const detail = `The repair changed ${issues(applied_count)}.${left}`
    if (conflict_count === 0) this.move(run_id, fence, 'finish', ['succeeded', 'repaired', detail])
    else this.move(run_id, fence, 'finish_with_conflicts', ['failed', 'repair_conflicts', detail])
  }

  private finishRollback({ run_id }: store.RepairRun, fence: Fence): void {
    const { rollback_count, rollback_conflict_count: kept } = store.countRepairItems(this.deps.db.read, run_id)
    const left =
      kept === 0
        ? ''
        : pluralWords(
            kept,
            ' {count} issue had changed since and stayed as it was.',
            ' {count} issues had changed since and stayed as they were.',
          )
    const detail = `The repair was rolled back: ${issues(rollback_count)} restored.${left}`
    const action = kept === 0 ? 'finish_rollback' : 'finish_rollback_with_conflicts'
    this.move(run_id, fence, action, ['succeeded', 'repair_rolled_back', detail])
  }

  /** Moves a run to its next state and records it in the timeline. */
  private move(
    runId: string,
    fence: Fence,
    action: RunAction,
    activity?: ['succeeded' | 'failed', string, string],
  ): void {
    const at = this.deps.clock.now()
    this.write(fence, (tx) => {
      const run = store.findRepairRun(tx, runId)
      const state = run && runAfter(run.state, action)
      if (!run || !state) throw new Error(`a repair run in ${run?.state} cannot ${action}`)
      store.changeRepairRun(tx, runId, { state, ...(activity ? { goal: null, completed_at: at } : {}) })
      if (!activity) return
      const [status, code, detail] = activity
      const subject = { type: 'series' as const, id: run.comic_id, label: run.label }
      const { comic_id } = run
      addTimelineRow(tx, { at, activity: 'refresh', status, subject, comic_id, reason: { code, detail } })
    })
  }

  /** Writes while the fence holds. Throws Refusal 'locked' when the maintenance was aborted. */
  private write<T>(fence: Fence, work: (tx: Tx) => T): T {
    const { db, maintenance } = this.deps
    return db.write((tx) => {
      if (!maintenance.holds(tx, fence)) throw lost()
      return work(tx) as never
    })
  }
}

const issues = (count: number) => (count === 0 ? 'no issues' : countWords(count, 'issue'))

const lost = () =>
  locked(
    'fence_lost',
    'The maintenance was aborted, so the repair stopped. Start it again to continue where it stopped.',
  )

const stopped = () =>
  legacy('unavailable', 'Panelkeep is stopping. The repair continues after the next start.', { code: 'stopping' })
