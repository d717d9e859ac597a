import type { ReadHandle } from '../../../base/storage/database'
import { issueTitle } from '../../../library/series/issue-title'
import { findIssue, findSeries } from '../../../library/series/store'
import type { Item } from '../store'

/**
 * Name of an item: "Harbor Lights #3", "Harbor Lights Annual #1", "Fern vol. 3", or its own title when the issue is
 * unknown.
 */
export function labelOf(
  db: ReadHandle,
  { entity_id, comic_id, title }: Pick<Item, 'entity_id' | 'comic_id' | 'title'>,
): string {
  const issue = findIssue(db, entity_id)
  const name = findSeries(db, issue?.comic_id ?? comic_id)?.name
  return name === undefined ? title : issueTitle(name, issue)
}

/** The subject of a timeline row: an issue, an annual, or the series of what is no issue. */
export function subjectOf(db: ReadHandle, item: Pick<Item, 'entity_id' | 'comic_id' | 'title'>) {
  const issue = findIssue(db, item.entity_id)
  const type: 'issue' | 'annual' = issue?.kind ?? 'issue'
  return { type, id: item.entity_id, label: labelOf(db, item) }
}
