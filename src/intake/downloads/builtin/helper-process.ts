import { isDeepStrictEqual } from 'node:util'
import { between } from '../../../base/platform/clock'
import type { Child, Clock, Log, Processes } from '../../../base/platform/ports'
import type { AddMessage, OpenMessage, Order, PaceMessage, Report } from './helper-messages'

const ROLE = '--torrent-helper'
const RESTARTS_MS = [1000, 5000, 30_000, 5 * 60_000]
/** A process that ran this long did not fail because of its start. */
const LASTED_MS = 10 * 60_000

/** A torrent for the helper; `file` is the torrent file where there is one. */
export interface Work {
  order: AddMessage
  file?: Uint8Array
}

/** Network limits: those at its start, and those that may change while it runs. */
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
  /** All that it has to do, when it starts. */
  work: () => Work[]
  onReport: (report: Report, body: Uint8Array) => void
  /** It crashed, and with it went what it knew. */
  crashed: () => void
}

/**
 * The process that fetches torrents: there is one while there is work, started anew after a crash, later each time.
 * Foreign data from strangers is read there, with a library that may fall over, so that the server does not.
 */
export class HelperProcess {
  private child: Child | undefined
  private keeping: Promise<void> | undefined
  private readonly stopping = new AbortController()
  private sentLimits: TorrentLimits | undefined

  constructor(private readonly deps: Deps) {}

  /** Sees to it that it runs when there is work. */
  start(): void {
    if (this.keeping || !this.isNeeded()) return
    this.keeping = this.keep()
  }

  /** Minds settings that were changed while it runs; false when it has to begin anew for them. */
  minds(): boolean {
    const { opening, pace } = this.deps.limits()
    if (!this.sentLimits || !this.child) return true
    if (!isDeepStrictEqual(opening, this.sentLimits.opening)) return false
    if (!isDeepStrictEqual(pace, this.sentLimits.pace)) this.send({ op: 'pace', ...pace })
    this.sentLimits = { opening, pace }
    return true
  }

  /** Sends a message. Nothing is lost while the process is down: each start sends all of its work. */
  send(order: Order, body?: Uint8Array): void {
    try {
      this.child?.send(order, body)
    } catch {
      // It has just ended; the next process gets all of its work.
    }
  }

  isRunning(): boolean {
    return this.child !== undefined
  }

  isStopped(): boolean {
    return this.stopping.signal.aborted
  }

  /** There is no work: its memory goes back to the system. */
  rest(): void {
    this.child?.kill()
    this.child = undefined
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.rest()
    await this.keeping
  }

  private isNeeded(): boolean {
    return !this.isStopped() && this.deps.isNeeded()
  }

  private async keep(): Promise<void> {
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
    this.keeping = undefined
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
        if (this.child === child) this.deps.onReport(header as Report, body)
      }
    } catch {
      // It ended inside a frame, or wrote something else: of no more use either way.
    }
  }
}
