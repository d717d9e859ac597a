import type { FileFacts, Instant, Random } from '../../platform/ports'
import { contentOf, issueFor, type Look, numbersOf, unitFor } from '../../recognition/service'
import { recount } from '../../series/counts-store'
import { linkFile, saveFile } from '../../series/file-store'
import { findIssue, findSeries, insertIssue, type SeriesRow } from '../../series/store'
import type { Tx } from '../../storage/database'
import type { InboxRow } from './store'

export interface Settled {
  row: InboxRow
  path: string
  facts: FileFacts
  look: Pick<Look, 'format' | 'pages' | 'coverPage'>
  /** What tells its content from others', so that it is found again after a move. */
  fingerprint: string
  at: Instant
}

/**
 * Writes down the file at its place in the library and links it to its issues; a number that is new to the series
 * becomes an issue. False when the series, or the issue that was chosen, is gone.
 */
export function settle(
  tx: Tx,
  { row, path, facts, look, fingerprint, at }: Settled,
  random: Pick<Random, 'id'>,
): boolean {
  const series = row.comic_id === null ? undefined : findSeries(tx, row.comic_id)
  const issues = series && issuesFor(tx, row, series, at, random)
  if (!series || !issues) return false
  const file_id = saveFile(tx, {
    file_id: random.id(),
    path,
    size: facts.size,
    modified_ms: facts.modifiedMs,
    ...contentOf(look),
    content_hash: fingerprint,
    added_at: at,
  })
  for (const issue_id of issues) {
    linkFile(tx, issue_id, file_id)
    tx.emit({ type: 'issue.changed', issue_id, comic_id: series.comic_id })
  }
  recount(tx, series.comic_id)
  return true
}

function issuesFor(tx: Tx, row: InboxRow, series: SeriesRow, at: Instant, random: Pick<Random, 'id'>) {
  const { comic_id } = series
  if (row.issue_id !== null) return findIssue(tx, row.issue_id)?.comic_id === comic_id ? [row.issue_id] : undefined
  const unit = unitFor(series.content_type, row.unit)
  return numbersOf(row).map((number) => {
    const there = issueFor(tx, comic_id, { kind: row.kind, unit, number })
    if (there !== undefined) return there
    const issue_id = random.id()
    const { kind, title, release_date, year, writer, summary } = row
    const issue_date = release_date ?? (year === null ? null : String(year))
    const said = { kind, title, release_date, issue_date, writer, summary }
    insertIssue(tx, { ...said, issue_id, comic_id, unit, number, added_at: at })
    return issue_id
  })
}
