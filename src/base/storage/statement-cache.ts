import type { Database as Sqlite, Statement } from 'bun:sqlite'
import { collectGarbage } from '../platform/garbage'

/** Enough for repeated queries; lists of ids produce a new text for each length. */
export const MOST_CACHED = 256

/**
 * The connection as the query builder uses it: SQL is prepared only once. Only for statements that run to their end at
 * once, since the next run of a statement ends the previous one.
 */
export class StatementCache {
  /** In order of last use. */
  private readonly cached = new Map<string, Statement>()
  /** Statements that left the cache and may still be in use. */
  private readonly evicted = new Set<WeakRef<Statement>>()
  private evictions = 0

  constructor(private readonly connection: Pick<Sqlite, 'prepare' | 'run'>) {}

  prepare(text: string): Statement {
    const statement = this.cached.get(text) ?? this.connection.prepare(text)
    this.cached.delete(text)
    this.cached.set(text, statement)
    if (this.cached.size > MOST_CACHED) this.evict()
    return statement
  }

  exec(text: string): void {
    this.connection.run(text)
  }

  /**
   * An open statement keeps the file open, even after the connection is closed, and Windows then lets no backup replace
   * the file. Unreferenced statements are finalized by the garbage collection.
   */
  close(): void {
    for (const statement of this.cached.values()) statement.finalize()
    this.cached.clear()
    const held = [...this.evicted].flatMap((each) => each.deref() ?? [])
    for (const statement of held) statement.finalize()
    if (this.evictions > held.length) collectGarbage()
    this.evicted.clear()
    this.evictions = 0
  }

  /** The oldest is dropped without being finalized: `preparedQuery` may still hold it. */
  private evict(): void {
    const [text, statement] = this.cached.entries().next().value!
    this.cached.delete(text)
    this.evicted.add(new WeakRef(statement))
    this.evictions += 1
    if (this.evictions % MOST_CACHED === 0)
      for (const each of this.evicted) if (each.deref() === undefined) this.evicted.delete(each)
  }
}
