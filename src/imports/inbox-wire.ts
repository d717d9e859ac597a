import type { Reader } from '../storage/database'
import { countShown, groupsOfRows, type InboxRow, type Shown } from './inbox-store'

/** The names that existing tools read. */

const word = (value: number | null) => (value === null ? null : String(value))
const flagOf = (value: boolean) => (value ? 1 : 0)

function fileView(row: InboxRow) {
  return {
    impID: row.imp_id,
    ComicFilename: row.path.split(/[\\/]/).at(-1) ?? row.path,
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
    first_seen_at: row.first_seen_at,
  }
}

function groupView(rows: InboxRow[]) {
  const [first] = rows as [InboxRow, ...InboxRow[]]
  // The series that most certainly fits stands for the group; its files may be split between two.
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
    files: rows.map(fileView),
  }
}

/** A page of the files that wait in the import folder, by series and volume. */
export function inboxView(db: Reader, page: Shown) {
  const groups = groupsOfRows(db, page).map(groupView)
  const { groups: total, files } = countShown(db, page.ignored)
  const { limit, offset } = page
  return {
    imports: groups,
    pagination: { total, limit, offset, has_more: offset + groups.length < total },
    summary: { group_count: total, file_count: files },
  }
}
