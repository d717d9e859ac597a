import type { Database as Sqlite, Statement } from 'bun:sqlite'

/** Enough for what is asked again and again; lists of ids of every length make ever new texts. */
export const MOST_KEPT = 256

/**
 * A connection as the query builder uses it: a text that was asked before is not prepared again. Only for statements
 * that are run to their end at once, since the next run of a statement ends the one before.
 */
export class KeptStatements {
  /** In the order of their last use. */
  private readonly kept = new Map<string, Statement>()

  constructor(private readonly connection: Pick<Sqlite, 'prepare' | 'run'>) {}

  prepare(text: string): Statement {
    const statement = this.kept.get(text) ?? this.connection.prepare(text)
    this.kept.delete(text)
    this.kept.set(text, statement)
    // Not ended: who asked for it may keep it as well.
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value!)
    return statement
  }

  exec(text: string): void {
    this.connection.run(text)
  }

  /** An open statement keeps the file open, also after the connection was closed. */
  end(): void {
    for (const statement of this.kept.values()) statement.finalize()
    this.kept.clear()
  }
}
