import type { Clock, Files, Log } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database, Tx } from '../storage/database'
import { type Act, actOf, type Renote } from './acts'
import type { FileRows, Way } from './changes'
import { diskSentence } from './faults'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  files: Files
  log: Log
  rows: FileRows
}

/** What was done to one file. */
export interface Changed {
  change_id: string
  file_id: string
  from: string
  to: string
}

/** Takes a change that is started to one of its two ends, and writes down which. */
export class ChangeRun {
  constructor(private readonly deps: Deps) {}

  /** Throws Refusal with a sentence when the file stays as it was. */
  async run(change: store.Change, way: Way, renote?: Renote): Promise<Changed> {
    const act = this.act(change, way, renote)
    try {
      await act.work()
    } catch (error) {
      await this.afterFailure(change, way, act, error)
    }
    return this.finish(change, way, act)
  }

  /** Returns when the change is done all the same; throws when it is not. */
  private async afterFailure(change: store.Change, way: Way, act: Act, error: unknown): Promise<void> {
    const { db, log } = this.deps
    const sentence = diskSentence(error, way === 'on' ? change.to_path : change.from_path)
    if (!(error instanceof Refusal))
      log.warn('filing', 'a file could not be changed', { path: change.from_path, error })
    const where = await act.settle().catch(() => 'away' as const)
    if (where === 'there') return
    // Nobody can say where it is while the disk does not answer: the next start looks.
    if (where === 'away') throw new Refusal('unavailable', sentence)
    const write = await act.returned()
    if (where === 'back') db.write((tx) => write(tx))
    throw this.fail(change, way, sentence)
  }

  private async finish(change: store.Change, way: Way, act: Act): Promise<Changed> {
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
    db.write((tx) => store.setChange(tx, change.change_id, { state, error: sentence, changed_at: clock.now() }))
    return new Refusal('conflict', sentence)
  }

  private act(change: store.Change, way: Way, renote?: Renote): Act {
    return actOf(change, way, this.deps, renote)
  }

  /** One that the last process left in the middle. While its disk is away it waits. */
  async settle(change: store.Change): Promise<void> {
    const { db } = this.deps
    const way = store.findBatch(db.read, change.batch_id)?.state === 'undoing' ? 'back' : 'on'
    const act = this.act(change, way)
    const where = await act.settle()
    if (where === 'away') return
    if (where === 'there') await this.finish(change, way, act)
    else if (where === 'lost')
      this.fail(change, way, 'Panelkeep ended in the middle, and the file is at neither place.')
    else {
      const write = await act.returned()
      db.write((tx) => {
        write(tx)
        if (way === 'back') store.setChange(tx, change.change_id, { state: 'done' })
        else if (change.kind === 'move') store.setChange(tx, change.change_id, { state: 'planned' })
        else store.dropChange(tx, change.change_id)
      })
    }
  }
}

/** Something else changes the file: it ends by itself. */
export class BeingChanged extends Refusal {
  constructor() {
    super('conflict', 'This file is being changed already. Try again when that is done.')
  }
}

/** Throws BeingChanged while something else changes the file. */
export function checkIdle(tx: Tx, fileId: string): void {
  if (fileId !== '' && store.isBusy(tx, fileId)) throw new BeingChanged()
}
