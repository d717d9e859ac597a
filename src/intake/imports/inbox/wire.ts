import type { ReadHandle } from '../../../base/storage/database'
import { fileOf } from '../../../library/series/file-store'
import { findSeries } from '../../../library/series/store'
import { type SuggestForName, UNCLEAR_BELOW } from '../name-suggestions'
import { countShown, filedLately, groupsOfRows, type InboxPage, type InboxRow } from './store'

/** The field names of existing tools. */

const word = (value: number | null) => (value === null ? null : String(value))
const flagOf = (value: boolean) => (value ? 1 : 0)

export const fileNameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? path

/** The library's file of the issue; another import keeps both. */
function alreadyOf(
  db: ReadHandle,
  { suggested_issue_id }: Pick<InboxRow, 'suggested_issue_id'>,
): { path: string } | null {
  const file = suggested_issue_id === null ? undefined : fileOf(db, suggested_issue_id)
  return file ? { path: file.path } : null
}

/** The row, with the suggestion in place of a weak or missing match of its own. */
function suggestedRow(row: InboxRow, suggest: SuggestForName | undefined): ShownRow {
  const suggestion = isUnclear(row) ? suggest?.({ ...row, name: fileNameOf(row.path) }) : undefined
  if (!suggestion) return row
  const { comic_id, issue_id, series, number, confidence } = suggestion
  return {
    ...row,
    suggested_comic_id: comic_id,
    suggested_issue_id: issue_id,
    suggested_name: series,
    number: number ?? row.number,
    confidence,
    match_source: 'ai',
  }
}

/** The name does not identify the file for certain, and the user did not correct it. */
export const isUnclear = ({ status, edited, confidence, ...row }: InboxRow): boolean =>
  (status === 'Not Imported' || status === 'Failed') &&
  !edited &&
  // If the series has the issue, another series is unlikely, however weak the other evidence.
  (row.suggested_comic_id === null || (row.suggested_issue_id === null && (confidence ?? 0) < UNCLEAR_BELOW))

type ShownRow = Omit<InboxRow, 'match_source'> & { match_source: InboxRow['match_source'] | 'ai' }

function fileView(db: ReadHandle, row: ShownRow) {
  return {
    impID: row.imp_id,
    ComicFilename: fileNameOf(row.path),
    ComicLocation: row.path,
    IssueNumber: row.number === '' ? null : row.number,
    ComicYear: word(row.year),
    Status: row.status,
    IgnoreFile: flagOf(row.ignored),
    MatchConfidence: row.confidence,
    SuggestedComicID: row.suggested_comic_id,
    SuggestedComicName: row.suggested_name,
    SuggestedIssueID: row.suggested_issue_id,
    MatchSource: row.match_source,
    content_type: row.content_type,
    kind: row.kind,
    unit: row.unit,
    number_end: row.number_end === '' ? null : row.number_end,
    title: row.title,
    size: row.size,
    problem: row.problem,
    already: alreadyOf(db, row),
    first_seen_at: row.first_seen_at,
  }
}

function groupView(db: ReadHandle, rows: ShownRow[]) {
  const [first] = rows as [ShownRow, ...ShownRow[]]
  // The series with the highest confidence represents the group, since its files may have different ones.
  const best = rows.reduce((a, b) => ((b.confidence ?? -1) > (a.confidence ?? -1) ? b : a))
  const sure = rows.flatMap(({ confidence }) => confidence ?? [])
  return {
    DynamicName: first.match_key,
    ComicName: first.series_name,
    Volume: word(first.volume),
    ComicYear: word(best.year ?? first.year),
    FileCount: rows.length,
    Status: rows.find(({ status }) => status !== 'Not Imported')?.status ?? first.status,
    SRID: null,
    ComicID: rows.every(({ comic_id }) => comic_id === first.comic_id) ? first.comic_id : null,
    MatchConfidence: sure.length > 0 ? Math.round(sure.reduce((sum, each) => sum + each, 0) / sure.length) : null,
    SuggestedComicID: best.suggested_comic_id,
    SuggestedComicName: best.suggested_name,
    files: rows.map((row) => fileView(db, row)),
  }
}

/** A page of the waiting files in the import folder, by series and volume. */
export function inboxView(db: ReadHandle, page: InboxPage, suggest?: SuggestForName) {
  const groups = groupsOfRows(db, page).map((rows) =>
    groupView(
      db,
      rows.map((row) => suggestedRow(row, suggest)),
    ),
  )
  const { groups: total, files } = countShown(db, page.ignored)
  const { limit, offset } = page
  return {
    imports: groups,
    pagination: { total, limit, offset, has_more: offset + groups.length < total },
    summary: { group_count: total, file_count: files },
  }
}

const LATELY = 20

/** The latest imported files, newest first. */
export function filedView(db: ReadHandle) {
  const files = filedLately(db, LATELY).map(({ imp_id, path, comic_id, target, problem, imported_at }) => ({
    imp_id,
    name: fileNameOf(path),
    comic_id,
    comic_name: comic_id === null ? null : (findSeries(db, comic_id)?.name ?? null),
    target,
    problem,
    imported_at,
  }))
  return { files }
}
