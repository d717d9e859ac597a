import type { JsonPieces } from '../../base/http/streamed-list'
import { jsonRows } from '../../base/http/streamed-list'
import type { ReadHandle } from '../../base/storage/database'
import { inSteps } from '../../base/storage/snapshot'
import { issueLabel } from '../../library/reading/labels'
import { progressOfIssues } from '../../library/reading/progress-store'
import { fileOf } from '../../library/series/file-store'
import { imageOf } from '../../library/series/issue-wire'
import { findIssue, findSeries } from '../../library/series/store'
import { providerLabel } from './provider-ids'
import type { ArcDetail, ArcIssueItem } from './schema'
import * as store from './store'
import { arcIssueItem, arcSummary } from './wire'

/** An arc with its issues. There may be thousands, so they are read while they are sent. */
export function* arcDetail(db: ReadHandle, arc: store.ArcRow): JsonPieces {
  const { arc_id } = arc
  const [counts] = store.arcCounts(db, arc_id)
  const first = store.firstToRead(db, arc_id)
  const issue = first === undefined ? undefined : findIssue(db, first)
  const head: ArcDetail['arc'] = {
    ...arcSummary(arc, counts, issue ? imageOf(issue, fileOf(db, issue.issue_id)) : null),
    can_undo_order: store.hasOrders(db, arc_id),
    description: arc.description,
    page: arc.page_url,
    source_label: providerLabel(arc_id),
  }
  yield `{"arc":${JSON.stringify(head)},"issues":`
  let place = 0
  yield* jsonRows(
    inSteps(store.arcRowIds(db, arc_id)).map((ids) => {
      const items = arcItems(db, ids, place)
      place += ids.length
      return items
    }),
  )
  yield '}'
}

/** `before` is the number of rows in front of these. */
function arcItems(db: ReadHandle, rowIds: readonly string[], before: number): ArcIssueItem[] {
  const rows = store.arcIssuesOf(db, rowIds)
  const progress = progressOfIssues(
    db,
    rows.flatMap(({ issue }) => (issue ? [issue.issue_id] : [])),
  )
  return rows.map((row, index) =>
    arcIssueItem(row, {
      place: before + index + 1,
      progress: row.issue ? progress.get(row.issue.issue_id) : undefined,
      candidates: row.row.matched_by === null ? candidatesOf(db, row.row) : [],
    }),
  )
}

function candidatesOf(db: ReadHandle, row: store.ArcIssueRow): ArcIssueItem['candidates'] {
  return row.candidates.flatMap((issueId) => {
    const issue = findIssue(db, issueId)
    const series = issue && findSeries(db, issue.comic_id)
    if (!issue || !series) return []
    const { comic_id, name, year } = series
    return [{ issue_id: issueId, comic_id, series: name, year, label: issueLabel(issue) }]
  })
}
