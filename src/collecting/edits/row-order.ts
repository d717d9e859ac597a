/** The place that a row moves to, and the one that it leaves; both undefined without a move. */
export interface Move {
  from?: string
  to?: string
}

/**
 * The order in which rows can move one by one: pure. A row follows the one whose place it takes, so that the place is
 * free; in a circle of places one row has to come first. The reversed order moves them back.
 */
export function orderOfMoves<T extends Move>(rows: readonly T[]): T[] {
  const holders = new Map(rows.flatMap((row) => (row.from === undefined ? [] : [[row.from, row] as const])))
  const placed = new Set<T>()
  const sorted: T[] = []
  for (const row of rows) {
    const chain: T[] = []
    for (let next: T | undefined = row; next && !placed.has(next); next = holders.get(next.to ?? '')) {
      placed.add(next)
      chain.push(next)
    }
    sorted.push(...chain.reverse())
  }
  return sorted
}
