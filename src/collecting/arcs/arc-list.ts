import { type JsonPieces, jsonRows } from '../../base/http/streamed-list'
import type { ReadHandle } from '../../base/storage/database'
import { inSteps } from '../../base/storage/snapshot'
import { fileOf } from '../../library/series/file-store'
import { imageOf } from '../../library/series/issue-wire'
import type { ArcSummary } from './schema'
import * as store from './store'
import { arcSummary } from './wire'

/** All story arcs. Counts and covers are each read in one step. */
export function* arcList(db: ReadHandle, { customOnly = false }: { customOnly?: boolean }): JsonPieces {
  const arcs = store.allArcs(db).filter(({ arc_id }) => !customOnly || arc_id.startsWith('C'))
  const counts = new Map(store.arcCounts(db).map((row) => [row.arc_id, row]))
  yield ''
  const covers = store.firstReadable(db)
  yield ''
  const summaryOf = (arc: store.ArcRow): ArcSummary => {
    const issue = covers.get(arc.arc_id)
    return arcSummary(arc, counts.get(arc.arc_id), issue ? imageOf(issue, fileOf(db, issue.issue_id)) : null)
  }
  yield* jsonRows(inSteps(arcs).map((some) => some.map(summaryOf)))
}
