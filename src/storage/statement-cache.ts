import type { Database as Sqlite, Statement } from 'bun:sqlite'

/** Enough for repeated queries; lists of ids make a new text for each length. */
export const MOST_CACHED = 256

/**
 * The connection as the query builder uses it: SQL that was prepared before is not prepared again. Only for statements
 * that are run to their end at once, since the next run of a statement ends the one before.
 */
export class StatementCache {
  /** In the order of their last use. */
  private readonly cached = new Map<string, Statement>()

  constructor(private readonly connection: Pick<Sqlite, 'prepare' | 'run'>) {}

  prepare(text: string): Statement {
    const statement = this.cached.get(text) ?? this.connection.prepare(text)
    this.cached.delete(text)
    this.cached.set(text, statement)
    // Not finalized: `preparedQuery` may still hold it.
    if (this.cached.size > MOST_CACHED) this.cached.delete(this.cached.keys().next().value!)
    return statement
  }

  exec(text: string): void {
    this.connection.run(text)
  }

  /** An open statement keeps the file open, also after the connection was closed. */
  close(): void {
    for (const statement of this.cached.values()) statement.finalize()
    this.cached.clear()
  }
}
