/** One line of the table. */
export interface Row {
  what: string
  budget: string
  measured: string
  /** The best result of the machine, measured in the same run. */
  limit?: string
  /** Whether the measured value exceeds the budget, where that is decided here. */
  isOver?: boolean
}

export type Bench = () => Promise<Row[]>

export function printTable(rows: Row[]): void {
  const all = [{ what: 'what', budget: 'budget', measured: 'measured', limit: 'limit' }, ...rows]
  const lines = all.map(({ what, budget, measured, limit = '', isOver }) => [
    what,
    isOver ? `${budget}, over` : budget,
    measured,
    limit,
  ])
  const widths = [0, 1, 2, 3].map((at) => Math.max(...lines.map((line) => line[at]!.length)))
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  )
  for (const line of lines)
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
}

/** A row for a failed measurement, with the reason instead of a number. */
export function unmeasuredRow(what: string, budget: string, error: unknown): Row {
  return { what, budget, measured: `not measured: ${error instanceof Error ? error.message : String(error)}` }
}
