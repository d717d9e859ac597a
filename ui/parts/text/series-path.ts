/** The page of a series. Ids may hold anything, so they are escaped. */
export function seriesPath(id: string): string {
  return `/library/${encodeURIComponent(id)}`
}

/** The page of one of its issues. */
export function issuePath(comicId: string, issueId: string): string {
  return `${seriesPath(comicId)}/issues/${encodeURIComponent(issueId)}`
}
