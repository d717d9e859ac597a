/** The page of a series. Ids are escaped, since they may contain any character. */
export function seriesPath(id: string): string {
  return `/library/${encodeURIComponent(id)}`
}

/** The page of an issue. */
export function issuePath(comicId: string, issueId: string): string {
  return `${seriesPath(comicId)}/issues/${encodeURIComponent(issueId)}`
}

/** The cover of an issue: of its file, or its provider's picture, or else the cover of its series. */
export const issueArt = (issueId: string): string => `/api/metadata/issue-art/${encodeURIComponent(issueId)}`
