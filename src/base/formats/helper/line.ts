import type { Child, Clock, Processes } from '../../platform/ports'
import { SerialQueue } from '../../platform/serial-queue'
import { ArchiveError } from '../archives/archive-error'
import type { DrawCall, HelperCall, UnpackAnswer } from './unpacker'

const ROLE = '--archive-helper'
const IDLE_MS = 60_000
/** A WASM module never returns memory. Above this size, the next archive gets a new process. */
const MOST_MEMORY = 384 * 1024 ** 2
/** One file may crash its reader; this many in a row are no coincidence. */
const FAILURES = 3

interface Running {
  child: Child
  frames: AsyncIterator<{ header: unknown; body: Uint8Array }>
  /** The process has answered before, so a silent end is not this file's fault. */
  proven: boolean
  /** The file of the last request. */
  subject?: string
  memory: number
}

/** The subject of a request: a process that grew large with one subject is not kept for another. */
interface About {
  subject: string
  body?: Uint8Array
}

interface Answered {
  answer: UnpackAnswer
  body: Uint8Array
}

const aboutFile = (ask: HelperCall | DrawCall): About => ({ subject: ask.op === 'draw' ? '' : ask.path })

/**
 * One child process and the requests that wait for it. The child starts with the first request and serves one request
 * at a time. It is replaced after a crash, after a request that takes too long, or when it has grown too large, and
 * ends after a minute without work. `name` is the kind of file in sentences.
 */
export class HelperLine {
  private running: Running | undefined
  private readonly queue = new SerialQueue()
  private idle = new AbortController()
  private requests = 0
  /** Consecutive children that ended before their first answer. */
  private stillborn = 0
  private stopped = false

  constructor(
    private readonly name: string,
    private readonly deps: { processes: Pick<Processes, 'helper'>; clock: Pick<Clock, 'after'> },
  ) {}

  /** The answer, in the order of the requests. Throws ArchiveError. */
  ask(ask: HelperCall | DrawCall, limitMs: number, about = aboutFile(ask)): Promise<Answered> {
    this.idle.abort()
    return this.queue
      .run(() => this.answer(ask, limitMs, about))
      .finally(() => {
        if (this.queue.isIdle && !this.stopped) this.restWhenIdle()
      })
  }

  /** The last children all ended without an answer. */
  get isFailing(): boolean {
    return this.stillborn >= FAILURES
  }

  stop(): void {
    this.stopped = true
    this.idle.abort()
    this.rest()
  }

  private rest(): void {
    if (this.running) this.drop(this.running)
  }

  private async answer(ask: HelperCall | DrawCall, limitMs: number, about: About): Promise<Answered> {
    if (this.stopped) throw new ArchiveError('unreadable', `The ${this.name} reader was stopped with Panelkeep.`)
    const running = this.start(about.subject)
    const { proven } = running
    const request = { ...ask, id: ++this.requests }
    const reply = await this.exchange(running, { request, body: about.body }, limitMs)
    if (reply === 'late') {
      this.drop(running)
      throw new ArchiveError('unreadable', `The ${this.name} was not read within ${limitMs / 1000} seconds.`)
    }
    if (reply === 'ended') {
      this.drop(running)
      if (proven || this.stopped) return this.answer(ask, limitMs, about)
      this.stillborn++
      const crashed = `The ${this.name} reader crashed on this file. The file is probably damaged.`
      throw new ArchiveError('damaged', crashed)
    }
    running.proven = true
    this.stillborn = 0
    running.memory = reply.answer.memory ?? 0
    const { fault, detail } = reply.answer
    if (fault) throw new ArchiveError(fault, detail ?? '')
    return reply
  }

  private async exchange(running: Running, sent: { request: { id: number }; body?: Uint8Array }, limitMs: number) {
    const answered = new AbortController()
    const late = this.deps.clock.after(limitMs, answered.signal).then(() => 'late' as const)
    try {
      running.child.send(sent.request, sent.body)
      return await Promise.race([this.nextAnswer(running, sent.request.id), late])
    } catch {
      return 'ended' // the pipe broke or carries something other than frames, so it is of no further use
    } finally {
      answered.abort()
    }
  }

  private start(subject: string): Running {
    if (this.running && this.running.memory > MOST_MEMORY && this.running.subject !== subject) this.drop(this.running)
    if (!this.running) {
      const child = this.deps.processes.helper(ROLE)
      this.running = { child, frames: child.frames[Symbol.asyncIterator](), proven: false, memory: 0 }
    }
    this.running.subject = subject
    return this.running
  }

  private drop(running: Running): void {
    running.child.kill()
    if (this.running === running) this.running = undefined
  }

  private restWhenIdle(): void {
    const idle = new AbortController()
    this.idle = idle
    void this.deps.clock.after(IDLE_MS, idle.signal).then(() => {
      if (!idle.signal.aborted) this.rest()
    })
  }

  private async nextAnswer(running: Running, id: number) {
    const next = await running.frames.next()
    if (next.done) return 'ended' as const
    const answer = next.value.header as UnpackAnswer & { id: number }
    if (answer.id !== id) throw new Error(`The ${this.name} reader sent an unexpected reply.`)
    return { answer, body: next.value.body }
  }
}
