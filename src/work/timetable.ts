import { between } from '../platform/clock'
import type { Clock, Log } from '../platform/ports'
import type { Database } from '../storage/database'
import * as store from './store'

export interface Job {
  name: string
  /** Minutes between two runs; 0 or less parks the job. A function, because settings change while we run. */
  everyMinutes: () => number
  /** Short: it enqueues an operation or tidies a table. What takes time belongs in an operation. */
  run: () => void | Promise<void>
}

const TICK_MS = 60_000

/** Starts jobs when they are due. What is due follows from rows and the clock, so a restart neither skips nor repeats. */
export class Timetable {
  private readonly jobs: Job[] = []

  constructor(private readonly deps: { db: Database; clock: Clock; log: Log }) {}

  add(job: Job): void {
    this.jobs.push(job)
  }

  /** Ticks until `signal` aborts. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.tick(signal)
      await this.deps.clock.after(TICK_MS, signal)
    }
  }

  /** Runs what is due now, one after another; a job that fails says so in its row and stops no other. */
  async tick(signal?: AbortSignal): Promise<void> {
    for (const job of this.jobs) if (!signal?.aborted && this.due(job)) await this.runNow(job)
  }

  private due(job: Job): boolean {
    const every = job.everyMinutes()
    if (every <= 0) return false
    const last = store.job(this.deps.db.read, job.name)?.last_started_at
    return !last || between(last, this.deps.clock.now()) >= every * 60_000
  }

  private async runNow(job: Job): Promise<void> {
    const { db, clock, log } = this.deps
    db.write((tx) => store.jobStarted(tx, job.name, clock.now()))
    try {
      await job.run()
      db.write((tx) => store.jobFinished(tx, job.name, clock.now()))
    } catch (error) {
      log.error('work', 'job failed', { job: job.name, error })
      db.write((tx) => store.jobFinished(tx, job.name, clock.now(), 'It stopped because of a fault; the log has it.'))
    }
  }
}
