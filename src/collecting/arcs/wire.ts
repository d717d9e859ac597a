import { issueLabel } from '../../library/reading/labels'
import type { StoredProgress } from '../../library/reading/progress-store'
import { pictureAddress } from '../../library/series/art'
import { imageOf } from '../../library/series/issue-wire'
import { statusWord } from '../../library/series/projection'
import type { ArcIssueItem, ArcSummary } from './schema'
import type { ArcIssueStatus } from './states'
import type { ArcIssue, ArcRow, arcCounts } from './store'

/** Arcs and their issues with the field names that existing tools read. */

type Counts = ReturnType<typeof arcCounts>[number]

export function arcSummary(arc: ArcRow, counts: Counts | undefined, image: string | null): ArcSummary {
  const { total = 0, have = 0, unmatched = 0, first = null, last = null } = counts ?? {}
  return {
    StoryArcID: arc.arc_id,
    StoryArc: arc.name,
    TotalIssues: total,
    Have: have,
    Total: total,
    percent: total === 0 ? 0 : Math.round((have / total) * 1000) / 10,
    SpanYears: first === null || first === last ? first : `${first} - ${last}`,
    // Older tools read a bare number as the id.
    CV_ArcID: /^\d+$/.test(arc.arc_id) ? arc.arc_id : null,
    // A story of several publishers has no publisher.
    Publisher: arc.publisher ?? (counts?.publishers === 1 ? counts.publisher : null),
    ArcImage: image ?? pictureAddress(arc.image_url),
    source: arc.source,
    ordered_by: arc.ordered_by,
    unmatched,
    updated_at: arc.updated_at,
  }
}

const IN_FLIGHT = new Set(['Reserved', 'Snatched', 'Failed'])

/** The status word of a row. Arcs do not have the states `Failed` and `Reserved`. */
export function arcIssueStatusOf({ row, issue, file }: ArcIssue): ArcIssueStatus {
  if (row.status === 'Read') return 'Read'
  if (!issue) return row.status ?? 'Added'
  if (file) return issue.fulfillment === 'archived' ? 'Archived' : 'Downloaded'
  // The file is gone.
  const fulfillment = issue.fulfillment === 'downloaded' ? 'missing' : issue.fulfillment
  if (fulfillment === 'missing' && issue.intent === 'policy') return 'Added'
  const word = statusWord(issue.intent, fulfillment)
  if (word === 'Failed') return 'Wanted'
  if (IN_FLIGHT.has(word)) return 'Snatched'
  return word === 'Ignored' ? 'Skipped' : (word as ArcIssueStatus)
}

interface Around {
  place: number
  progress: StoredProgress | undefined
  candidates: ArcIssueItem['candidates']
}

export function arcIssueItem(joined: ArcIssue, { place, progress, candidates }: Around): ArcIssueItem {
  const { row, issue, series, file } = joined
  const isMatched = series !== null && series.status !== 'unfollowed'
  return {
    IssueArcID: row.issue_arc_id,
    ReadingOrder: place,
    ComicID: isMatched ? series.comic_id : null,
    ComicName: series?.name ?? row.series,
    IssueNumber: issue?.number ?? row.number,
    // Other tools can use an issue that the library does not follow only when it has a file.
    IssueID: isMatched || file ? (issue?.issue_id ?? null) : null,
    Status: arcIssueStatusOf(joined),
    IssueDate:
      issue?.issue_date ?? issue?.release_date ?? row.issue_date ?? (row.year === null ? null : String(row.year)),
    IssueName: issue?.title ?? row.title,
    IssuePublisher: series?.publisher ?? null,
    Location: file?.path ?? null,
    label: issue ? issueLabel(issue) : `#${row.number}`,
    image: issue ? imageOf(issue, file) : null,
    readable: file !== undefined,
    state: progress ? (progress.completed ? 'read' : 'reading') : 'unread',
    percent: progress?.percent ?? 0,
    listed: { series: row.series, volume: row.volume, number: row.number, year: row.year, book_type: row.book_type },
    matched_by: isMatched ? row.matched_by : null,
    reason: isMatched ? null : row.reason,
    candidates,
  }
}
