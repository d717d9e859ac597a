import { diskSentence } from '../../base/platform/disk-sentence'
import type { Clock, Files, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { type ChangeStep, changeStep, type MetadataRestorer } from './change-steps'
import type { Direction, FileRows } from './changes'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  rows: FileRows
}

/** What a change did to one file. */
export interface ChangeResult {
  change_id: string
  file_id: string
  from: string
  to: string
}

/** Brings a started change to one of its two ends, and records which. */
export class ChangeRun {
  /** Ids of changes that this process is running. */
  private readonly underWay = new Set<string>()

  constructor(private readonly deps: Deps) {}

  /** A change recorded as started belongs to this process until `run` or `fail` ends it. */
  hold(change: store.FileChangeRow): store.FileChangeRow {
    this.underWay.add(change.change_id)
    return change
  }

  /** Throws Refusal with a sentence when the file is left unchanged. */
  async run(
    change: store.FileChangeRow,
    direction: Direction,
    restoreMetadata?: MetadataRestorer,
  ): Promise<ChangeResult> {
    const step = this.step(change, direction, restoreMetadata)
    try {
      await step.run().catch((error: unknown) => this.afterFailure(change, direction, step, error))
      return await this.finish(change, direction, step)
    } finally {
      this.underWay.delete(change.change_id)
    }
  }

  /** Settles changes that were interrupted because a disk did not respond. */
  async settleStarted(changes: readonly store.FileChangeRow[]): Promise<void> {
    const { log } = this.deps
    for (const change of changes) {
      if (change.state !== 'started' || this.underWay.has(change.change_id)) continue
      await this.settleChange(change).catch((error: unknown) =>
        log.warn('filing', 'interrupted change waiting', { path: change.to_path, error }),
      )
    }
  }

  /** Returns when the change is done despite the error; throws otherwise. */
  private async afterFailure(
    change: store.FileChangeRow,
    direction: Direction,
    step: ChangeStep,
    error: unknown,
  ): Promise<void> {
    const { db, log } = this.deps
    const sentence = diskSentence(error, direction === 'apply' ? change.to_path : change.from_path)
    if (!(error instanceof Refusal)) log.warn('filing', 'file change failed', { path: change.from_path, error })
    const where = await step.settle().catch(() => 'away' as const)
    if (where === 'at_target') return
    const write = where === 'at_source' ? await step.writeReverted().catch(() => undefined) : undefined
    // While the disk does not respond, the place of the file is unknown. The next change of the file checks it, and so
    // does the next start.
    if (where === 'away' || (where === 'at_source' && !write)) {
      db.write((tx) => store.setChange(tx, change.change_id, { error: sentence }))
      throw new Refusal('unavailable', sentence)
    }
    if (write) db.write((tx) => write(tx))
    throw this.fail(change, direction, sentence)
  }

  private async finish(change: store.FileChangeRow, direction: Direction, step: ChangeStep): Promise<ChangeResult> {
    const { db, clock } = this.deps
    const write = await step.writeDone()
    const done = db.write((tx) => {
      const kept = write(tx)
      const state = direction === 'apply' ? ('done' as const) : ('undone' as const)
      return store.setChange(tx, change.change_id, { ...kept, state, error: null, changed_at: clock.now() })
    })
    const [from, to] = direction === 'apply' ? [done.from_path, done.to_path] : [done.to_path, done.from_path]
    return { change_id: done.change_id, file_id: done.file_id, from, to }
  }

  /** Records the failure. Returns the error to throw. */
  fail(change: store.FileChangeRow, direction: Direction, sentence: string): Refusal {
    const { db, clock } = this.deps
    const state = direction === 'apply' ? ('failed' as const) : ('undo_failed' as const)
    this.underWay.delete(change.change_id)
    db.write((tx) => store.setChange(tx, change.change_id, { state, error: sentence, changed_at: clock.now() }))
    return new Refusal('conflict', sentence)
  }

  private step(change: store.FileChangeRow, direction: Direction, restoreMetadata?: MetadataRestorer): ChangeStep {
    return changeStep(change, direction, this.deps, restoreMetadata)
  }

  /** Settles an interrupted change. While its disk is unavailable the change waits. */
  async settleChange(change: store.FileChangeRow): Promise<void> {
    const { db } = this.deps
    const isUndoing = store.findBatch(db.read, change.batch_id)?.state === 'undoing'
    // A move that undo has not started has no facts of the file at its new path.
    const isForward = !isUndoing || (change.kind === 'move' && change.after_size === null)
    const direction = isForward ? 'apply' : 'undo'
    const step = this.step(change, direction)
    // The user saw that the change failed, so the file returns to its source, as the history says.
    const where = await step.settle(change.error === null ? 'target' : 'source')
    if (where === 'away') return
    if (where === 'at_target') await this.finish(change, direction, step)
    else if (where === 'lost')
      this.fail(change, direction, change.error ?? 'Panelkeep ended in the middle, and the file is at neither place.')
    else {
      const write = await step.writeReverted()
      if (change.error !== null) {
        db.write((tx) => write(tx))
        this.fail(change, direction, change.error)
        return
      }
      db.write((tx) => {
        write(tx)
        if (direction === 'undo') store.setChange(tx, change.change_id, { state: 'done' })
        else if (change.kind === 'move' || change.kind === 'remove')
          store.setChange(tx, change.change_id, { state: 'planned' })
        else store.dropChange(tx, change.change_id)
      })
    }
  }
}

/** Another change of the file is running. It ends without help. */
export class FileBusy extends Refusal {
  constructor() {
    super('conflict', 'This file is being changed already. Try again when that is done.')
  }
}

/** Throws BeingChanged while another change of the file is running. */
export function checkIdle(tx: Tx, fileId: string): void {
  if (fileId !== '' && store.startedOf(tx, fileId).length > 0) throw new FileBusy()
}
