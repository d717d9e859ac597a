import type { Reply } from '../../api/contract'
import { copyPicture } from '../../kept/open-copies'
import { withRoot } from '../../root'

export type ReadIssue = Reply<'GET /api/reading/issues/:issue_id'>
export type Bookmark = ReadIssue['bookmarks'][number]
export type Neighbour = NonNullable<ReadIssue['next']>

export function pagePicture(issueId: string, page: number, version: string, width?: number): string {
  const kept = copyPicture(issueId, page)
  if (kept) return kept
  const query = new URLSearchParams(width === undefined ? { v: version } : { width: String(width), v: version })
  return withRoot(`/api/reading/issues/${encodeURIComponent(issueId)}/pages/${page}?${query}`)
}

export function coverPicture(issueId: string): string {
  return `/api/covers/issues/${encodeURIComponent(issueId)}`
}
