import { Statement } from 'bun:sqlite'

const RUNS = ['all', 'get', 'run', 'values', 'iterate'] as const
type Methods = Record<string, (...args: unknown[]) => unknown>

/** How often statements of SQLite run during some work, in all databases of this process. */
export async function countStatementRuns(work: () => unknown): Promise<number> {
  const methods = Statement.prototype as unknown as Methods
  const before = RUNS.map((name) => [name, methods[name]!] as const)
  let runs = 0
  let depth = 0
  for (const [name, method] of before)
    methods[name] = function (this: unknown, ...args: unknown[]) {
      if (depth === 0) runs += 1
      depth += 1
      try {
        return method.apply(this, args)
      } finally {
        depth -= 1
      }
    }
  try {
    await work()
  } finally {
    for (const [name, method] of before) methods[name] = method
  }
  return runs
}
