import { normalNumber } from '../../base/names/numbers'
import type { Clock } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { relinkProgress } from '../../library/reading/progress-row-store'
import { recount } from '../../library/series/counts-store'
import { describeIssue } from '../../library/series/describe-store'
import { fileOf, moveFilesToIssue } from '../../library/series/file-store'
import {
  changeSeries,
  deleteIssue,
  deleteSeries,
  findIssue,
  findSeries,
  type IssueRow,
  insertIssue,
  insertSeries,
  issuesOf,
  passGrab,
  setIntent,
} from '../../library/series/store'
import { areOtherIds } from './lists'
import * as store from './store'
import * as unfollowed from './unfollowed-store'

/** Called in the transaction that replaces issues by others. */
export type OnIssuesReplaced = (tx: Tx, replaced: readonly (readonly [from: IssueRow, to: IssueRow])[]) => void

interface Deps {
  clock: Clock
  replaced: OnIssuesReplaced
}

/** Ordinals of runs are small, years are not. */
const FIRST_YEAR = 1000

/**
 * Gives rows of story arcs whose series is not followed an issue of their own, in a series that is listed nowhere
 * else, so that they are searched for, filed and read like any other. When the series joins the library, its issue
 * replaces the row's own.
 */
export class UnfollowedIssues {
  constructor(private readonly deps: Deps) {}

  /**
   * The issue of a row that has none in the library, created when needed. Undefined when the library may have the
   * issue: then the user must choose first.
   */
  make(tx: Tx, row: store.ArcIssueRow): string | undefined {
    if (mayBeInLibrary(row)) return undefined
    const known = this.find(tx, row)
    const issueId = known?.issue_id ?? this.add(tx, row, known?.comic_id)
    store.changeArcIssue(tx, row.issue_arc_id, { issue_id: issueId, status: row.status === 'Read' ? 'Read' : null })
    return issueId
  }

  /** The unfollowed issue of the row, or the one that another arc has for the same row. */
  issueFor(db: ReadHandle, row: store.ArcIssueRow): string | undefined {
    if (row.issue_id !== null && unfollowed.isUnfollowed(db, row.issue_id)) return row.issue_id
    return mayBeInLibrary(row) ? undefined : this.find(db, row)?.issue_id
  }

  /** Call after the list changed a row. A new name or number means another issue. */
  describe(tx: Tx, row: store.ArcIssueRow): void {
    const issue = row.issue_id === null ? undefined : findIssue(tx, row.issue_id)
    if (!issue || !unfollowed.isUnfollowed(tx, issue.issue_id)) return
    const series = findSeries(tx, issue.comic_id)!
    if (series.match_key === row.series_key && issue.number === normalNumber(row.number)) {
      describeIssue(tx, issue, datesOf(row), this.deps.clock.now())
      recount(tx, issue.comic_id)
      return
    }
    const isWanted = issue.intent === 'wanted'
    store.changeArcIssue(tx, row.issue_arc_id, { issue_id: null, ...(isWanted && { status: 'Wanted' as const }) })
    this.release(tx, issue.issue_id)
  }

  /** Call when the library has the issue: files, downloads and rows of all arcs move to it. */
  replace(tx: Tx, fromId: string, toId: string): void {
    const [from, to] = [findIssue(tx, fromId), findIssue(tx, toId)]
    if (!from || !to || !unfollowed.isUnfollowed(tx, fromId)) return
    const at = this.deps.clock.now()
    for (const { issue_arc_id } of unfollowed.rowsOfIssue(tx, fromId))
      store.changeArcIssue(tx, issue_arc_id, { issue_id: toId })
    moveFilesToIssue(tx, fromId, toId)
    passGrab(tx, from, toId, at)
    this.deps.replaced(tx, [[from, to]])
    this.drop(tx, from)
    if (from.intent === 'wanted' && to.intent === 'policy') setIntent(tx, toId, 'wanted', at)
    recount(tx, to.comic_id)
    relinkProgress(tx, to.comic_id)
    tx.emit({ type: 'issue.changed', issue_id: toId, comic_id: to.comic_id })
  }

  /**
   * Call after rows of the issue were deleted. Without rows the issue is no longer wanted; an issue that has a file,
   * or is downloading, joins the library with its series, so that the file stays visible.
   */
  release(tx: Tx, issueId: string): void {
    const issue = findIssue(tx, issueId)
    if (!issue || !unfollowed.isUnfollowed(tx, issueId)) return
    const rows = unfollowed.rowsOfIssue(tx, issueId)
    if (rows.some(({ removed_at }) => removed_at === null)) return
    const isEmpty = fileOf(tx, issueId) === undefined && !['reserved', 'snatched'].includes(issue.fulfillment)
    if (!isEmpty) {
      changeSeries(tx, issue.comic_id, { status: 'active' }, this.deps.clock.now())
      return
    }
    const status = issue.intent === 'wanted' ? 'Wanted' : null
    for (const { issue_arc_id } of rows)
      store.changeArcIssue(tx, issue_arc_id, { issue_id: null, ...(status && { status }) })
    this.drop(tx, issue)
  }

  private find(db: ReadHandle, row: store.ArcIssueRow): { comic_id: string; issue_id?: string } | undefined {
    const { year, volume } = runOf(row)
    const alike = unfollowed
      .unfollowedNamed(db, row.series_key)
      .filter((series) => series.year === year && series.volume === volume)
    const number = normalNumber(row.number)
    for (const { comic_id } of alike) {
      const issue_id = unfollowed.issueNumbered(db, comic_id, number)
      // Two runs of one name may begin in the same year: their issues have different ids.
      const isOther = issue_id !== undefined && unfollowed.rowsOfIssue(db, issue_id).some((each) => areOtherIds(each.ids, row.ids)) // biome-ignore format: one line
      if (!isOther) return { comic_id, ...(issue_id !== undefined && { issue_id }) }
    }
    return undefined
  }

  private add(tx: Tx, row: store.ArcIssueRow, comicId?: string): string {
    const { issue_arc_id, series, number, book_type } = row
    const added_at = this.deps.clock.now()
    const comic_id = comicId ?? `local-arc-${issue_arc_id}`
    if (comicId === undefined)
      insertSeries(tx, {
        comic_id,
        name: series,
        content_type: 'comic',
        status: 'unfollowed',
        ...runOf(row),
        book_type: book_type ?? 'Print',
        added_at,
      })
    insertIssue(tx, { issue_id: issue_arc_id, comic_id, kind: 'issue', unit: 'issue', number, ...datesOf(row), added_at }) // biome-ignore format: one line
    recount(tx, comic_id)
    return issue_arc_id
  }

  private drop(tx: Tx, { issue_id, comic_id }: IssueRow): void {
    deleteIssue(tx, issue_id)
    if (issuesOf(tx, comic_id).length > 0) recount(tx, comic_id)
    else if (findSeries(tx, comic_id)) deleteSeries(tx, comic_id)
  }
}

/** Whether the row is probably an issue of the library that the user must choose. */
export const mayBeInLibrary = ({ reason, candidates }: Pick<store.ArcIssueRow, 'reason' | 'candidates'>): boolean =>
  candidates.length > 0 || reason === 'year_unknown'

const runOf = ({ volume }: store.ArcIssueRow) => {
  const isYear = volume !== null && volume >= FIRST_YEAR
  return { year: isYear ? volume : null, volume: isYear ? null : volume }
}

const datesOf = ({ title, issue_date, release_date, year }: store.ArcIssueRow) => ({
  title,
  issue_date: issue_date ?? (year === null ? null : String(year)),
  release_date,
})
