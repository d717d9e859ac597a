import { type SQLQueryBindings, Database as Sqlite } from 'bun:sqlite'

type Settings = ConstructorParameters<typeof Sqlite>[1]

/** A connection that reports every error on it, even those that the caller catches. */
export class WatchedSqlite extends Sqlite {
  constructor(
    path: string | Uint8Array,
    settings: Settings,
    private readonly failed: (error: unknown) => void,
  ) {
    super(path as string, settings) // the runtime's types do not mention that it accepts bytes
  }

  override run(...args: [sql: string, ...bindings: SQLQueryBindings[][]]) {
    return this.watch(() => super.run(...args))
  }

  override prepare(...args: Parameters<Sqlite['prepare']>): never {
    const statement = this.watch(() => super.prepare(...args))
    for (const method of ['all', 'get', 'run', 'values'] as const) {
      const plain = statement[method].bind(statement) as (...bindings: SQLQueryBindings[]) => never
      statement[method] = (...bindings: SQLQueryBindings[]) => this.watch(() => plain(...bindings))
    }
    const { failed } = this
    const rows = statement.iterate.bind(statement)
    statement.iterate = function* (...bindings) {
      try {
        yield* rows(...bindings)
      } catch (error) {
        failed(error)
        throw error
      }
    }
    return statement as never
  }

  private watch<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.failed(error)
      throw error
    }
  }
}
