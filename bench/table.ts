/** One line of the table. */
export interface Row {
  what: string
  budget: string
  measured: string
}

export type Bench = () => Promise<Row[]>

export function printTable(rows: Row[]): void {
  const all = [{ what: 'what', budget: 'budget', measured: 'measured' }, ...rows]
  const width = (key: keyof Row) => Math.max(...all.map((row) => row[key].length))
  const [what, budget] = [width('what'), width('budget')]
  for (const [index, row] of all.entries()) {
    console.log(`${row.what.padEnd(what)}  ${row.budget.padEnd(budget)}  ${row.measured}`)
    if (index === 0) console.log(`${'-'.repeat(what)}  ${'-'.repeat(budget)}  ${'-'.repeat(width('measured'))}`)
  }
}

/** A row for a failed measurement, with the reason instead of a number. */
export function unmeasuredRow(what: string, budget: string, error: unknown): Row {
  return { what, budget, measured: `not measured: ${error instanceof Error ? error.message : String(error)}` }
}
