import { between, plus } from '../platform/clock'
import type { Clock, Instant, Log } from '../platform/ports'
import type { Database } from '../storage/database'
import * as store from './store'

export interface Job {
  name: string
  /** Minutes between two runs; 0 or less parks the job. A function, because settings change while we run. */
  everyMinutes: () => number
  /** Short: it enqueues an operation or tidies a table. What takes time belongs in an operation. */
  run: () => void | Promise<void>
}

export interface JobState {
  name: string
  /** 0 or less: parked. */
  every_minutes: number
  /** When it is due; null while it is parked. */
  next_at: Instant | null
  row: store.JobRow | undefined
}

const TICK_MS = 60_000

/** Starts jobs when they are due. What is due follows from rows and the clock, so a restart neither skips nor repeats. */
export class Timetable {
  private readonly jobs: Job[] = []

  constructor(private readonly deps: { db: Database; clock: Clock; log: Log }) {}

  add(job: Job): void {
    this.jobs.push(job)
  }

  /** The jobs with their rows; of one that never ran there is none. */
  list(): JobState[] {
    return this.jobs.map((job) => {
      const every = job.everyMinutes()
      const row = store.job(this.deps.db.read, job.name)
      return {
        name: job.name,
        every_minutes: every,
        next_at:
          every <= 0 ? null : row?.last_started_at ? plus(row.last_started_at, every * 60_000) : this.deps.clock.now(),
        row,
      }
    })
  }

  /** Runs a job now, whatever its plan says; false when there is none of that name. */
  async run(name: string): Promise<boolean> {
    const job = this.jobs.find((each) => each.name === name)
    if (job) await this.runNow(job)
    return job !== undefined
  }

  /** Ticks until `signal` aborts. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.tick(signal)
      await this.deps.clock.after(TICK_MS, signal)
    }
  }

  /** Runs what is due now, one after another; a job that fails says so in its row and stops no other. `between` lets others through. */
  async tick(signal?: AbortSignal, between?: () => Promise<void>): Promise<void> {
    for (const job of this.jobs) {
      await between?.()
      if (!signal?.aborted && this.due(job)) await this.runNow(job)
    }
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
