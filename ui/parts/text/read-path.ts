/** Where an issue is read. Ids may hold anything, so they are escaped. */
export function readPath(issueId: string): string {
  return `/read/${encodeURIComponent(issueId)}`
}
