import { asCaller, callerId, OWNER, outsideRequests } from '../platform/caller'
import type { Clock, Log, Random } from '../platform/ports'
import { Refusal } from '../refusal'
import type { Database, Tx } from '../storage/database'
import { isLocked, LentDatabase, LIBRARY_LOCKED, passingSentence, writeErrorSentence } from '../storage/write-errors'
import * as store from './store'

export type Operation = store.OperationRow

export interface Tools {
  signal: AbortSignal
  /** Reports progress from 0 to 1, and details. */
  report(progress: number, detail?: unknown): void
  /**
   * Runs a write that must not be lost: on a full disk it waits for free space. Undefined when the process stops first.
   */
  persist<T>(work: (tx: Tx) => T): Promise<T | undefined>
  operation_id: string
}

export interface Handler {
  run(payload: unknown, tools: Tools): Promise<unknown>
  /** Called when the operation failed or was cancelled, so that the feature can update its own row. */
  ended?(payload: unknown, state: 'failed' | 'cancelled', error: string): void
  /** Set when an interrupted run must not be restarted automatically: the sentence for the user. */
  failWhenInterrupted?: string
}

export interface NewOperation {
  kind: string
  subject: string
  payload: unknown
}

/** Wait between two attempts to write to a full disk. */
const ROOM_MS = 5000

/**
 * Runs work that takes longer than a request, one row each. Every operation starts as soon as it is queued; the partial
 * unique index prevents two of a kind for one subject.
 */
export class Operations {
  private readonly handlers = new Map<string, Handler>()
  private readonly running = new Map<string, { abort: AbortController; done: Promise<void> }>()
  private readonly stopping = new AbortController()

  constructor(private readonly deps: { db: Database; clock: Clock; random: Random; log: Log }) {}

  handle(kind: string, handler: Handler): void {
    this.handlers.set(kind, handler)
  }

  /** Throws Refusal 'conflict' when an operation of that kind is active for the subject. */
  enqueue(wanted: NewOperation): Operation {
    const { db, clock, random } = this.deps
    const operation = db.write((tx) => {
      const row = store.insertOperation(tx, {
        ...wanted,
        requestedBy: callerId(),
        operation_id: random.id(),
        at: clock.now(),
      })
      if (!row) throw new Refusal('conflict', 'This is already running. Wait for it to finish.')
      return row
    })
    this.launch(operation.operation_id)
    return operation
  }

  find(operationId: string): Operation | undefined {
    return store.findOperation(this.deps.db.read, operationId)
  }

  active(kind: string, subject?: string): Operation[] {
    return store.activeOperations(this.deps.db.read, kind, subject)
  }

  /** The operations of a subject, newest first. */
  recent(subject: string, limit: number): Operation[] {
    return store.recentOperations(this.deps.db.read, subject, limit)
  }

  latest(kind: string): Operation | undefined {
    return store.latestOperation(this.deps.db.read, kind)
  }

  /**
   * False when the operation had already ended. The row is cancelled before the work is aborted: a late success changes
   * nothing.
   */
  cancel(operationId: string): boolean {
    const { db, clock } = this.deps
    const row = db.write((tx) => store.cancelOperation(tx, operationId, clock.now()))
    if (!row) return false
    this.running.get(operationId)?.abort.abort()
    this.handlers.get(row.kind)?.ended?.(row.payload, 'cancelled', 'Cancelled.')
    return true
  }

  /** Resumes the work of the last process: call once, after every handler is registered. */
  recover(): void {
    const { db, clock, log } = this.deps
    for (const row of store.activeOperations(db.read)) {
      const refusal = row.state === 'running' ? this.handlers.get(row.kind)?.failWhenInterrupted : undefined
      if (refusal) {
        db.write((tx) =>
          store.finishOperation(tx, row.operation_id, { state: 'failed', error: refusal, at: clock.now() }),
        )
        this.handlers.get(row.kind)?.ended?.(row.payload, 'failed', refusal)
        continue
      }
      if (row.state === 'running') db.write((tx) => store.interruptOperation(tx, row.operation_id))
      log.info('work', 'task resumed', { operation_id: row.operation_id, kind: row.kind })
      this.launch(row.operation_id)
    }
  }

  /** Resolves when the operation has ended, or when this process stops running it. */
  async finished(operationId: string): Promise<void> {
    await this.running.get(operationId)?.done
  }

  /** Resolves when no operation is queued or running in this process. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ done }) => done))
  }

  /** Aborts all work and waits for it. The rows stay `running`, so the next start resumes them. */
  async stop(): Promise<void> {
    this.stopping.abort()
    for (const { abort } of this.running.values()) abort.abort()
    await Promise.all([...this.running.values()].map(({ done }) => done))
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted
  }

  private launch(operationId: string): void {
    if (this.stopped) return
    const abort = new AbortController()
    // Starts in a later turn of the event loop, after the response to the request.
    const done = outsideRequests(() =>
      Promise.resolve()
        .then(() => this.run(operationId, abort.signal))
        .catch((error: unknown) => this.lose(operationId, error))
        .finally(() => this.running.delete(operationId)),
    )
    this.running.set(operationId, { abort, done })
  }

  /** The result could not be written; the next start runs the operation again. */
  private lose(operationId: string, error: unknown): void {
    this.deps.log.error('work', 'task lost', { operation_id: operationId, error })
  }

  private async run(operationId: string, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.deps
    const row = await this.persist((tx) => store.startOperation(tx, operationId, clock.now()))
    if (!row || signal.aborted) return // cancelled while it was queued, or the process stops
    const handler = this.handlers.get(row.kind)
    try {
      if (!handler) throw new Error(`nothing handles operations of kind ${row.kind}`)
      const detail = await this.unlocked(handler, row, signal)
      if (this.stopped && signal.aborted) return
      await this.persist((tx) =>
        store.finishOperation(tx, operationId, { state: 'succeeded', detail, at: clock.now() }),
      )
    } catch (error) {
      if (signal.aborted) return // cancelled, or the process stops: the row says which
      const sentence = sentenceOf(error)
      if (!(error instanceof Refusal)) log.error('work', 'task failed', { operation_id: operationId, error })
      await this.persist((tx) => {
        store.finishOperation(tx, operationId, { state: 'failed', error: sentence, at: clock.now() })
        handler?.ended?.(row.payload, 'failed', sentence)
      })
    }
  }

  /** Work that finds the database locked is rerun as after a crash, until the lock is gone. */
  private async unlocked(handler: Handler, row: store.OperationRow, signal: AbortSignal): Promise<unknown> {
    const { db, clock, log } = this.deps
    for (;;) {
      try {
        // It writes own rows, such as marks, of the user who asked for it, and works on the whole library.
        const caller = { ...OWNER, user_id: row.requested_by ?? OWNER.user_id }
        return await asCaller(caller, () => handler.run(row.payload, this.tools(row.operation_id, signal)))
      } catch (error) {
        if (!isLocked(error) || signal.aborted || handler.failWhenInterrupted) throw error
        if (error instanceof LentDatabase) {
          await db.returned()
          continue
        }
        log.warn('work', 'task waiting', { operation_id: row.operation_id, why: LIBRARY_LOCKED })
        await clock.after(ROOM_MS, signal)
        if (signal.aborted) throw error
      }
    }
  }

  private tools(operation_id: string, signal: AbortSignal): Tools {
    const { db } = this.deps
    const report: Tools['report'] = (progress, detail) => {
      try {
        db.write((tx) => store.reportProgress(tx, operation_id, progress, detail))
      } catch (error) {
        if (writeErrorSentence(error) === undefined) throw error // a lost progress report does no harm
      }
    }
    return { signal, report, persist: (work) => this.persist(work), operation_id }
  }

  private async persist<T>(work: (tx: Tx) => T): Promise<T | undefined> {
    const { db, clock, log } = this.deps
    while (!this.stopped) {
      try {
        // `write` checks this at run time: it refuses asynchronous work.
        return db.write(work as (tx: Tx) => never)
      } catch (error) {
        if (error instanceof LentDatabase) {
          await db.returned()
          continue
        }
        const why = writeErrorSentence(error)
        if (why === undefined) throw error
        log.warn('work', 'write waiting', { why })
        await clock.after(ROOM_MS, this.stopping.signal)
      }
    }
    return undefined
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return error.detail
  return passingSentence(error) ?? 'Stopped by an internal error. See the log.'
}
