import type { Child, Clock, Processes } from '../platform/ports'
import { ArchiveError, type ArchiveFault } from './archive-fault'
import type { ListedEntry } from './pages'

export interface RarEntry extends ListedEntry {
  /** Place among all entries of the archive; what `read` asks for, since names may repeat. */
  index: number
}

export interface RarListing {
  entries: RarEntry[]
  /** Names this state of the file: a file that changed since is not read by old places. */
  stamp: string
}

/** What the parent may ask of the helper process. One request at a time. */
export type RarRequest = { id: number } & (
  | { op: 'list'; path: string }
  | { op: 'read'; path: string; stamp: string; index: number }
)

/** A listing, a fault, or neither: then the body of the frame is the entry. */
export type RarAnswer = { listing?: RarListing } & Partial<ArchiveFault>

type Ask = { op: 'list'; path: string } | { op: 'read'; path: string; stamp: string; index: number }

export interface RarReader {
  list(path: string): Promise<RarListing>
  /** The unpacked entry at `index` of the listing that bore `stamp`. */
  read(path: string, stamp: string, index: number): Promise<Uint8Array>
}

const ROLE = '--archive-helper'
const LIST_MS = 20_000
/** The last page of a solid archive needs all others unpacked. */
const READ_MS = 60_000
const IDLE_MS = 60_000

interface Running {
  child: Child
  frames: AsyncIterator<{ header: unknown; body: Uint8Array }>
  /** It has answered before, so a silent end is not this file's doing. */
  proven: boolean
}

/**
 * Reads RAR in a child process: the library is C++ in WASM, and a file that crashes it must not take the server along.
 * The child starts with the first request, serves one at a time, is replaced after a crash or a request that takes too
 * long, and ends after a minute without work. Requests throw ArchiveError.
 */
export class RarHelper implements RarReader {
  private running: Running | undefined
  private line: Promise<unknown> = Promise.resolve()
  private idle = new AbortController()
  private requests = 0
  private stopped = false

  constructor(private readonly deps: { processes: Pick<Processes, 'helper'>; clock: Pick<Clock, 'after'> }) {}

  async list(path: string): Promise<RarListing> {
    const { answer } = await this.inTurn({ op: 'list', path }, LIST_MS)
    if (!answer.listing) throw new ArchiveError('unreadable', 'The RAR reader did not list the file.')
    return answer.listing
  }

  async read(path: string, stamp: string, index: number): Promise<Uint8Array> {
    return (await this.inTurn({ op: 'read', path, stamp, index }, READ_MS)).body
  }

  /** For the end of the server: ends the child and the idle timer. Requests under way and later ones fail. */
  stop(): void {
    this.stopped = true
    this.idle.abort()
    this.rest()
  }

  private rest(): void {
    if (this.running) this.drop(this.running)
  }

  private inTurn(ask: Ask, limitMs: number) {
    this.idle.abort()
    const turn = this.line.then(() => this.ask(ask, limitMs))
    const settled = turn.then(
      () => undefined,
      () => undefined, // whoever asked gets the failure; the line goes on
    )
    this.line = settled
    return turn.finally(() => {
      if (this.line === settled && !this.stopped) this.restWhenIdle()
    })
  }

  private async ask(ask: Ask, limitMs: number): Promise<{ answer: RarAnswer; body: Uint8Array }> {
    if (this.stopped) throw new ArchiveError('unreadable', 'The RAR reader was stopped with Panelkeep.')
    const running = this.start()
    const { proven } = running
    const reply = await this.exchange(running, { ...ask, id: ++this.requests }, limitMs)
    if (reply === 'late') {
      this.drop(running)
      throw new ArchiveError('unreadable', `The RAR was not read within ${limitMs / 1000} seconds.`)
    }
    if (reply === 'ended') {
      this.drop(running)
      if (proven || this.stopped) return this.ask(ask, limitMs)
      throw new ArchiveError('unreadable', 'The RAR reader crashed on this file. The file is probably damaged.')
    }
    running.proven = true
    const { fault, detail } = reply.answer
    if (fault) throw new ArchiveError(fault, detail ?? '')
    return reply
  }

  private async exchange(running: Running, request: RarRequest, limitMs: number) {
    const answered = new AbortController()
    const late = this.deps.clock.after(limitMs, answered.signal).then(() => 'late' as const)
    try {
      running.child.send(request)
      return await Promise.race([nextAnswer(running, request.id), late])
    } catch {
      return 'ended' // the pipe broke or carries something other than frames: of no more use either way
    } finally {
      answered.abort()
    }
  }

  private start(): Running {
    if (this.running) return this.running
    const child = this.deps.processes.helper(ROLE)
    this.running = { child, frames: child.frames[Symbol.asyncIterator](), proven: false }
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
}

async function nextAnswer(running: Running, id: number) {
  const next = await running.frames.next()
  if (next.done) return 'ended' as const
  const answer = next.value.header as RarAnswer & { id: number }
  if (answer.id !== id) throw new Error('The RAR reader answered something else than it was asked.')
  return { answer, body: next.value.body }
}
