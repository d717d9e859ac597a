import { diskSentence } from '../../base/platform/disk-sentence'
import type { Clock, Files, Log } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import { type Act, actOf, type Renote } from './acts'
import type { FileRows, Way } from './changes'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  rows: FileRows
}

/** What was done to one file. */
export interface ChangeResult {
  change_id: string
  file_id: string
  from: string
  to: string
}

/** Takes a change that is started to one of its two ends, and writes down which. */
export class ChangeRun {
  /** Ids of changes that this process is at work on. */
  private readonly underWay = new Set<string>()

  constructor(private readonly deps: Deps) {}

  /** A change that was written down as started is of this process until `run` or `fail` ended it. */
  hold(change: store.Change): store.Change {
    this.underWay.add(change.change_id)
    return change
  }

  /** Throws Refusal with a sentence when the file stays as it was. */
  async run(change: store.Change, way: Way, renote?: Renote): Promise<ChangeResult> {
    const act = this.act(change, way, renote)
    try {
      await act.work().catch((error: unknown) => this.afterFailure(change, way, act, error))
      return await this.finish(change, way, act)
    } finally {
      this.underWay.delete(change.change_id)
    }
  }

  /** Settles what was left in the middle of one of these files because its disk did not answer. */
  async settleLeft(changes: readonly store.Change[]): Promise<void> {
    const { log } = this.deps
    for (const change of changes) {
      if (change.state !== 'started' || this.underWay.has(change.change_id)) continue
      await this.settle(change).catch((error: unknown) =>
        log.warn('filing', 'a change that was cut off waits', { path: change.to_path, error }),
      )
    }
  }

  /** Returns when the change is done despite the error; throws otherwise. */
  private async afterFailure(change: store.Change, way: Way, act: Act, error: unknown): Promise<void> {
    const { db, log } = this.deps
    const sentence = diskSentence(error, way === 'on' ? change.to_path : change.from_path)
    if (!(error instanceof Refusal))
      log.warn('filing', 'a file could not be changed', { path: change.from_path, error })
    const where = await act.settle().catch(() => 'away' as const)
    if (where === 'there') return
    const write = where === 'back' ? await act.returned().catch(() => undefined) : undefined
    // While the disk does not respond, the place of the file is unknown. The next change of the file checks, and the next start.
    if (where === 'away' || (where === 'back' && !write)) {
      db.write((tx) => store.setChange(tx, change.change_id, { error: sentence }))
      throw new Refusal('unavailable', sentence)
    }
    if (write) db.write((tx) => write(tx))
    throw this.fail(change, way, sentence)
  }

  private async finish(change: store.Change, way: Way, act: Act): Promise<ChangeResult> {
    const { db, clock } = this.deps
    const write = await act.arrived()
    const done = db.write((tx) => {
      const kept = write(tx)
      const state = way === 'on' ? ('done' as const) : ('undone' as const)
      return store.setChange(tx, change.change_id, { ...kept, state, error: null, changed_at: clock.now() })
    })
    const [from, to] = way === 'on' ? [done.from_path, done.to_path] : [done.to_path, done.from_path]
    return { change_id: done.change_id, file_id: done.file_id, from, to }
  }

  /** Writes down that it failed. Answers what to throw. */
  fail(change: store.Change, way: Way, sentence: string): Refusal {
    const { db, clock } = this.deps
    const state = way === 'on' ? ('failed' as const) : ('undo_failed' as const)
    this.underWay.delete(change.change_id)
    db.write((tx) => store.setChange(tx, change.change_id, { state, error: sentence, changed_at: clock.now() }))
    return new Refusal('conflict', sentence)
  }

  private act(change: store.Change, way: Way, renote?: Renote): Act {
    return actOf(change, way, this.deps, renote)
  }

  /** One that was left in the middle. While its disk is away it waits. */
  async settle(change: store.Change): Promise<void> {
    const { db } = this.deps
    const isUndoing = store.findBatch(db.read, change.batch_id)?.state === 'undoing'
    // A move that undo has not begun with has no facts of the file at its new path.
    const isForward = !isUndoing || (change.kind === 'move' && change.after_size === null)
    const way = isForward ? 'on' : 'back'
    const act = this.act(change, way)
    // The reader was told that it failed: then it goes back, so that undo and the next start find what was said.
    const where = await act.settle(change.error === null ? 'on' : 'back')
    if (where === 'away') return
    if (where === 'there') await this.finish(change, way, act)
    else if (where === 'lost')
      this.fail(change, way, change.error ?? 'Panelkeep ended in the middle, and the file is at neither place.')
    else {
      const write = await act.returned()
      if (change.error !== null) {
        db.write((tx) => write(tx))
        this.fail(change, way, change.error)
        return
      }
      db.write((tx) => {
        write(tx)
        if (way === 'back') store.setChange(tx, change.change_id, { state: 'done' })
        else if (change.kind === 'move') store.setChange(tx, change.change_id, { state: 'planned' })
        else store.dropChange(tx, change.change_id)
      })
    }
  }
}

/** Something else changes the file. That ends without help. */
export class FileBusy extends Refusal {
  constructor() {
    super('conflict', 'This file is being changed already. Try again when that is done.')
  }
}

/** Throws BeingChanged while something else changes the file. */
export function checkIdle(tx: Tx, fileId: string): void {
  if (fileId !== '' && store.startedOf(tx, fileId).length > 0) throw new FileBusy()
}
