/** The address of the reader for an issue, or for an issue of a reading list. Ids may contain any character. */
export function readPath(issueId: string, listId?: string): string {
  const path = `/read/${encodeURIComponent(issueId)}`
  return listId === undefined ? path : `${path}?list=${encodeURIComponent(listId)}`
}
