import type { ReadHandle } from '../../base/storage/database'
import type { WantedInArc } from '../../library/series/issue-schema'
import { dayOfInstant } from '../../library/series/wire'
import * as store from './store'
import { arcIssueItem, arcIssueStatusOf } from './wire'

/** The wanted issues of all story arcs, arc by arc in their order, with the field names that existing tools read. */
export function wantedInArcs(db: ReadHandle): WantedInArc[] {
  return store.allArcs(db).flatMap((arc) =>
    store
      .arcIssues(db, arc.arc_id)
      .filter((joined) => arcIssueStatusOf(joined) === 'Wanted')
      .map((joined): WantedInArc => {
        const item = arcIssueItem(joined, { place: 0, progress: undefined, candidates: [] })
        const { ComicID, ComicName, IssueArcID, IssueDate, IssueID, IssueName, IssueNumber } = item
        return {
          StoryArc: arc.name,
          StoryArcID: arc.arc_id,
          IssueArcID,
          ComicName,
          IssueNumber,
          IssueName,
          ReleaseDate: joined.issue?.release_date ?? joined.row.release_date,
          IssueDate,
          DigitalDate: joined.issue?.digital_date ?? null,
          Status: 'Wanted',
          ComicID,
          IssueID,
          DateAdded: dayOfInstant(arc.added_at),
        }
      }),
  )
}
