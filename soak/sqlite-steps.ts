import { WatchedSqlite } from '../src/base/storage/watched-sqlite'

/** What SQLite does for a statement, counted by Debian's `sqlite3`: the runtime's own library does not say. */

interface Ran {
  sql: string
  values: unknown[]
}

/** Records the reading statements of every connection of the app, with what is bound, until it ends. */
export function recordStatements() {
  const { prototype } = WatchedSqlite
  const { prepare } = prototype
  let ran: Ran[] = []
  prototype.prepare = function (this: WatchedSqlite, ...args: Parameters<typeof prepare>) {
    const statement = prepare.apply(this, args) as unknown as Record<string, (...values: unknown[]) => unknown>
    const [sql] = args
    if (/^\s*(select|with)\b/i.test(sql))
      for (const method of ['all', 'get', 'values', 'iterate']) {
        const plain = statement[method]!.bind(statement)
        statement[method] = (...values) => {
          ran.push({ sql, values: values.flat() })
          return plain(...values)
        }
      }
    return statement as never
  }
  return {
    clear: () => {
      ran = []
    },
    statements: () => [...ran],
    end: () => {
      prototype.prepare = prepare
    },
  }
}

/** Steps of SQLite's virtual machine. Throws for a statement that `sqlite3` cannot run. */
export async function stepsOf(database: string, ran: readonly Ran[]): Promise<{ sql: string; steps: number }[]> {
  if (ran.length === 0) return []
  const script = ran.map(({ sql, values }) => `${withValues(sql, values)};`).join('\n')
  const input = `.bail on\n.output /dev/null\n.output\n.mode list\n.stats stmt\n${script}\n`
  const child = Bun.spawn(['sqlite3', '-readonly', database], {
    stdin: new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(errors)
  const counts = [...output.matchAll(/^Virtual Machine Steps:\s+(\d+)/gm)].map(([, steps]) => Number(steps))
  if (counts.length !== ran.length) throw new Error(`${ran.length} statements, ${counts.length} counts`)
  return ran.map(({ sql, values }, at) => ({ sql: withValues(sql, values), steps: counts[at]! }))
}

/** The statement with its values in place of `?`. */
function withValues(sql: string, values: readonly unknown[]): string {
  let at = 0
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'|"[^"]*"|\?/g, (found) => (found === '?' ? literal(values[at++]) : found))
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return `'${String(value).replaceAll("'", "''")}'`
}
