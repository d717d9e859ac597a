/** Pairs that were moved by one page: where double-page pictures are differs from issue to issue, so each has its own. */

const KEY = 'panelkeep.reader.pairs'
/** Issues that are remembered, the last ones. */
const MOST_ISSUES = 100

type Saved = [issueId: string, pages: number[]][]

export function movedPairs(storage: Pick<Storage, 'getItem'>, issueId: string): number[] {
  return saved(storage).find(([id]) => id === issueId)?.[1] ?? []
}

export function saveMovedPairs(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  issueId: string,
  pages: readonly number[],
): void {
  const others = saved(storage).filter(([id]) => id !== issueId)
  const own: Saved = pages.length > 0 ? [[issueId, [...pages]]] : []
  try {
    storage.setItem(KEY, JSON.stringify([...others, ...own].slice(-MOST_ISSUES)))
  } catch {
    // A private window keeps nothing; the pairs stay moved as long as the page is open.
  }
}

function saved(storage: Pick<Storage, 'getItem'>): Saved {
  try {
    const rows: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(rows) ? rows.filter(isRow) : []
  } catch {
    return []
  }
}

const isRow = (row: unknown): row is Saved[number] =>
  Array.isArray(row) && typeof row[0] === 'string' && Array.isArray(row[1]) && row[1].every(Number.isInteger)
