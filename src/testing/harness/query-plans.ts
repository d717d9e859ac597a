import type { Database as Sqlite } from 'bun:sqlite'
import type { Database } from '../../base/storage/database'
import type { StatementCache } from '../../base/storage/statement-cache'

/**
 * Makes a function that runs some work and reads the query plans of all statements prepared since its last call: a
 * reader that is built once may be prepared before the work.
 */
export function makePlanReader(db: Database): (work: () => unknown) => string[] {
  const { raw, transactions } = db as unknown as { raw: Sqlite; transactions: { statements: StatementCache } }
  const { statements } = transactions
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
