import { basename, extname } from 'node:path'
import { sortKey } from '../../../base/names/numbers'
import type { ReadHandle } from '../../../base/storage/database'
import { fileParts, type IssueNameFields, type NamingSettings } from '../../../library/filing/naming'
import { issueForFile, numbersOf, unitFor } from '../../../library/recognition/service'
import { findIssue, type SeriesRow } from '../../../library/series/store'
import type { InboxRow } from './store'

/** Path of an imported file below its series folder, named after its issues. */
export function libraryPathParts(db: ReadHandle, row: InboxRow, series: SeriesRow, naming: NamingSettings): string[] {
  return fileParts(series, issuesOfRow(db, row, series), naming, {
    extension: extname(basename(row.path)).toLowerCase(),
  })
}

/** The file's issues; those of the library have more fields than the file. */
function issuesOfRow(db: ReadHandle, row: InboxRow, { comic_id, content_type }: SeriesRow): IssueNameFields[] {
  const chosen = row.issue_id === null ? undefined : findIssue(db, row.issue_id)
  if (chosen) return [chosen]
  const { kind, title, release_date, year } = row
  const unit = unitFor(content_type, row.unit)
  return numbersOf(row).map((number) => {
    const known = issueForFile(db, comic_id, { kind, unit, number })
    const there = known === undefined ? undefined : findIssue(db, known)
    const issue_date = release_date === null && year !== null ? String(year) : null
    const fields = { kind, unit, number, sort_key: sortKey(number), title, release_date, issue_date }
    return there ?? { ...fields, volume_number: null }
  })
}
