import { normalNumber, sortKey } from '../../base/names/numbers'
import type { ProviderName } from '../../base/providers/descriptors'
import type { Tx } from '../../base/storage/database'
import { numberAfter, numberTaken, saveUserNumber } from '../../library/metadata/edit/apply-edit'
import { issueSourcesOf } from '../../library/metadata/store'
import { applicableRenumbering } from '../../library/metadata/sync/renumber'
import { numberHolder, renumberIssues } from '../../library/series/describe-store'
import { findIssue, issuesOf } from '../../library/series/store'
import { type EditedRow, setRow, waitingRow } from './store'

const ownNumber = (row: EditedRow) =>
  ((row.state === 'undoing' ? row.before : row.changes)?.number ?? null) as string | null

/** The row and those whose numbers must change with it, because each takes the number of the next. */
export function rowsOfSwap(tx: Tx, row: EditedRow, order: readonly ProviderName[]): EditedRow[] {
  const rows: EditedRow[] = []
  let next: EditedRow | undefined = row.changes.number === undefined ? undefined : row
  while (next && !rows.some(({ position }) => position === next?.position)) {
    rows.push(next)
    const issue = findIssue(tx, next.issue_id ?? '')
    if (!issue) break
    const number = numberAfter(issue, issueSourcesOf(tx, issue.issue_id), ownNumber(next), order)
    const holder = numberHolder(tx, { ...issue, number }, issue.issue_id)
    next = holder === undefined ? undefined : waitingRow(tx, row, holder)
  }
  return rows
}

/**
 * Gives issues of one series their new numbers, as far as these are free or become free. Returns the rows whose number
 * another issue keeps.
 */
export function renumberTogether(
  tx: Tx,
  rows: readonly EditedRow[],
  { at, order }: { at: string; order: readonly ProviderName[] },
): { row: EditedRow; sentence: string }[] {
  const [first] = rows
  if (!first) return []
  const wanted = new Map<string, string>()
  const issues = new Map(issuesOf(tx, first.comic_id).map((issue) => [issue.issue_id, issue]))
  for (const row of rows) {
    const issue = issues.get(row.issue_id ?? '')
    if (issue) wanted.set(issue.issue_id, numberAfter(issue, issueSourcesOf(tx, issue.issue_id), ownNumber(row), order))
  }
  const moves = applicableRenumbering([...issues.values()], wanted)
  const moved = new Set(moves.map(({ issue_id }) => issue_id))
  const left: { row: EditedRow; sentence: string }[] = []
  for (const row of rows) {
    const issue = issues.get(row.issue_id ?? '')
    const number = wanted.get(row.issue_id ?? '')
    if (!issue || number === undefined) continue
    const isOther = sortKey(normalNumber(number)) !== issue.sort_key
    if (isOther && !moved.has(issue.issue_id)) {
      left.push({ row, sentence: numberTaken(number).detail })
      continue
    }
    saveUserNumber(tx, issue, ownNumber(row), at)
    setRow(tx, row, { before: row.before })
  }
  renumberIssues(tx, moves, at)
  return left
}
