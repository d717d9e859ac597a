import type { ReadHandle } from '../../../base/storage/database'
import { issueTitle } from '../../../library/series/issue-title'
import { findIssue, findSeries } from '../../../library/series/store'
import type { DownloadItem } from '../store'

/**
 * Label of an item: "Harbor Lights #3", "Harbor Lights Annual #1", "Fern vol. 3", or its title when the issue is
 * unknown.
 */
export function itemLabel(
  db: ReadHandle,
  { entity_id, comic_id, title }: Pick<DownloadItem, 'entity_id' | 'comic_id' | 'title'>,
): string {
  const issue = findIssue(db, entity_id)
  const name = findSeries(db, issue?.comic_id ?? comic_id)?.name
  return name === undefined ? title : issueTitle(name, issue)
}

/** The subject of a timeline row: an issue, an annual, or the series when there is no issue. */
export function itemSubject(db: ReadHandle, item: Pick<DownloadItem, 'entity_id' | 'comic_id' | 'title'>) {
  const issue = findIssue(db, item.entity_id)
  const type: 'issue' | 'annual' = issue?.kind ?? 'issue'
  return { type, id: item.entity_id, label: itemLabel(db, item) }
}
