/** The page of a series. Ids are escaped, since they may contain any character. */
export function seriesPath(id: string): string {
  return `/library/${encodeURIComponent(id)}`
}

/** The page of an issue. */
export function issuePath(comicId: string, issueId: string): string {
  return `${seriesPath(comicId)}/issues/${encodeURIComponent(issueId)}`
}
