import type { AppEvent } from '../../base/events/types'
import { ForeignFault } from '../../base/platform/foreign-database'
import type { Thread } from '../../base/platform/threads'
import { Refusal } from '../../base/refusal'
import type { SourceReading } from './preview'
import type { SourceKind } from './states'
import type { MigrationRunRow } from './store'
import type { OpenMessage, ThreadAnswer, ThreadFault, ThreadMessage } from './table-messages'

interface Opening {
  /** The library. */
  database: string
  /** Folder of the private copy. */
  folder: string
  run: MigrationRunRow
  roots: readonly string[]
  ownerName: string
}

/** The thread that moves tables, as the event loop sees it. */
export class TableThread {
  private readonly stop = new SharedArrayBuffer(4)

  private constructor(private readonly thread: Thread) {}

  /** What a preview shows. Throws Refusal 'invalid' for a copy that cannot be used. */
  static async inspect(thread: Thread, kind: SourceKind, folder: string): Promise<SourceReading> {
    try {
      const answer = (await thread.request({ inspect: { kind, folder } })) as ThreadAnswer
      if ('fault' in answer) throw errorOf(answer.fault)
      return (answer as { reading: SourceReading }).reading
    } finally {
      thread.end()
    }
  }

  /** Throws Refusal 'invalid' for a copy that cannot be used. */
  static async open(thread: Thread, opening: Opening): Promise<TableThread> {
    const opened = new TableThread(thread)
    const message: OpenMessage = { open: { ...opening, kind: opening.run.source, stop: opened.stop } }
    try {
      await opened.request(message)
      return opened
    } catch (error) {
      thread.end()
      throw error
    }
  }

  /**
   * Moves a table in one transaction and resolves with its events. Rejects as the step does; when `signal` aborts the
   * transaction is rolled back.
   */
  async move(table: { name: string; at: string }, signal: AbortSignal): Promise<AppEvent[]> {
    const stop = () => void Atomics.store(new Int32Array(this.stop), 0, 1)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    try {
      return await this.request({ table })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async end(): Promise<void> {
    await this.request({ close: true }).catch(() => undefined) // of a thread that failed nothing is left
    this.thread.end()
  }

  private async request(message: ThreadMessage): Promise<AppEvent[]> {
    const answer = (await this.thread.request(message)) as ThreadAnswer
    if ('fault' in answer) throw errorOf(answer.fault)
    return 'events' in answer ? answer.events : []
  }
}

function errorOf({ kind, message, code, stack, refusal }: ThreadFault): Error {
  if (refusal) return new Refusal(refusal.kind, message, refusal.extra)
  if (kind === 'foreign') return new ForeignFault(message)
  return Object.assign(new Error(message), { ...(code !== undefined && { code }), ...(stack && { stack }) })
}
