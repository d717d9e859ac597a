import { isDeepStrictEqual } from 'node:util'
import { between } from '../../../base/platform/clock'
import type { Child, Clock, Log, Processes } from '../../../base/platform/ports'
import type { AddMessage, OpenMessage, PaceMessage, TorrentHelperOrder, TorrentHelperReport } from './helper-messages'

const ROLE = '--torrent-helper'
const RESTARTS_MS = [1000, 5000, 30_000, 5 * 60_000]
/** A process that ran this long did not fail at its start. */
const LASTED_MS = 10 * 60_000

/** A torrent for the helper; `file` is the torrent file, if there is one. */
export interface TorrentWork {
  order: AddMessage
  file?: Uint8Array
}

/** Network limits: those fixed at the start of the helper, and those that may change while it runs. */
export interface TorrentLimits {
  opening: Omit<OpenMessage, 'op'>
  pace: Omit<PaceMessage, 'op'>
}

interface Deps {
  processes: Pick<Processes, 'helper'>
  clock: Clock
  log: Pick<Log, 'warn'>
  isNeeded: () => boolean
  limits: () => TorrentLimits
  /** Everything that the process has to do when it starts. */
  work: () => TorrentWork[]
  onReport: (report: TorrentHelperReport, body: Uint8Array) => void
  /** Called when the process crashed, which loses its state. */
  crashed: () => void
}

/**
 * The process that downloads torrents. It runs while there is work, and restarts after a crash with growing pauses. It
 * parses untrusted data with a library that may crash, which must not take the server down.
 */
export class HelperProcess {
  private child: Child | undefined
  private running: Promise<void> | undefined
  private readonly stopping = new AbortController()
  private sentLimits: TorrentLimits | undefined

  constructor(private readonly deps: Deps) {}

  /** Starts the process when there is work. */
  start(): void {
    if (this.running || !this.isNeeded()) return
    this.running = this.keepRunning()
  }

  /** Applies changed settings to the running process; false when the process must restart for them. */
  applyLimits(): boolean {
    const { opening, pace } = this.deps.limits()
    if (!this.sentLimits || !this.child) return true
    if (!isDeepStrictEqual(opening, this.sentLimits.opening)) return false
    if (!isDeepStrictEqual(pace, this.sentLimits.pace)) this.send({ op: 'pace', ...pace })
    this.sentLimits = { opening, pace }
    return true
  }

  /** Sends a message. Nothing is lost while the process is down: each start sends all of its work. */
  send(order: TorrentHelperOrder, body?: Uint8Array): void {
    try {
      this.child?.send(order, body)
    } catch {
      // The process has just ended; the next one gets all of its work.
    }
  }

  isRunning(): boolean {
    return this.child !== undefined
  }

  isStopped(): boolean {
    return this.stopping.signal.aborted
  }

  /** Ends the process when there is no work, which frees its memory. */
  kill(): void {
    this.child?.kill()
    this.child = undefined
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.kill()
    await this.running
  }

  private isNeeded(): boolean {
    return !this.isStopped() && this.deps.isNeeded()
  }

  private async keepRunning(): Promise<void> {
    const { clock, log } = this.deps
    let crashes = 0
    while (this.isNeeded()) {
      const began = clock.now()
      const fault = await this.run()
      if (fault === undefined) continue
      this.deps.crashed()
      crashes = between(began, clock.now()) > LASTED_MS ? 1 : crashes + 1
      const wait = RESTARTS_MS[Math.min(crashes, RESTARTS_MS.length) - 1]!
      log.warn('downloads', 'torrent helper ended', { ...fault, crashes, again_in_ms: wait })
      await clock.after(wait, this.stopping.signal)
    }
    this.running = undefined
  }

  /** Runs the process once. Returns how it ended if it was not stopped. */
  private async run(): Promise<Record<string, unknown> | undefined> {
    try {
      const child = this.begin()
      await this.listen(child)
      if (this.child !== child) return undefined
      this.child = undefined
      child.kill()
      return { ...(await child.ended) }
    } catch (error) {
      return { error }
    }
  }

  private begin(): Child {
    const child = this.deps.processes.helper(ROLE)
    this.child = child
    this.sentLimits = this.deps.limits()
    this.send({ op: 'open', ...this.sentLimits.opening })
    this.send({ op: 'pace', ...this.sentLimits.pace })
    for (const { order, file } of this.deps.work()) this.send(order, file)
    return child
  }

  private async listen(child: Child): Promise<void> {
    try {
      for await (const { header, body } of child.frames) {
        if (this.child === child) this.deps.onReport(header as TorrentHelperReport, body)
      }
    } catch {
      // The process ended inside a frame or wrote other data. It is unusable either way.
    }
  }
}
