import { isWithin, plus } from '../platform/clock'
import type { Clock, Instant, Log } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { LentDatabase } from '../storage/write-errors'
import * as store from './store'

export interface ScheduledJob {
  name: string
  /** What the job does, for people; absent: the name. */
  label?: string
  /** The kind of operation that a run starts. */
  starts?: string
  /** Minutes between two runs; 0 or less turns the schedule off. A function, because settings may change. */
  everyMinutes: () => number
  /** Short work only: enqueue an operation or clean up a table. Longer work belongs in an operation. */
  run: (byHand?: boolean) => void | Promise<void>
  /** True: the job does not start now, and is due at once when that ends. */
  isHeld?: () => boolean
  /** False: lists leave the job out, because the feature behind it is off. */
  isShown?: () => boolean
}

export interface JobState {
  name: string
  label: string
  /** The kind of operation that a run starts; undefined when the job does the work itself. */
  starts: string | undefined
  /** 0 or less: not scheduled. */
  every_minutes: number
  /** The next run; null while it is not scheduled, paused or held. */
  next_at: Instant | null
  /** Paused by the user. */
  is_paused: boolean
  is_running: boolean
  row: store.JobRow | undefined
}

const TICK_MS = 60_000

/**
 * Starts jobs when they are due. This follows from rows and the clock, so a restart neither skips nor repeats a run.
 */
export class Timetable {
  private readonly jobs: ScheduledJob[] = []
  private readonly running = new Set<ScheduledJob>()
  private ticked: Instant | undefined

  constructor(private readonly deps: { db: Database; clock: Clock; log: Log }) {}

  /** When due jobs were last checked; undefined before the first time. */
  get lastTick(): Instant | undefined {
    return this.ticked
  }

  add(job: ScheduledJob): void {
    this.jobs.push(job)
  }

  /** The jobs that are shown, with their rows; a job that never ran has no row. */
  list(): JobState[] {
    return this.jobs.filter(({ isShown }) => isShown?.() ?? true).map((job) => this.stateOf(job))
  }

  /** Undefined for an unknown name. */
  find(name: string): JobState | undefined {
    const job = this.jobs.find((each) => each.name === name)
    return job && this.stateOf(job)
  }

  /** Pauses or resumes a job; a paused job runs only on request, also after a restart. */
  pause(name: string, isPaused: boolean): JobState | undefined {
    if (this.find(name)) this.deps.db.write((tx) => store.pauseJob(tx, name, isPaused))
    return this.find(name)
  }

  /** Runs a job now, due or not, unless it is held; false for an unknown name. */
  async run(name: string): Promise<boolean> {
    const job = this.jobs.find((each) => each.name === name)
    if (job && !job.isHeld?.()) await this.runNow(job, true)
    return job !== undefined
  }

  /** Ticks until `signal` aborts. */
  async runUntilStopped(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.tick(signal)
      await this.deps.clock.after(TICK_MS, signal)
    }
  }

  /**
   * Runs the due jobs one after another; a failed job stores its error and stops no other. `between` yields to other
   * work.
   */
  async tick(signal?: AbortSignal, between?: () => Promise<void>): Promise<void> {
    for (const job of this.jobs) {
      this.ticked = this.deps.clock.now()
      await between?.()
      if (this.deps.db.isLent) await this.deps.db.returned()
      if (!signal?.aborted) await this.runDue(job)
    }
  }

  /** When the row cannot be read or written, the job is retried at the next tick. */
  private async runDue(job: ScheduledJob): Promise<void> {
    try {
      if (this.due(job)) await this.runNow(job, false)
    } catch (error) {
      this.deps.log.warn('work', 'job waiting', { job: job.name, error })
    }
  }

  private stateOf(job: ScheduledJob): JobState {
    const every = job.everyMinutes()
    const row = store.findJob(this.deps.db.read, job.name)
    const is_paused = row?.paused ?? false
    const last = row?.last_started_at
    const now = this.deps.clock.now()
    const rests = last !== undefined && last !== null && isWithin(last, now, Math.max(0, every) * 60_000)
    const next_at = last && (rests || last <= now) ? plus(last, Math.max(0, every) * 60_000) : now
    const is_running = this.running.has(job)
    const due_at = every <= 0 || is_paused || job.isHeld?.() ? null : next_at
    const { name, label = name.replaceAll('_', ' '), starts } = job
    return { name, label, starts, every_minutes: every, next_at: due_at, is_paused, is_running, row }
  }

  private due(job: ScheduledJob): boolean {
    const every = job.everyMinutes()
    if (every <= 0 || job.isHeld?.()) return false
    const row = store.findJob(this.deps.db.read, job.name)
    if (row?.paused) return false
    const last = row?.last_started_at
    return !last || !isWithin(last, this.deps.clock.now(), every * 60_000)
  }

  private async runNow(job: ScheduledJob, byHand: boolean): Promise<void> {
    const { db, clock, log } = this.deps
    db.write((tx) => store.recordJobStart(tx, job.name, clock.now()))
    this.running.add(job)
    try {
      await this.repeated(job, byHand)
      await db.writeReturned((tx) => store.recordJobEnd(tx, job.name, clock.now()))
    } catch (error) {
      log.error('work', 'job failed', { job: job.name, error })
      const problem = error instanceof Refusal ? error.detail : 'It stopped because of an internal error. See the log.'
      await db.writeReturned((tx) => store.recordJobEnd(tx, job.name, clock.now(), problem))
    } finally {
      this.running.delete(job)
    }
  }

  /** A job whose write met a table that is moved in runs again after it: it would be due only hours later. */
  private async repeated(job: ScheduledJob, byHand: boolean): Promise<void> {
    for (;;) {
      try {
        await job.run(byHand)
        return
      } catch (error) {
        if (!(error instanceof LentDatabase)) throw error
        await this.deps.db.returned()
      }
    }
  }
}
