import type { Database } from '../../base/storage/database'
import type { StatementCache } from '../../base/storage/statement-cache'

const RUNS: readonly PropertyKey[] = ['all', 'get', 'run', 'values', 'iterate']

/**
 * Makes a function that says how often statements of the database run during some work. Called before the database is
 * used: what was prepared earlier is not counted.
 */
export function makeRunCounter(db: Database): (work: () => unknown) => Promise<number> {
  const { statements } = (db as unknown as { transactions: { statements: StatementCache } }).transactions
  let runs = 0
  const prepare = statements.prepare.bind(statements)
  statements.prepare = ((text: string) =>
    new Proxy(prepare(text) as object, {
      get(statement, name) {
        const value = Reflect.get(statement, name, statement)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (RUNS.includes(name)) runs += 1
          return value.apply(statement, args)
        }
      },
    })) as typeof statements.prepare
  return async (work) => {
    const before = runs
    await work()
    return runs - before
  }
}
