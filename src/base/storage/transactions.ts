import type { Database as Sqlite } from 'bun:sqlite'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import type { AppEvent } from '../events/types'
import type { CommitHook, ReadHandle, Sync, Tx } from './database'
import { StatementCache } from './statement-cache'

type Orm = BunSQLiteDatabase<Record<string, never>>

interface Open {
  tx: Tx
  /** An inner write failed: the transaction is rolled back even if the error was caught. */
  failed?: { error: unknown }
}

const ASYNC = 'A write must not wait: await network and disk first, then write.'

/** Reads and transactions over one connection, whose statements are prepared once. */
export class Transactions {
  readonly read: ReadHandle
  private readonly statements: StatementCache
  private readonly orm: Orm
  private open: Open | undefined
  private readonly hooks: CommitHook[] = []
  /** Differs inside each transaction and after it. */
  turn = 0

  constructor(
    private readonly raw: Sqlite,
    private readonly publish: (event: AppEvent) => void,
  ) {
    this.statements = new StatementCache(raw)
    this.orm = drizzle(this.statements as unknown as Sqlite)
    this.read = this.orm
  }

  /** Runs `work` in one transaction and announces its events after the commit. A `write` inside joins the outer one. */
  write<T>(work: (tx: Tx) => Sync<T>): T {
    if (work.constructor.name === 'AsyncFunction') throw new Error(ASYNC)
    return this.open ? this.join(this.open, work) : this.begin(work)
  }

  /** Runs `hook` at the end of each write that emits an event; if it throws, the write is rolled back. */
  beforeCommit(hook: CommitHook): void {
    this.hooks.push(hook)
  }

  /** Finalizes the statements; the connection stays open. */
  close(): void {
    this.statements.close()
  }

  private join<T>(open: Open, work: (tx: Tx) => Sync<T>): T {
    try {
      return settled(work(open.tx))
    } catch (error) {
      open.failed ??= { error }
      throw error
    }
  }

  private begin<T>(work: (tx: Tx) => Sync<T>): T {
    const events = new Map<string, AppEvent>()
    const emit = (event: AppEvent) => events.set(JSON.stringify(event), event)
    // Revoked on return: a handle that outlives the transaction must not write.
    const { proxy, revoke } = Proxy.revocable(Object.assign(Object.create(this.orm), { emit }) as Tx, {})
    const open: Open = { tx: proxy }
    let result: T
    try {
      this.raw.run('BEGIN IMMEDIATE')
      this.open = open
      this.turn += 1
      result = settled(work(proxy))
      if (open.failed) throw open.failed.error
      if (events.size > 0) for (const hook of this.hooks) hook(proxy, [...events.values()])
      this.raw.run('COMMIT')
    } catch (error) {
      if (this.raw.inTransaction) this.raw.run('ROLLBACK')
      throw error
    } finally {
      this.open = undefined
      this.turn += 1
      revoke()
    }
    for (const event of events.values()) this.publish(event)
    return result
  }
}

function settled<T>(result: Sync<T>): T {
  if (result !== null && typeof result === 'object' && 'then' in result) {
    // Its rejection would otherwise surface as unhandled, after the real error.
    Promise.resolve(result as PromiseLike<unknown>).catch(() => undefined)
    throw new Error(ASYNC)
  }
  return result as T
}
