import type { Database as Sqlite } from 'bun:sqlite'
import type { Database } from '../storage/database'
import type { KeptStatements } from '../storage/kept-statements'

/**
 * Reads the query plans of the statements that some work runs, kept ones too, and of those since the last reading: what
 * is built once is prepared before.
 */
export function planReader(db: Database): (work: () => unknown) => string[] {
  const { raw, statements } = db as unknown as { raw: Sqlite; statements: KeptStatements }
  const texts = new Set<string>()
  const explain = raw.prepare.bind(raw)
  for (const each of [raw, statements]) {
    const prepare = each.prepare.bind(each)
    each.prepare = ((text: string) => {
      texts.add(text)
      return prepare(text)
    }) as typeof each.prepare
  }
  return (work) => {
    work()
    const plans = [...texts].flatMap((text) => {
      // Finalized at once: an explained change would otherwise stay in progress and keep the next transaction open.
      const statement = explain<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
      const steps = statement.all().map((step) => step.detail)
      statement.finalize()
      return steps
    })
    texts.clear()
    return plans
  }
}
