/** Pairs that were moved by one page, kept for each issue: double-page pictures are at different places in each. */

const KEY = 'panelkeep.reader.pairs'
/** The number of recent issues to remember. */
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
    // A private window has no storage; the pairs stay moved as long as the page is open.
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
