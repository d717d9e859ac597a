import { type JsonPieces, jsonRows } from '../../base/http/streamed-list'
import type { ReadHandle } from '../../base/storage/database'
import { inSteps } from '../../base/storage/snapshot'
import { filesOfIssues } from '../../library/series/file-store'
import { imageOf } from '../../library/series/issue-wire'
import type { ArcSummary } from './schema'
import * as store from './store'
import { arcSummary } from './wire'

/** What is counted over the rows of all arcs, and the cover of each. */
export interface ArcFacts {
  counts: ReadonlyMap<string, ReturnType<typeof store.arcCounts>[number]>
  covers: ReadonlyMap<string, string | null>
}

export function arcFacts(db: ReadHandle): ArcFacts {
  const first = [...store.firstReadable(db)]
  const files = filesOfIssues(db, first.map(([, { issue_id }]) => issue_id)) // biome-ignore format: one line
  return {
    counts: new Map(store.arcCounts(db).map((row) => [row.arc_id, row])),
    covers: new Map(first.map(([arcId, issue]) => [arcId, imageOf(issue, files.get(issue.issue_id))])),
  }
}

/** All story arcs. */
export function* arcList(
  db: ReadHandle,
  { customOnly = false }: { customOnly?: boolean },
  { counts, covers }: ArcFacts,
): JsonPieces {
  const arcs = store.allArcs(db).filter(({ arc_id }) => !customOnly || arc_id.startsWith('C'))
  const summaryOf = (arc: store.ArcRow): ArcSummary =>
    arcSummary(arc, counts.get(arc.arc_id), covers.get(arc.arc_id) ?? null)
  yield* jsonRows(inSteps(arcs).map((some) => some.map(summaryOf)))
}
